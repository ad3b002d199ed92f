(define x ; )
