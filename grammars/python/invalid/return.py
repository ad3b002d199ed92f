class A:
    return
