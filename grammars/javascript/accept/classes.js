class A extends (B, C) {
  #a = 1; static b
  static { this.b = #a in this }
  get; set;
  static
  async
  *c() { yield; yield* d }
  get e() { return this.#a } set e(v) {}
  static async *[f]() { for await (const x of y) await x }
  'g'() { super.g?.().h } 1() { new.target } static get static() {}
  async i() {}
  constructor(...a) { super(...a) }
}
