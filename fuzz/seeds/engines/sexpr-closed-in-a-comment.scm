sexpr
(define x ; )
