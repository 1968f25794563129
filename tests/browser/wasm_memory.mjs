// What a WebAssembly module declares of its memory, read from its imports (core specification 2.0, part 5.5).
import assert from "node:assert/strict";

const IMPORTS = 2;
const FUNCTION = 0, TABLE = 1, MEMORY = 2, GLOBAL = 3;
export const PAGE_BYTES = 65_536;

// `bytes`: the module. -> { shared, minimum, maximum } in bytes.
export function importedMemory(bytes) {
  let at = 8; // after "\0asm" and the version
  const byte = () => bytes[at++];
  const number = () => {
    let value = 0, shift = 0, part;
    do {
      part = byte();
      value += (part & 0x7f) * 2 ** shift;
      shift += 7;
    } while (part & 0x80);
    return value;
  };
  const limits = () => {
    const flags = byte(), minimum = number();
    return { shared: Boolean(flags & 2), minimum: minimum * PAGE_BYTES, maximum: flags & 1 ? number() * PAGE_BYTES : Infinity };
  };
  while (at < bytes.length) {
    const section = byte(), size = number();
    if (section !== IMPORTS) {
      at += size;
      continue;
    }
    for (let left = number(); left > 0; left -= 1) {
      for (const _ of ["module", "name"]) {
        const length = number();
        at += length;
      }
      const kind = byte();
      if (kind === MEMORY) return limits();
      if (kind === FUNCTION) number();
      else if (kind === TABLE) [byte(), limits()];
      else if (kind === GLOBAL) [byte(), byte()];
      else assert.fail(`an import of kind ${kind}`);
    }
  }
  return assert.fail("the module imports no memory");
}
