/** Bytes in a page of WebAssembly memory. */
const page = 65_536;
/** The ID of the memory section of a WebAssembly module. */
const memorySection = 5;

/**
 * Returns a WebAssembly module with exactly this much memory in bytes. The system allocates a page when it is first used, so
 * unused memory is free.
 */
export function withMemory(module: Uint8Array, bytes: number): Uint8Array {
  const pages = leb(Math.floor(bytes / page));
  // One memory, with a minimum and a maximum.
  const memory = [1, 1, ...pages, ...pages];
  // Each section is its ID, its length and its bytes. The first follows the 8 bytes of the module header.
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

/** Returns a number as LEB128: seven bits per byte, lowest first. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest >>>= 7)
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
  return bytes;
}
