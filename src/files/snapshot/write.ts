import { createHash, type Hash } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGzip } from "node:zlib";
import { openExport } from "../../kernel/export-file.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { sortedJson } from "../../kernel/json.ts";
import { contentFile, idsFile, isArchive, manifestName, nameIn, productFolder, yamlName } from "./folder.ts";
import type { SnapshotDomain } from "./format.ts";
import type { DomainFacts, Manifest } from "./manifest.ts";
import type { SnapshotStore, StoredObject } from "./store.ts";

/** Returns an object as YAML. */
type Yaml = (object: unknown) => string;

/**
 * Writes the domains of a store as a snapshot: a folder, or one compressed file. The manifest of a folder is removed first
 * and written last. `merged`: what it lists besides, because other domains of the folder stay.
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
  rmSync(join(path, manifestName), { force: true });
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
  await writeFile(join(path, manifestName), [`${JSON.stringify({ ...merged, domains }, null, 2)}\n`]);
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
  const next = `${folder}.part`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { mode: 0o700 });
  for (const { key, line } of store.objects("products")) {
    const name = yamlName(key);
    const sha256 = await writeFile(join(next, name), [yaml(JSON.parse(line))]);
    files.push([nameIn(path, join(folder, name)), sha256]);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return files;
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
  for (const one of objects) yield line(one);
}

const contentLine = ({ line }: StoredObject): string => `${line}\n`;

function idsLine({ kind, key, nth, ids }: StoredObject, ending = ""): string {
  const own = ids === null ? {} : (JSON.parse(ids) as object);
  return `${sortedJson({ ...own, _kind: `${kind}${ending}`, key, ...(nth > 1 && { nth }) })}\n`;
}
