/**
 * Returns a program for Windows without its Authenticode signature, which does not fit once the program is changed: Windows and
 * scanners take a wrong signature for a manipulation. Other programs are returned as they are. Throws if the signature is not
 * the end of the file, where linkers put it.
 */
export function withoutSignature(program: Buffer): Buffer {
  const entry = signatureEntry(program);
  if (entry === undefined) return program;
  const [start, size] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)];
  if (size === 0) return program;
  if (start + size !== program.length) throw new Error("The signature is not at the end of the program");
  const unsigned = Buffer.from(program.subarray(0, start));
  unsigned.writeBigUInt64LE(0n, entry);
  return unsigned;
}

/** Returns where the header of a program for Windows has the position and size of the signature; undefined for others. */
function signatureEntry(program: Buffer): number | undefined {
  if (program.toString("latin1", 0, 2) !== "MZ") return undefined;
  const header = program.readUInt32LE(0x3c);
  if (program.toString("latin1", header, header + 4) !== "PE\0\0") return undefined;
  const optional = header + 24;
  const is64Bit = program.readUInt16LE(optional) === 0x20b;
  const directories = optional + (is64Bit ? 112 : 96);
  return directories + 4 * 8;
}
