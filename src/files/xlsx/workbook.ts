import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { pipeline, type Readable, Transform } from "node:stream";
import { crc32 } from "node:zlib";
import { SaxesParser } from "saxes";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { fileError } from "../location.ts";

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  hidden: boolean;
  /** The path of its part in the package. */
  path: string;
}

/** An opened `.xlsx` file. Its parts are read from disk on demand. */
export interface Workbook {
  /** The name of the file in errors. */
  name: string;
  sheets: readonly Sheet[];
  /** Dates are counted from 1904 instead of 1900. */
  from1904: boolean;
  /** The paths of the shared strings and styles, if the workbook has them. */
  strings: string | undefined;
  styles: string | undefined;
  /**
   * Parses a part; yields after each chunk, so that `handlers` can collect what belongs to it. `large`: it may have more than
   * 32 MiB. Throws UsageError with the name of the part if it is damaged, at the latest at its end.
   */
  parse(path: string, handlers: XmlHandlers, options?: { large?: boolean }): AsyncGenerator<void>;
  close(): void;
}

const maxParts = 10_000;
/** The most bytes of a part that is held in memory. */
const largestPart = 32 * 1024 * 1024;

/** Opens a workbook. Throws UsageError if the bytes are not a valid `.xlsx` file. */
export async function openWorkbook(bytes: AsyncIterable<Uint8Array>, name: string): Promise<Workbook> {
  const descriptor = await copyToDisk(bytes);
  try {
    const zip = await fromFdPromise(descriptor, { lazyEntries: true, autoClose: false });
    return await describeWorkbook(zip, await entriesOf(zip), name, () => closeSync(descriptor));
  } catch (error) {
    closeSync(descriptor);
    throw invalid(error, name);
  }
}

/** Copies the bytes to a file without a name, because a ZIP archive is read from its end, and returns its descriptor. */
async function copyToDisk(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const path = join(tmpdir(), `till-${randomUUID()}.xlsx`);
  const copy = await open(path, "wx", 0o600);
  try {
    for await (const piece of bytes) await copy.write(piece);
    return openSync(path, "r");
  } finally {
    await copy.close();
    await rm(path, { force: true });
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > maxParts) throw new Error(`it has ${zip.entryCount} parts`);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Error(`its part ${entry.fileName} is there twice`);
    entries.set(name, entry);
  }
  return entries;
}

async function describeWorkbook(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  name: string,
  close: () => void,
): Promise<Workbook> {
  async function* parse(path: string, handlers: XmlHandlers, { large = false } = {}) {
    const entry = entries.get(path.toLowerCase());
    if (entry === undefined) throw notWorkbook(name, `its part ${path} is missing`);
    if (entry.isEncrypted()) throw notWorkbook(name, "it is encrypted");
    if (!large && entry.uncompressedSize > largestPart)
      throw notWorkbook(name, `its part ${path} has more than 32 MiB`);
    try {
      yield* elementsOf(withChecksum(await zip.openReadStreamPromise(entry), entry.crc32), handlers);
    } catch (error) {
      throw invalid(error, name, path);
    }
  }
  const relationsOf = async (path: string) => {
    const relations: { id: string; kind: string; target: string }[] = [];
    const file = posix.join(posix.dirname(path), "_rels", `${posix.basename(path)}.rels`);
    const open = (element: string, { Id = "", Type = "", Target = "" }: Record<string, string>) => {
      if (element !== "Relationship") return;
      const target = posix.join("/", Target.startsWith("/") ? "" : posix.dirname(path), Target).slice(1);
      relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf("/") + 1), target });
    };
    await finished(parse(file, { open }));
    return relations;
  };
  const root = (await relationsOf("")).find(({ kind }) => kind === "officeDocument");
  if (root === undefined) throw notWorkbook(name, "it has no workbook");
  const relations = await relationsOf(root.target);
  const target = (type: string) => relations.find(({ kind }) => kind === type)?.target;
  const sheets: Sheet[] = [];
  let from1904 = false;
  const open = (element: string, attributes: Record<string, string>) => {
    // The extensions of Excel 2013 and later have a second element of this name.
    if (element === "workbookPr") from1904 ||= /^(1|true)$/.test(attributes.date1904 ?? "");
    if (element !== "sheet") return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    const relation = relations.find((relation) => relation.id === id);
    // Chart sheets have no rows.
    if (relation?.kind !== "worksheet") return;
    const { name: title = "", state = "visible" } = attributes;
    sheets.push({ name: title, hidden: state !== "visible", path: relation.target });
  };
  await finished(parse(root.target, { open }));
  const parts = { strings: target("sharedStrings"), styles: target("styles") };
  return { name, sheets, from1904, ...parts, parse, close };
}

/** Passes on the bytes of a part. Throws Error at the end if they do not have its checksum. */
function withChecksum(bytes: Readable, expected: number): Readable {
  let found = 0;
  const check = new Transform({
    transform(piece: Buffer, _, done) {
      found = crc32(piece, found);
      done(null, piece);
    },
    flush(done) {
      done(
        found === expected ? null : new Error(`its checksum is ${hex(found)} instead of ${hex(expected)}`),
      );
    },
  });
  return pipeline(bytes, check, () => undefined);
}

const hex = (checksum: number) => checksum.toString(16).padStart(8, "0");

async function finished(steps: AsyncIterable<void>): Promise<void> {
  for await (const _ of steps);
}

const notWorkbook = (name: string, why: string, cause?: unknown) =>
  fileError(
    { file: name },
    `the file is not a valid Excel workbook: ${why}.`,
    "Open it in Excel or LibreOffice and save it as .xlsx again.",
    cause,
  );

/** Returns the error for a broken archive or XML; other errors are returned unchanged. */
function invalid(error: unknown, name: string, part?: string): unknown {
  const isForeign = error instanceof Error && error.constructor === Error && !("syscall" in error);
  const isData =
    error instanceof Error && /^(Z_|ERR_ENCODING)/.test((error as NodeJS.ErrnoException).code ?? "");
  if (!isForeign && !isData) return error;
  const why = error.message.replace(/\.$/, "");
  return notWorkbook(name, part === undefined ? why : `its part ${part} is damaged: ${why}`, error);
}

/** Handlers of XML events. Names are without their namespace prefix. */
interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The most bytes of one tag, text or comment, which the parser holds in memory. A cell in Excel has at most 32,767 characters. */
const maxBytes = 4 * 1024 * 1024;
/** The most elements inside each other. */
const deepest = 100;

/**
 * Parses XML in chunks and yields after each. Throws Error for text that is not well-formed XML in UTF-8, and for a text or
 * tag that is too long.
 */
async function* elementsOf(xml: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [held, depth] = [0, 0];
  const passed = () => {
    held = 0;
  };
  // With more than seven handlers, V8 turns the parser into a dictionary, and reading a workbook takes twice as long.
  for (const event of ["comment", "processinginstruction"] as const) parser.on(event, passed);
  for (const event of ["text", "cdata"] as const)
    parser.on(event, (value) => {
      passed();
      text?.(value);
    });
  parser.on("opentag", ({ name, attributes }) => {
    passed();
    depth += 1;
    if (depth > deepest) throw new Error(`it has more than ${deepest} elements inside each other`);
    open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    passed();
    depth -= 1;
    close?.(localName(name));
  });
  try {
    for await (const piece of xml) {
      held += (piece as Buffer).length;
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
      if (held > maxBytes) throw new Error("one text or tag in it is longer than 4 MiB");
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } finally {
    xml.destroy();
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
