// Runs the WebAssembly module of lib.rs, as a page would. `node run.mjs MODULE INPUT PART...`: a text is interesting if it has
// all parts.

import { readFileSync } from "node:fs";

const [modulePath, input, ...parts] = process.argv.slice(2);
const bytes = (address, length) => Buffer.from(exports.memory.buffer, address, length);
let calls = 0;
const oracle = {
  is_interesting(address, length) {
    calls += 1;
    return parts.every((part) => bytes(address, length).includes(part));
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), { env: oracle });
const { exports } = instance;

const answer = (length) => bytes(exports.answer(), length).toString();

const text = Buffer.from(input);
bytes(exports.room(text.length), text.length).set(text);
console.log(`${answer(exports.reduce())} after ${calls} runs`);
console.log(answer(exports.report()));
