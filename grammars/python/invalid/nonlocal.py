class A:
    def f(self):
        pass
    nonlocal_ = 1
nonlocal x
