"""Measures one cell of the table: a generator on a program."""

import json
import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import measure
import programs
from generators import Order
from tools import Usage, digest
FIRST_BATCH_TEXTS = 500
MOST_BATCH_TEXTS = 20_000


@dataclass(frozen=True)
class Budget:
    """How much each generator may do: `texts`, or CPU `seconds` for generating and running together.

    A generator that takes longer than `cpu_limit` seconds for its texts is measured with those that it has by then. A
    campaign (AFL++) always gets `campaign_seconds`.
    """

    texts: int
    seconds: float
    cpu_limit: float
    campaign_seconds: float
    seed: int


class Totals:
    """Sums over the batches of a cell."""

    def __init__(self):
        self.values = {"texts": 0, "bytes": 0, "crashed": 0, "slow": 0, "generate_seconds": 0.0, "run_seconds": 0.0}
        self.is_cut_off = False

    def add(self, generated, run):
        for key in ("texts", "bytes", "crashed", "slow"):
            self.values[key] += getattr(run, key)
        self.values["generate_seconds"] += generated.cpu_seconds
        self.values["run_seconds"] += run.cpu_seconds
        self.is_cut_off |= generated.is_cut_off

    @property
    def seconds(self):
        return self.values["generate_seconds"] + self.values["run_seconds"]


def profile(work, llvm, generator, program, budget):
    """Generates and runs texts. Returns the build, the merged profile and the totals."""
    build = programs.coverage(work, program, llvm)
    totals = Totals()
    with tempfile.TemporaryDirectory(dir=work) as folder:
        profiles = []
        for texts, count, seed in batches(Path(folder), generator, budget, totals):
            if budget.texts and not is_campaign(generator):
                texts, generated = kept_texts(work, generator, program, budget)
            else:
                generated = write(generator, program, texts, count, seed, budget)
            profiles.append(Path(folder, f"{len(profiles)}.profraw"))
            left = seconds_left(generator, budget, totals, generated)
            totals.add(generated, measure.run_folder(build, texts, profiles[-1], left))
            if texts.is_relative_to(folder):
                shutil.rmtree(texts)
        merged = work / "profiles" / f"{Path(folder).name}.profdata"
        merged.parent.mkdir(exist_ok=True)
        measure.merge(llvm, profiles, merged)
    return build, merged, totals


def seconds_left(generator, budget, totals, generated):
    """Returns the CPU seconds left for running texts; None without a limit. A campaign has paid for its runs already."""
    if not budget.seconds or not is_endless(generator):
        return None
    return max(1, budget.seconds - totals.seconds - generated.cpu_seconds)


def kept_texts(work, generator, program, budget):
    """Returns a folder of texts and the cost of writing them. Programs that read the same grammar share it."""
    name = digest(generator.name, program.grammar, generator.identity(program.grammar), budget)
    folder, record = work / "texts" / name, work / "texts" / f"{name}.json"
    if not record.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        usage = write(generator, program, folder, budget.texts, budget.seed, budget)
        record.write_text(json.dumps({"generator": generator.name, "grammar": program.grammar, "usage": asdict(usage)}))
    return folder, Usage(**json.loads(record.read_text())["usage"])


def is_campaign(generator):
    return getattr(generator, "is_campaign", False)


def is_endless(generator):
    return getattr(generator, "is_endless", False)


def write(generator, program, texts, count, seed, budget):
    if is_campaign(generator):
        return generator.campaign(program, texts, budget.seconds or budget.campaign_seconds, seed)
    limit = budget.seconds or budget.cpu_limit
    return generator.write(Order(program.grammar, texts, count, seed, limit, texts.with_suffix(".log")))


def batches(folder, generator, budget, totals):
    """Yields an empty folder, a number of texts and a first seed, until the budget is spent.

    With a budget of texts there is one batch. With one of time, later batches are as large as the cost of a text so far
    allows, so that the cost of starting a generator is spread over many texts.
    """
    number, count, seed = 0, budget.texts or FIRST_BATCH_TEXTS, budget.seed
    while True:
        texts = folder / f"texts-{number}"
        texts.mkdir()
        before = totals.values["texts"]
        yield texts, count, seed
        is_one = budget.texts or not is_endless(generator)
        if is_one or totals.seconds >= 0.95 * budget.seconds or totals.values["texts"] == before:
            return
        number, seed = number + 1, seed + count
        cost = totals.seconds / totals.values["texts"]
        count = max(1, min(MOST_BATCH_TEXTS, int((budget.seconds - totals.seconds) / cost)))


def result(work, llvm, generator, program, budget):
    """Returns a cell as a dictionary, for JSON."""
    build, merged, totals = profile(work, llvm, generator, program, budget)
    counts = measure.branches(llvm, build, merged)
    merged.unlink()
    return {"covered": counts.covered, "branches": counts.total, "percent": counts.percent, "is_cut_off": totals.is_cut_off,
            **totals.values}
