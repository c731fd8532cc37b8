/** Bytes in a page of WebAssembly memory. */
const page = 65_536;
/** The id of the section of a WebAssembly module that says how much memory it has. */
const memorySection = 5;

/**
 * A WebAssembly module with so many bytes of memory from the beginning, and no more. The system gives it a page only
 * when that is touched, so what is not needed costs nothing.
 */
export function withMemory(module: Uint8Array, bytes: number): Uint8Array {
  const pages = leb(Math.floor(bytes / page));
  // One memory, with a least and a most.
  const memory = [1, 1, ...pages, ...pages];
  // Each section is its id, its length, and so many bytes; the first follows the eight of the module's own name.
  for (let at = 8; at < module.length; ) {
    const start = at;
    const id = module[at++];
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = module[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      more = byte >= 0x80;
    }
    at += length;
    if (id === memorySection)
      return Buffer.concat([
        module.subarray(0, start),
        Uint8Array.of(memorySection, ...leb(memory.length), ...memory),
        module.subarray(at),
      ]);
  }
  return module;
}

/** A number as WebAssembly writes it: seven bits a byte, the lowest first. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest >>>= 7)
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
  return bytes;
}
