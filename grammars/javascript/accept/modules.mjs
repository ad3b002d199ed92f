import 'a'; import b from 'b'
import * as c from "c"
import d, { default as e, f, 'g' as h, } from 'd' with { type: 'json' }
export { b, e as default, f as 'g' }
export * from 'i'; export * as j from 'j'
export { k } from 'k'
export const l = await import('l'), m = import.meta.url
export default class { }
export async function* n() { }
