import { createHash, type Hash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { createGunzip, createGzip } from "node:zlib";
import { type FileLocation, fileError } from "../files/location.ts";
import { type JsonRecord, readNdjson } from "../files/ndjson.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { openExport } from "../kernel/export-file.ts";
import { nameOfTemporary, renameOver, temporaryName } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import { isRecord, sortedJson } from "../kernel/json.ts";
import { countOf, formatCount } from "../kernel/text.ts";
import type { ProductObject } from "../resources/products/portable.ts";
import type { SnapshotDomain } from "./domains.ts";
import {
  checkObject,
  checkSchema,
  type DomainFacts,
  domainFacts,
  type Manifest,
  parseManifest,
  type SnapshotObject,
  unfinished,
} from "./format.ts";
import type { SnapshotStore, StagedObject, StoredObject } from "./store.ts";

/** The file that describes a snapshot. It is written last: a folder without it is not complete. */
const manifestName = "snapshot.json";
/** The progress of a pull, in its folder. It is deleted when the snapshot is complete. */
const progressName = ".pull.sqlite";

/** The names of the files of a snapshot folder. */
const contentFile = (folder: string, domain: SnapshotDomain) => join(folder, `${domain}.ndjson`);
const idsFile = (folder: string, domain: SnapshotDomain) => join(folder, "ids", `${domain}.ndjson`);
const productFolder = (folder: string) => join(folder, "products");

/** Returns the name of a file of a snapshot folder as the manifest has it: `ids/products.ndjson`. */
const nameIn = (folder: string, file: string): string => relative(folder, file).replaceAll(sep, "/");

/** Returns whether a path names a snapshot in one compressed file. */
export const isArchive = (path: string): boolean => path.endsWith(".ndjson.gz");

/** Returns the file with the progress of a pull. */
export const progressFile = (path: string): string =>
  isArchive(path) ? `${path}.pull.sqlite` : join(path, progressName);

/** What is at a path: a complete snapshot, an unfinished pull, nothing, or something else. */
type Found = "snapshot" | "unfinished" | "nothing" | "other";

/** Returns what is at a path. */
export function findSnapshot(path: string): Found {
  const begun = existsSync(progressFile(path));
  if (isArchive(path)) {
    // A pipe or device could be read once, and some never end.
    const present = statSync(path, { throwIfNoEntry: false });
    return present ? (present.isFile() ? "snapshot" : "other") : begun ? "unfinished" : "nothing";
  }
  if (existsSync(join(path, manifestName))) return "snapshot";
  if (begun) return "unfinished";
  if (!existsSync(path)) return "nothing";
  try {
    // A process that is killed before it reads anything leaves its lock.
    return readdirSync(path).every((name) => name.startsWith(progressName)) ? "nothing" : "other";
  } catch {
    return "other";
  }
}

/** Returns the name of a product's YAML file: its slug, or a safe name with a hash of it. */
function yamlName(slug: string): string {
  // Some file systems do not distinguish upper and lower case, and Windows reserves some names.
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(slug) && !/^(con|prn|aux|nul|com\d|lpt\d)$/.test(slug))
    return `${slug}.yaml`;
  const safe = slug
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .slice(0, 60);
  return `${safe}~${createHash("sha256").update(slug).digest("hex").slice(0, 8)}.yaml`;
}

/** Returns the manifest of the snapshot at a path. Throws TillError if there is none, or an unfinished one (exit 6). */
export async function readManifest(path: string, name = path): Promise<Manifest> {
  const found = findSnapshot(path);
  if (found === "unfinished") throw unfinished(name);
  if (found === "nothing")
    throw new TillError(exitCodes.notFound, `There is no snapshot at ${name}.`, {
      code: "NO_SNAPSHOT",
      hint: `Pull one: till copy pull ${name}`,
    });
  if (found === "other")
    throw new UsageError(`${name} is not a snapshot: it has no ${manifestName}.`, {
      hint: "A snapshot is what till copy pull writes: a folder, or a file named .ndjson.gz.",
    });
  if (!isArchive(path)) {
    return parseManifest(readFileSync(join(path, manifestName), "utf8"), join(name, manifestName));
  }
  for await (const { value } of archived(path, name)) return parseManifest(JSON.stringify(value), name);
  throw fileError({ file: name, line: 1 }, "the file is empty.", "Pull the snapshot again.");
}

/**
 * Reads domains of a snapshot into a store, with the ids that the objects had if `ids` is set, without the costs of products
 * if `costs` is false. Throws UsageError with file and line for what is not an object of the snapshot, for two objects with one
 * key, and for files that do not have the number of objects or the SHA-256 of the manifest.
 */
export async function readSnapshot(
  { path, name = path, manifest }: { path: string; name?: string; manifest: Manifest },
  domains: readonly SnapshotDomain[],
  store: SnapshotStore,
  { ids = false, costs = true }: { ids?: boolean; costs?: boolean } = {},
): Promise<void> {
  for (const domain of domains) domainFacts(manifest, domain, name);
  let batch: StagedObject[] = [];
  const flush = () => {
    store.add(batch);
    batch = [];
  };
  const add = (value: JsonRecord["value"], at: FileLocation, own?: SnapshotDomain) => {
    const { object, kind } = checkObject(store.kinds, value, at);
    const { domain } = kind;
    if (own !== undefined && domain !== own)
      throw fileError({ ...at, field: "_kind" }, `a ${object._kind} does not belong into this file.`);
    if (!domains.includes(domain)) return;
    checkSchema(kind, object, at);
    const { file, line } = at;
    const known = costs ? object : withoutCosts(object);
    batch.push({ object: known, id: line === undefined ? file : `${file}:${line}` });
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
        const records = readNdjson(createReadStream(contentFile(path, domain)), { name: file });
        for await (const { value, line } of records) add(value, { file, line }, domain);
      }
      // Without them, objects are found by their keys.
      if (!ids || !existsSync(idsFile(path, domain))) continue;
      const file = idsFile(name, domain);
      for await (const { value, line } of readNdjson(createReadStream(idsFile(path, domain)), { name: file }))
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

/** Returns a product whose costs are not known; other objects as they are. */
function withoutCosts(object: SnapshotObject): SnapshotObject {
  if (object._kind !== "product") return object;
  const { cost, variants, ...rest } = object as ProductObject;
  return { ...rest, variants: variants?.map(({ cost, ...variant }) => variant) };
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
  if (!existsSync(folder))
    throw fileError({ file: productFolder(shown) }, "no such folder.", "Pull it again.");
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

/** Returns an object as YAML. */
type Yaml = (object: unknown) => string;

/**
 * Writes the domains of a store as a snapshot: a folder, or one compressed file. Removes them from the manifest of a folder
 * first, and writes it last. `merged`: the manifest together with the other domains of the folder, which are kept.
 */
export async function writeSnapshot(
  path: string,
  store: SnapshotStore,
  manifest: Manifest,
  { yaml, merged = manifest }: { yaml?: Yaml | undefined; merged?: Manifest },
): Promise<void> {
  if (isArchive(path)) return await writeArchive(path, store, manifest);
  makeFolder(path);
  makeFolder(join(path, "ids"));
  for (const folder of [path, join(path, "ids")])
    removeLeft(folder, /^(products|snapshot\.json|\w+\.ndjson)$/);
  const manifestFile = join(path, manifestName);
  const writeManifest = (domains: Manifest["domains"]) =>
    writeFile(manifestFile, [`${JSON.stringify({ ...merged, domains }, null, 2)}\n`]);
  const kept = Object.entries(merged.domains).filter(([domain]) => !Object.hasOwn(manifest.domains, domain));
  if (kept.length === 0) rmSync(manifestFile, { force: true });
  else await writeManifest(Object.fromEntries(kept));
  const domains = { ...merged.domains };
  for (const [domain, facts] of Object.entries(manifest.domains) as [SnapshotDomain, DomainFacts][]) {
    const files: [file: string, sha256: string][] = [];
    const write = async (file: string, chunks: Iterable<string>) =>
      void files.push([nameIn(path, file), await writeFile(file, chunks)]);
    if (domain === "products" && yaml) files.push(...(await writeProducts(path, store, yaml)));
    else await write(contentFile(path, domain), lines(store.objects(domain), contentLine));
    await write(idsFile(path, domain), lines(store.objects(domain), idsLine));
    domains[domain] = { ...facts, sha256: Object.fromEntries(files) };
  }
  await writeManifest(domains);
}

/** Removes what processes that were killed left of these files in a folder. No other process may be writing them. */
export function removeLeft(folder: string, names: RegExp): void {
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    if (names.test(nameOfTemporary(file) ?? "")) rmSync(join(folder, file), { recursive: true, force: true });
}

async function writeArchive(path: string, store: SnapshotStore, manifest: Manifest): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Orders and tickets contain personal data.
  const file = await openExport(path, { mode: 0o600 });
  try {
    const gzip = createGzip();
    const written = (async () => {
      for await (const chunk of gzip) await file.write(chunk as Buffer);
    })();
    const write = async (line: string) => {
      if (!gzip.write(line)) await Promise.race([new Promise((done) => gzip.once("drain", done)), written]);
    };
    const hash = createHash("sha256");
    for (const line of archiveLines(store, manifest)) hash.update(line);
    await write(`${sortedJson({ ...manifest, sha256: hash.digest("hex") })}\n`);
    for (const line of archiveLines(store, manifest)) await write(line);
    gzip.end();
    await written;
    await file.commit();
  } finally {
    await file.abort();
  }
}

function* archiveLines(store: SnapshotStore, { domains }: Manifest): Generator<string> {
  for (const domain of Object.keys(domains) as SnapshotDomain[]) {
    yield* lines(store.objects(domain), contentLine);
    yield* lines(store.objects(domain), (one) => idsLine(one, ".ids"));
  }
}

/** Writes one YAML file per product into a new folder that replaces the one from before. Returns the files with their SHA-256. */
async function writeProducts(
  path: string,
  store: SnapshotStore,
  yaml: Yaml,
): Promise<[file: string, sha256: string][]> {
  const files: [file: string, sha256: string][] = [];
  const folder = productFolder(path);
  const next = temporaryName(folder);
  mkdirSync(next, { mode: 0o700 });
  try {
    for (const { key, line } of store.objects("products")) {
      const name = yamlName(key);
      const sha256 = await writeFile(join(next, name), [yaml(JSON.parse(line))]);
      files.push([nameIn(path, join(folder, name)), sha256]);
    }
    rmSync(folder, { recursive: true, force: true });
    renameOver(next, folder);
    return files;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Writes a file. Returns its SHA-256. */
async function writeFile(path: string, chunks: Iterable<string>): Promise<string> {
  const file = await openExport(path);
  const hash: Hash = createHash("sha256");
  try {
    for (const chunk of chunks) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.commit();
    return hash.digest("hex");
  } finally {
    await file.abort();
  }
}

function* lines(objects: Iterable<StoredObject>, line: (one: StoredObject) => string): Generator<string> {
  for (const object of objects) yield line(object);
}

const contentLine = ({ line }: StoredObject): string => `${line}\n`;

function idsLine({ kind, key, nth, ids }: StoredObject, ending = ""): string {
  const own = ids === null ? {} : (JSON.parse(ids) as object);
  return `${sortedJson({ ...own, _kind: `${kind}${ending}`, key, ...(nth > 1 && { nth }) })}\n`;
}
