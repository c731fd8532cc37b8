import { mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGzip } from "node:zlib";
import { makeFolder } from "../../kernel/folder.ts";
import { sortedJson } from "../../kernel/json.ts";
import { openExport } from "../export-file.ts";
import { contentFile, idsFile, isArchive, manifestName, productFolder, yamlName } from "./folder.ts";
import type { SnapshotDomain } from "./format.ts";
import type { Manifest } from "./manifest.ts";
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
  for (const domain of Object.keys(manifest.domains) as SnapshotDomain[]) {
    if (domain === "products" && yaml) await writeProducts(path, store, yaml);
    else await writeFile(contentFile(path, domain), lines(store.objects(domain), contentLine));
    await writeFile(idsFile(path, domain), lines(store.objects(domain), idsLine));
  }
  await writeFile(join(path, manifestName), [`${JSON.stringify(merged, null, 2)}\n`]);
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
    await write(`${sortedJson(manifest)}\n`);
    for (const domain of Object.keys(manifest.domains) as SnapshotDomain[]) {
      for (const line of lines(store.objects(domain), contentLine)) await write(line);
      for (const line of lines(store.objects(domain), (one) => idsLine(one, ".ids"))) await write(line);
    }
    gzip.end();
    await written;
    await file.commit();
  } finally {
    await file.abort();
  }
}

/** Writes one YAML file per product into a new folder that replaces the one from before. */
async function writeProducts(path: string, store: SnapshotStore, yaml: Yaml): Promise<void> {
  const folder = productFolder(path);
  const next = `${folder}.part`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { mode: 0o700 });
  for (const { key, line } of store.objects("products"))
    await writeFile(join(next, yamlName(key)), [yaml(JSON.parse(line))]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}

async function writeFile(path: string, chunks: Iterable<string>): Promise<void> {
  const file = await openExport(path);
  try {
    for (const chunk of chunks) await file.write(chunk);
    await file.commit();
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
