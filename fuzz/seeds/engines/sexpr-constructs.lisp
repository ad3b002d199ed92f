sexpr
;; What Common Lisp has beside lists.
#+sbcl (sb-ext:gc) #-(or ccl ecl) (progn) #2A((1 2) (3 4)) #S(point :x 1) #P"/tmp" #C(1 2) #*1011 #.(+ 1 2)
#\Newline #\" #:gensym |a b| :key pkg::internal 'quoted `(,a ,@b) #'function #1=(x . #1#) 1.5d0 -1/3
#| comment |# (cond ((= a b) #\)) (t "end"))
