import { open, readdir, stat } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import type { Context } from "../../context/context.ts";
import { inspectFile } from "../../files/inspect.ts";
import { productList } from "../../files/list.ts";
import { UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import type { FileEntry, FilePreview } from "../../ui/screens/file-picker.tsx";

/** The files that can be imported. */
const kinds: Readonly<Record<string, string>> = {
  ".csv": "CSV",
  ".tsv": "CSV",
  ".txt": "text",
  ".xlsx": "Excel",
  ".ndjson": "NDJSON",
};
/** The start of a text file, and the size up to which a workbook is read, in bytes. */
const limits = { text: 256 * 1024, workbook: 16 * 1024 * 1024 };
/** The most rows that are shown. */
const maxRows = 100;

/** Lets the user choose a file to import. Returns its path, relative to the working directory if it is below it. */
export async function pickFile(
  { streams, cwd, readable, signal }: Context,
  what: string,
): Promise<{ file: string } | "quit" | "interrupted"> {
  const { terminal, stderr } = streams;
  if (terminal === undefined) return "quit";
  const { showFilePicker } = await import("../../ui/screens/file-picker.tsx");
  const answer = await showFilePicker(
    { ...terminal, color: stderr.color },
    {
      ...{ title: `Import ${what}: choose a file`, folder: cwd, signal },
      list: async (folder) => await filesIn(readable(folder)),
      preview: async (file) => await previewOf(readable(file)),
    },
  );
  if (typeof answer === "string") return answer;
  const path = relative(cwd, answer.file);
  // A name that begins with a dash is no flag.
  return { file: path.startsWith("..") ? answer.file : path.replace(/^-/, "./-") };
}

/** Returns the folders and the files that can be imported in a folder: the folder above it, folders, then files, the newest first. */
async function filesIn(folder: string): Promise<FileEntry[]> {
  const found = await readdir(folder, { withFileTypes: true });
  const above = resolve(folder, "..");
  const folders = found.filter((one) => one.isDirectory() && !one.name.startsWith("."));
  const files = found.filter((one) => one.isFile() && Object.hasOwn(kinds, extname(one.name).toLowerCase()));
  const dated = await Promise.all(
    files.map(async ({ name }) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { name, path, isFolder: false, size, at: mtimeMs };
    }),
  );
  return [
    ...(above === folder ? [] : [{ name: "..", path: above, isFolder: true }]),
    ...folders
      .map(({ name }) => ({ name: `${name}/`, path: join(folder, name), isFolder: true }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    ...dated.sort((a, b) => b.at - a.at),
  ];
}

/** Returns the header and the first rows of a file, and what it was found to be. */
async function previewOf(path: string): Promise<FilePreview> {
  const { size } = await stat(path);
  const kind = extname(path).toLowerCase();
  const max = kind === ".xlsx" ? limits.workbook : limits.text;
  if (kind === ".xlsx" && size > max)
    return { facts: "This workbook is too large for a preview.", header: [], rows: [] };
  const bytes = await startOf(path, Math.min(size, max));
  if (kind === ".ndjson") {
    const lines = bytes
      .toString()
      .split("\n", maxRows)
      .filter((line) => line !== "");
    return { facts: "NDJSON, an object in each line", header: ["LINE"], rows: lines.map((line) => [line]) };
  }
  const found = await inspectFile(bytes, path, { list: productList, isStart: size > max }).catch(
    (error: unknown) => {
      if (error instanceof UsageError) return undefined;
      throw error;
    },
  );
  if (found === undefined)
    return { facts: "No table with known columns was found in it.", header: [], rows: [] };
  const { dialect, encoding, header, headerRow, rows, sheet, delimiter } = found;
  const names = { till: "till", wix: "Wix", shopify: "Shopify" } as Readonly<Record<string, string>>;
  const facts = [
    dialect === undefined ? `${kinds[kind]}, a list` : `${kinds[kind]} of ${names[dialect] ?? dialect}`,
    countOf(header.length, "column"),
    `${size > max ? "more than " : ""}${countOf(rows.length, "row")}`,
    ...(sheet === undefined ? [] : [`sheet ${sheet}`]),
    ...(headerRow > 1 ? [`column names in line ${headerRow}`] : []),
    ...(encoding === undefined ? [] : [encoding]),
    ...(delimiter === undefined ? [] : [`separated by ${delimiter === "\t" ? "tabs" : delimiter}`]),
  ];
  return { facts: facts.join(", "), header, rows: rows.slice(0, maxRows) };
}

async function startOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
