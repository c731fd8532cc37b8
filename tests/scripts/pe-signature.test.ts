import { expect, test } from "vitest";
import { withoutSignature } from "../../scripts/pe-signature.ts";

/** Returns the headers of a program for Windows, 256 bytes of code, and a signature. */
function program({ magic, signature }: { magic: number; signature: string }): Buffer {
  const bytes = Buffer.alloc(512 + 256, 0x90);
  bytes.fill(0, 0, 512);
  bytes.write("MZ");
  bytes.writeUInt32LE(128, 0x3c);
  bytes.write("PE\0\0", 128);
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
