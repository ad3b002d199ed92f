//! Draws the view in place of the last one, ten times a second, on a thread of its own: the search may wait for a test for long.

use std::io::{Read, Write, stderr};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::tcgetwinsize;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

use super::super::controls::Controls;
use super::board::Board;
use super::frame::{self, Extent, Screen};
use super::keys::Keys;
use super::styled::StyledLine;
use crate::terminal::is_coloured;

/// Time between two frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(100);
/// The size of a terminal that does not tell it.
const USUAL_SCREEN: Screen = Screen { columns: 80, rows: 24 };

/// A view that is drawn until this is dropped. Then it is erased, and the terminal is as it was.
#[derive(Debug)]
pub(super) struct Live {
    stage: Arc<LiveStage>,
    /// Wakes the thread.
    waker: UnixStream,
    thread: Option<JoinHandle<()>>,
}

/// The state that the thread of the view shares with the search.
#[derive(Debug)]
struct LiveStage {
    board: Arc<Mutex<Board>>,
    canvas: Mutex<Canvas>,
    /// None for a view of one line.
    controls: Option<Arc<Controls>>,
    is_over: AtomicBool,
}

impl Live {
    /// Starts drawing. With controls it is the full view, and keys work; without them it is one line. None if the system has no
    /// more handles.
    pub(super) fn start(board: Arc<Mutex<Board>>, controls: Option<Arc<Controls>>) -> Option<Self> {
        let (waker, woken) = UnixStream::pair().ok()?;
        [&waker, &woken].iter().try_for_each(|end| end.set_nonblocking(true)).ok()?;
        let (canvas, is_over) = (Mutex::default(), AtomicBool::new(false));
        let stage = Arc::new(LiveStage { board, canvas, controls, is_over });
        let (drawn, signals) = (stage.clone(), waker.try_clone().ok()?);
        let named = std::thread::Builder::new().name("view".to_owned());
        let thread = named.spawn(move || drawn.draw_until_over(woken, &signals)).ok()?;
        stage.make_way_for_panics();
        Some(Self { stage, waker, thread: Some(thread) })
    }

    /// Prints lines above the view.
    pub(super) fn print(&self, text: &str) {
        let mut canvas = self.stage.canvas();
        let screen = screen();
        // The view follows at once, so that the lines below it do not jump.
        let frame = self.stage.frame(screen);
        let codes = format!("{}{text}\n{}", canvas.erased(screen.columns), Canvas::lines(&frame));
        canvas.show(&codes, &frame);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stage.is_over.store(true, Ordering::Relaxed);
        let _ = self.waker.write(&[0]);
        if let Some(thread) = self.thread.take() {
            // If it panicked, the view is gone, and the search is still worth its result.
            drop(thread.join());
        }
        let mut canvas = self.stage.canvas();
        let text = canvas.erased(screen().columns);
        canvas.show(&text, &[]);
    }
}

impl LiveStage {
    /// Draws frames and obeys keys. A signal wakes it, so that the terminal is as it was before a second signal ends the process.
    fn draw_until_over(&self, mut woken: UnixStream, waker: &UnixStream) {
        let resumed = Arc::new(AtomicBool::new(false));
        let signals = Signals::wake(waker, &resumed);
        let is_stopping =
            || self.controls.as_ref().is_some_and(|controls| controls.interrupted.load(Ordering::Relaxed));
        let mut keys = self.controls.as_ref().filter(|_| !is_stopping()).and_then(|_| Keys::open());
        self.board().has_keys = keys.is_some();
        loop {
            wait(&woken, keys.as_ref());
            let _ = woken.read(&mut [0; 64]);
            if self.is_over.load(Ordering::Relaxed) {
                break;
            }
            if let (Some(keys), Some(controls)) = (&keys, &self.controls) {
                keys.pressed().into_iter().for_each(|key| controls.press(key));
            }
            if is_stopping() {
                keys = None;
            }
            if resumed.swap(false, Ordering::Relaxed) {
                // The shell has printed below the last frame.
                self.canvas().forget();
            }
            self.draw();
        }
        drop((keys, signals));
    }

    /// Erases the view before the message of a panic is printed: otherwise the next frame, or the end of the view, would erase that.
    fn make_way_for_panics(self: &Arc<Self>) {
        let (stage, print) = (Arc::downgrade(self), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            let stage = stage.upgrade();
            // If this thread has it, then it panicked while it drew.
            let mut canvas = stage.as_ref().and_then(|stage| stage.canvas.try_lock().ok());
            if let Some(canvas) = &mut canvas {
                let text = canvas.erased(screen().columns);
                canvas.show(&text, &[]);
            }
            print(panic);
        }));
    }

    fn draw(&self) {
        let mut board = self.board();
        board.tick();
        board.is_paused = self.controls.as_ref().is_some_and(|controls| controls.is_paused());
        drop(board);
        let mut canvas = self.canvas();
        let screen = screen();
        let frame = self.frame(screen);
        let text = canvas.replaced(&frame, screen.columns);
        canvas.show(&text, &frame);
    }

    fn frame(&self, screen: Screen) -> Vec<StyledLine> {
        let extent = if self.controls.is_some() { Extent::Full } else { Extent::Line };
        frame::lines(&self.board(), screen, extent)
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn canvas(&self) -> MutexGuard<'_, Canvas> {
        self.canvas.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for the next frame, a key, or whoever wakes the thread.
fn wait(woken: &UnixStream, keys: Option<&Keys>) {
    let timeout = Timespec { tv_sec: 0, tv_nsec: FRAME_INTERVAL.as_nanos() as i64 };
    let mut ends = vec![PollFd::from_borrowed_fd(woken.as_fd(), PollFlags::IN)];
    ends.extend(keys.map(|keys| PollFd::from_borrowed_fd(keys.as_fd(), PollFlags::IN)));
    let _ = poll(&mut ends, Some(&timeout));
    let is_odd = ends.iter().any(|end| end.revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL));
    if is_odd {
        // A terminal that is gone would make this a busy loop.
        std::thread::sleep(FRAME_INTERVAL);
    }
}

/// Returns the size of the terminal.
fn screen() -> Screen {
    match tcgetwinsize(stderr()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => {
            Screen { columns: size.ws_col.into(), rows: size.ws_row.into() }
        }
        _ => USUAL_SCREEN,
    }
}

/// The signals that wake the thread, until this is dropped.
struct Signals(Vec<SigId>);

impl Signals {
    fn wake(waker: &UnixStream, resumed: &Arc<AtomicBool>) -> Self {
        let wake = |signal| low_level::pipe::register(signal, waker.try_clone().ok()?).ok();
        let mut ids: Vec<SigId> = [SIGINT, SIGTERM, SIGHUP].into_iter().filter_map(wake).collect();
        ids.extend(flag::register(SIGCONT, resumed.clone()));
        Self(ids)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in &self.0 {
            low_level::unregister(*id);
        }
    }
}

/// The lines of the terminal that the last frame stands on. The cursor is at the end of the last of them.
#[derive(Debug, Default)]
struct Canvas {
    /// The width of each line.
    widths: Vec<usize>,
}

impl Canvas {
    /// Returns the codes that move the cursor to the beginning of the last frame. A line that is wider than the terminal, which has
    /// become narrower, takes several rows now.
    fn home(&self, columns: usize) -> String {
        let rows: usize = self.widths.iter().map(|width| width.div_ceil(columns.max(1)).max(1)).sum();
        match rows {
            0 | 1 => "\r".to_owned(),
            rows => format!("\r\x1b[{}A", rows - 1),
        }
    }

    /// Returns the codes that erase the last frame.
    fn erased(&self, columns: usize) -> String {
        if self.widths.is_empty() { String::new() } else { self.home(columns) + "\x1b[J" }
    }

    /// Returns the codes that draw a frame in place of the last one, line by line, so that it does not flicker.
    fn replaced(&self, frame: &[StyledLine], columns: usize) -> String {
        let is_wider = self.widths.iter().any(|width| *width >= columns);
        let home = if is_wider { self.erased(columns) } else { self.home(columns) };
        // Terminals that know these marks show the frame when it is complete; others ignore them.
        format!("\x1b[?2026h{home}{}\x1b[J\x1b[?2026l", Self::lines(frame))
    }

    fn lines(frame: &[StyledLine]) -> String {
        let is_coloured = is_coloured();
        let lines: Vec<String> = frame.iter().map(|line| line.text(is_coloured) + "\x1b[K").collect();
        lines.join("\n")
    }

    /// Writes codes at once, after which a frame stands on the terminal.
    fn show(&mut self, codes: &str, frame: &[StyledLine]) {
        let mut out = stderr().lock();
        let _ = out.write_all(codes.as_bytes()).and_then(|()| out.flush());
        self.widths = frame.iter().map(StyledLine::width).collect();
    }

    /// Leaves the last frame where it is.
    fn forget(&mut self) {
        self.widths.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::{Canvas, Live};
    use crate::reduce::progress::board::Board;
    use crate::reduce::progress::styled::{Role, StyledLine};

    #[test]
    fn the_message_of_a_panic_stays() {
        const NAME: &str = "reduce::progress::live::tests::the_message_of_a_panic_stays";
        const VARIABLE: &str = "GRAMMARC_TESTS_A_PANIC";
        if std::env::var_os(VARIABLE).is_some() {
            let view = Live::start(Arc::new(Mutex::new(Board::new(1000, Arc::default()))), None);
            std::thread::sleep(Duration::from_millis(300));
            panic!("on purpose, while there is {}", if view.is_some() { "a view" } else { "none" });
        }
        let mut command = Command::new(std::env::current_exe().expect("it runs"));
        let ended = command.args(["--exact", NAME, "--nocapture"]).env(VARIABLE, "1").output().expect("it starts");
        let shown = String::from_utf8_lossy(&ended.stderr);
        let (before, after) = shown.split_once("on purpose, while there is a view").expect("it panics");
        let (_, last) = before.rsplit_once("1,000 bytes").expect("there was a view");
        assert!(last.contains("\x1b[J\n") && !after.contains("1,000 bytes\x1b[K\n"), "{shown:?}");
    }

    #[test]
    fn a_frame_replaces_the_last_one_in_a_narrower_terminal_too() {
        let mut canvas = Canvas::default();
        assert_eq!(canvas.erased(80), "");
        canvas.widths = vec![70, 0, 10];
        assert_eq!(canvas.erased(80), "\r\x1b[2A\x1b[J");
        assert_eq!(canvas.erased(30), "\r\x1b[4A\x1b[J");
        let frame = [StyledLine::default().with(Role::Plain, "one"), StyledLine::default().with(Role::Plain, "two")];
        let codes = canvas.replaced(&frame, 80);
        assert_eq!(codes, "\x1b[?2026h\r\x1b[2Aone\x1b[K\ntwo\x1b[K\x1b[J\x1b[?2026l");
        canvas.forget();
        assert_eq!(canvas.erased(80), "");
    }
}
