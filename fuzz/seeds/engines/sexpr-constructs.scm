sexpr
#!/usr/bin/guile -s
!#
;; What Scheme has beside lists.
'a `(b ,c ,@d) (a . b) (a b . (c)) [x y] #(1 2) #u8(255 0) () #() ""
#t #f #true #\a #\space #\( #\x41 #\λ #:key #!default #xFF #e1.5 #b101 #d10
#;(commented out) (kept #;(twice #;gone here)) #| block #| nested |# |#
|two words| a|b c|d ... -> + - -5 +i 1/2 .5 1e10 vars' a#b λ
#0=(a . #0#) #'syntax #`(quasi #,unsyntax #,@(splicing)) #{two words}#
(match x ((? pair?) 1) ('(?) 2) (? 3))
"a \"string\" with \\ and
two lines"
