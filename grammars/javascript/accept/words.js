var of, get, set, async, let, static, await, yield, from, as
async(of); let = get; yield = set
for (of of of) ; for (let of = 0; ;) break; for (let in {}) ;
async => async; async (async) => await async; (async) => 1
l\u0061bel: for (;;) continue l\u0061bel
({ get, set, async, get a() {}, set a(b) {}, async b() {}, async *c() {}, get: 1, async() {}, if: 2, get get() {} }).if
