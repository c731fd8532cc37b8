import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isRecord } from "../../kernel/json.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { type FileLocation, fileError } from "../location.ts";
import { type JsonRecord, readNdjson } from "../ndjson.ts";
import {
  contentFile,
  findSnapshot,
  idsFile,
  isArchive,
  manifestName,
  nameIn,
  productFolder,
} from "./folder.ts";
import { checkObject, type SnapshotDomain, snapshotKinds } from "./format.ts";
import { factsOf, type Manifest, parseManifest, unfinished } from "./manifest.ts";
import { checkSchema } from "./schema.ts";
import type { SnapshotStore, StagedObject } from "./store.ts";

/** Returns the manifest of the snapshot at a path. Throws TillError if there is none, or an unfinished one (exit 6). */
export async function readManifest(path: string, name = path): Promise<Manifest> {
  const found = findSnapshot(path);
  if (found === "unfinished") throw unfinished(name);
  if (found === "nothing")
    throw new TillError(exitCodes.notFound, `There is no snapshot at ${name}.`, {
      code: "NO_SNAPSHOT",
      hint: `Pull one: till pull ${name}`,
    });
  if (found === "other")
    throw new UsageError(`${name} is not a snapshot: it has no ${manifestName}.`, {
      hint: "A snapshot is what till pull writes: a folder, or a file named .ndjson.gz.",
    });
  if (!isArchive(path)) {
    return parseManifest(readFileSync(join(path, manifestName), "utf8"), join(name, manifestName));
  }
  for await (const { value } of archived(path, name)) return parseManifest(JSON.stringify(value), name);
  throw fileError({ file: name, line: 1 }, "the file is empty.", "Pull the snapshot again.");
}

/**
 * Reads domains of a snapshot into a store, with the ids that the objects had if `ids` is set. Throws UsageError with file and
 * line for what is not an object of the snapshot, for two objects with one key, and for files that do not have the number of
 * objects or the SHA-256 of the manifest.
 */
export async function readSnapshot(
  { path, name = path, manifest }: { path: string; name?: string; manifest: Manifest },
  domains: readonly SnapshotDomain[],
  store: SnapshotStore,
  { ids = false }: { ids?: boolean } = {},
): Promise<void> {
  for (const domain of domains) factsOf(manifest, domain, name);
  let batch: StagedObject[] = [];
  const flush = () => {
    store.add(batch);
    batch = [];
  };
  const add = (value: JsonRecord["value"], at: FileLocation, own?: SnapshotDomain) => {
    const object = checkObject(value, at);
    const domain = snapshotKinds[object._kind]?.domain;
    if (own !== undefined && domain !== own)
      throw fileError({ ...at, field: "_kind" }, `a ${object._kind} does not belong into this file.`);
    if (domain === undefined || !domains.includes(domain)) return;
    checkSchema(object, at);
    const { file, line } = at;
    batch.push({ object, id: line === undefined ? file : `${file}:${line}` });
    if (batch.length === 500) flush();
  };
  const addIds = ({ _kind, key, nth = 1, ...own }: JsonRecord["value"], at: FileLocation) => {
    if (typeof key !== "string" || typeof nth !== "number" || !Number.isInteger(nth) || nth < 1)
      throw fileError({ ...at, field: "key" }, "expected the key of an object.");
    if (batch.length > 0) flush();
    store.setIds({ kind: String(_kind).replace(/\.ids$/, ""), key, nth, ids: own });
  };
  if (isArchive(path)) {
    for await (const { value, line } of archived(path, name)) {
      const { _kind: kind } = value;
      const isIds = typeof kind === "string" && kind.endsWith(".ids");
      if (line > 1 && !isIds) add(value, { file: name, line });
      else if (isIds && ids) addIds(value, { file: name, line });
    }
  } else
    for (const domain of domains) {
      if (domain === "products" && manifest.layout === "yaml")
        for await (const { value, file } of yamlProducts(path, name)) add(value, { file });
      else {
        const file = contentFile(name, domain);
        const records = readNdjson(contentFile(path, domain), { name: file });
        for await (const { value, line } of records) add(value, { file, line }, domain);
      }
      // Without them, objects are found by their keys.
      if (!ids || !existsSync(idsFile(path, domain))) continue;
      const file = idsFile(name, domain);
      for await (const { value, line } of readNdjson(idsFile(path, domain), { name: file }))
        addIds(value, { file, line });
    }
  flush();
  const twice = store.duplicate();
  if (twice !== undefined) {
    const [one, other = ""] = twice.ids.map((id) => id.replace(/:(\d+)$/, ", line $1"));
    throw new UsageError(`${other}: the ${twice.kind} "${twice.key}" is also at ${one}.`, {
      code: "INVALID_FILE",
      hint: "Remove one of them.",
    });
  }
  for (const domain of domains) {
    const { count = 0 } = manifest.domains[domain] ?? {};
    const found = store.count(domain);
    const file = isArchive(path) ? name : contentFile(name, domain);
    if (found !== count)
      throw damaged(
        file,
        countOf(found, "object"),
        `${formatCount(count)}${isArchive(path) ? ` of ${domain}` : ""}`,
      );
  }
  await checkSums({ path, name, manifest }, domains, ids);
}

/** Returns whether the manifest has no checksums of domains: the snapshot is of an earlier version, or they were removed. */
export function lacksChecksums(
  path: string,
  manifest: Manifest,
  domains: readonly SnapshotDomain[],
): boolean {
  if (isArchive(path)) return manifest.sha256 === undefined;
  return domains.some((domain) => manifest.domains[domain]?.sha256 === undefined);
}

/** Compares the files of domains with their SHA-256 in the manifest, as far as it has them. */
async function checkSums(
  { path, name, manifest }: { path: string; name: string; manifest: Manifest },
  domains: readonly SnapshotDomain[],
  ids: boolean,
): Promise<void> {
  if (isArchive(path)) {
    const { sha256: expected } = manifest;
    const found = expected === undefined ? undefined : await sha256Of(withoutFirstLine(unzipped(path)));
    if (found !== expected) throw damaged(name, `the SHA-256 ${found}`, `${expected}`);
    return;
  }
  for (const domain of domains)
    for (const [file, expected] of Object.entries(manifest.domains[domain]?.sha256 ?? {})) {
      if (!ids && file === nameIn(path, idsFile(path, domain))) continue;
      const present = existsSync(join(path, file));
      const found = present ? await sha256Of(createReadStream(join(path, file))) : undefined;
      if (found !== expected)
        throw damaged(join(name, file), present ? `the SHA-256 ${found}` : "no such file", expected);
    }
}

/** Returns the error for a file that is not as it was written. */
function damaged(file: string, found: string, expected: string): UsageError {
  return new UsageError(
    `${file}: the file is not as it was written: found ${found}, expected ${expected} (${manifestName}).`,
    {
      code: "DAMAGED_SNAPSHOT",
      hint: `Pull it again, or use another backup. If you edited it, correct "count" and remove "sha256" in ${manifestName}.`,
    },
  );
}

async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

async function* withoutFirstLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let passed = false;
  for await (const chunk of chunks) {
    const end: number = passed ? -1 : chunk.indexOf(10);
    if (passed) yield chunk;
    else if (end >= 0) yield chunk.subarray(end + 1);
    passed ||= end >= 0;
  }
}

async function* unzipped(path: string): AsyncGenerator<Uint8Array> {
  const bytes = createReadStream(path);
  const gunzip = createGunzip();
  bytes.on("error", (error) => gunzip.destroy(error));
  bytes.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } finally {
    bytes.destroy();
  }
}

/** Yields the lines of a compressed snapshot. Throws UsageError if the file is cut off or not compressed. */
async function* archived(path: string, file: string): AsyncGenerator<JsonRecord> {
  try {
    yield* readNdjson(unzipped(path), { name: file });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") throw fileError({ file }, "the file is cut off.", "Pull it again.", cause);
    if (/^Z_/.test(code))
      throw fileError({ file: path }, "the file is damaged, or not compressed with gzip.", undefined, cause);
    throw error;
  }
}

async function* yamlProducts(
  path: string,
  shown: string,
): AsyncGenerator<{ value: JsonRecord["value"]; file: string }> {
  const { LineCounter, parseDocument } = await import("yaml");
  const folder = productFolder(path);
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  for (const name of names.sort()) {
    const file = join(productFolder(shown), name);
    const lineCounter = new LineCounter();
    const document = parseDocument(readFileSync(join(folder, name), "utf8"), { lineCounter });
    const [error] = document.errors;
    const at = error?.linePos?.[0];
    if (error)
      throw fileError(
        { file, line: at?.line ?? 1, column: at?.col ?? 1 },
        "the text is not YAML.",
        undefined,
        error,
      );
    const value: unknown = document.toJS();
    if (!isRecord(value)) throw fileError({ file, line: 1 }, "expected a product.");
    yield { value: value as JsonRecord["value"], file };
  }
}
