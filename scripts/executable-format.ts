/** What the header of a program says. */
export interface ProgramFacts {
  /** As the registry names it: `win-arm64`. */
  system: string;
  /** Whether it has a place for a signature: of Authenticode, or of Apple. */
  isSigned: boolean;
}

/** The processors by the numbers that the headers of Windows, Linux and macOS have for them. */
const processors: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  win: { 34404: "x64", 43620: "arm64" },
  linux: { 62: "x64", 183: "arm64" },
  darwin: { 16777223: "x64", 16777228: "arm64" },
};

/** Returns what the header of a program says: PE, 64-bit ELF or Mach-O. Throws if it is none, or for another processor. */
export function programFacts(program: Buffer): ProgramFacts {
  const facts = (os: string, processor: number, isSigned: boolean): ProgramFacts => {
    const name = processors[os]?.[processor];
    if (name === undefined) throw new Error(`The program is for an unknown processor, ${processor}`);
    return { system: `${os}-${name}`, isSigned };
  };
  const header = peHeader(program);
  if (header !== undefined) {
    const size = program.readUInt32LE(signatureEntry(program, header) + 4);
    return facts("win", program.readUInt16LE(header + 4), size > 0);
  }
  if (program.toString("latin1", 0, 5) === "\x7fELF\x02")
    return facts("linux", program.readUInt16LE(18), false);
  if (program.readUInt32LE(0) === machO)
    return facts("darwin", program.readUInt32LE(4), loadCommands(program).includes(codeSignature));
  throw new Error("The program is none of Windows, Linux or macOS");
}

/** The first bytes of a 64-bit program for macOS, and its load command that says where the signature is. */
const machO = 0xfeedfacf;
const codeSignature = 0x1d;

/** Returns the numbers of the load commands of a program for macOS. */
function loadCommands(program: Buffer): number[] {
  const commands: number[] = [];
  let at = 32;
  for (let left = program.readUInt32LE(16); left > 0; left--) {
    commands.push(program.readUInt32LE(at));
    at += program.readUInt32LE(at + 4);
  }
  return commands;
}

/**
 * Returns a program for Windows without its Authenticode signature, which does not fit once the program is changed: Windows and
 * scanners take a wrong signature for a manipulation. Other programs are returned as they are. Throws if the signature is not
 * the end of the file, where linkers put it.
 */
export function withoutSignature(program: Buffer): Buffer {
  const header = peHeader(program);
  if (header === undefined) return program;
  const entry = signatureEntry(program, header);
  const [start, size] = [program.readUInt32LE(entry), program.readUInt32LE(entry + 4)];
  if (size === 0) return program;
  if (start + size !== program.length) throw new Error("The signature is not at the end of the program");
  const unsigned = Buffer.from(program.subarray(0, start));
  unsigned.writeBigUInt64LE(0n, entry);
  return unsigned;
}

/** Returns where the header of a program for Windows is; undefined for others. */
function peHeader(program: Buffer): number | undefined {
  if (program.toString("latin1", 0, 2) !== "MZ") return undefined;
  const header = program.readUInt32LE(0x3c);
  return program.toString("latin1", header, header + 4) === "PE\0\0" ? header : undefined;
}

/** Returns where the header of a program for Windows has the position and size of the signature. */
function signatureEntry(program: Buffer, header: number): number {
  const optional = header + 24;
  const is64Bit = program.readUInt16LE(optional) === 0x20b;
  const directories = optional + (is64Bit ? 112 : 96);
  return directories + 4 * 8;
}
