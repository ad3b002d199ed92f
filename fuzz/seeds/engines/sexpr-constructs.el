sexpr
;; What Emacs Lisp has beside lists.
(?a ?\( ?( ?\) ?\" ?" ?\; ?\C-x ?\M-\C-x ?\^I ?\x41 ?\N{GREEK SMALL LETTER LAMDA} ?\s ?λ ?\  ??)
(rx (| "a" "b") (or)) #'car #s(hash-table size 1) #[(x) "\10\207" [x] 1] ## #("text" 0 1 (face bold))
(symbol\ with\ blanks a\(b) 1+ 1-
