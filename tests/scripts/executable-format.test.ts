import { expect, test } from "vitest";
import { programFacts, withoutSignature } from "../../scripts/executable-format.ts";

/** Returns the headers of a program for Windows, 256 bytes of code, and a signature. */
function program({ magic, signature }: { magic: number; signature: string }): Buffer {
  const bytes = Buffer.alloc(512 + 256, 0x90);
  bytes.fill(0, 0, 512);
  bytes.write("MZ");
  bytes.writeUInt32LE(128, 0x3c);
  bytes.write("PE\0\0", 128);
  bytes.writeUInt16LE(0xaa64, 132);
  bytes.writeUInt16LE(magic, 152);
  const entry = 152 + (magic === 0x20b ? 144 : 128);
  if (signature !== "") bytes.writeUInt32LE(bytes.length, entry);
  bytes.writeUInt32LE(signature.length, entry + 4);
  return Buffer.concat([bytes, Buffer.from(signature)]);
}

test.each([
  ["64 bits", 0x20b],
  ["32 bits", 0x10b],
])("removes the signature of a program of %s, and its entry in the header", (_bits, magic) => {
  const signed = program({ magic, signature: "signature" });
  const unsigned = program({ magic, signature: "" });
  expect(programFacts(signed)).toEqual({ system: "win-arm64", isSigned: true });
  expect(programFacts(unsigned)).toEqual({ system: "win-arm64", isSigned: false });
  expect(withoutSignature(signed)).toEqual(unsigned);
  expect(withoutSignature(unsigned)).toBe(unsigned);
});

test("leaves programs of other systems alone", () => {
  const elf = Buffer.from(`\x7fELF${"x".repeat(600)}`, "latin1");
  expect(withoutSignature(elf)).toBe(elf);
});

test("rejects a program with something behind its signature", () => {
  const signed = Buffer.concat([program({ magic: 0x20b, signature: "signature" }), Buffer.from("more")]);
  expect(() => withoutSignature(signed)).toThrow("not at the end");
});

/** Returns the header of a program for macOS with some load commands of 16 bytes. */
function machO(processor: number, commands: readonly number[]): Buffer {
  const bytes = Buffer.alloc(32 + 16 * commands.length);
  for (const [at, value] of [
    [0, 0xfeedfacf],
    [4, processor],
    [16, commands.length],
    ...commands.flatMap((command, index) => [
      [32 + 16 * index, command],
      [36 + 16 * index, 16],
    ]),
  ])
    bytes.writeUInt32LE(value ?? 0, at);
  return bytes;
}

test("tells the system of a program by its header, and whether it is signed", () => {
  const elf = Buffer.alloc(64);
  elf.write("\x7fELF\x02", "latin1");
  elf.writeUInt16LE(183, 18);
  expect(programFacts(elf)).toEqual({ system: "linux-arm64", isSigned: false });
  expect(programFacts(machO(0x0100000c, [0x19, 0x1d]))).toEqual({ system: "darwin-arm64", isSigned: true });
  expect(programFacts(machO(0x01000007, [0x19, 0x32]))).toEqual({ system: "darwin-x64", isSigned: false });
  elf.writeUInt16LE(40, 18);
  expect(() => programFacts(elf)).toThrow("unknown processor, 40");
  expect(() => programFacts(Buffer.alloc(64))).toThrow("none of Windows, Linux or macOS");
});
