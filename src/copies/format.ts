import * as z from "zod/mini";
import { advance, type FileLocation, fileError, startOfText } from "../files/location.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { jsonErrorOffset } from "../kernel/json.ts";
import { type SnapshotDomain, snapshotDomains } from "./domains.ts";
import type { Body } from "./references.ts";
import type { ShopObject, ShopObjects } from "./shop-object.ts";

/** One object of a snapshot: its kind and its content, without ids of its shop. */
export interface SnapshotObject {
  _kind: string;
  [field: string]: unknown;
}

/** Returns the natural key of an object: `stoneware-mug`, `summer-fair / Standard`. */
export function objectKey(
  { kind, key: paths = [], main }: Pick<ShopObject, "kind" | "key" | "main">,
  object: Body,
): string {
  if (main !== undefined && object[main] === true) return main;
  const parts = paths.map((path) => textAt(object, path)).filter((part) => part !== "");
  return parts.length === 0 ? kind : parts.join(" / ");
}

function textAt(object: Body, paths: string): string {
  for (const path of paths.split("|")) {
    const text = textAtPath(object, path);
    if (text !== "") return text;
  }
  return "";
}

function textAtPath(object: Body, path: string): string {
  let value: unknown = object;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the object of a line and its kind. Throws UsageError with file and line for one that cannot be part of a
 * snapshot.
 */
export function checkObject(
  objects: ShopObjects,
  value: Readonly<Body>,
  at: FileLocation,
): { object: SnapshotObject; kind: ShopObject } {
  const { _kind: name } = value;
  if (typeof name !== "string") throw fileError({ ...at, field: "_kind" }, "the object has no _kind.", hint);
  const kind = objects.get(name);
  if (kind === undefined)
    throw fileError({ ...at, field: "_kind" }, `unknown kind of object "${name}".`, hint);
  const { key = [] } = kind;
  const [first] = key;
  if (first !== undefined && key.every((path) => textAt(value, path) === ""))
    throw fileError({ ...at, field: first }, `the ${name} has no ${first}, by which it is found.`, hint);
  return { object: value as SnapshotObject, kind };
}

const hint = "The fields of each kind: till help guide copies";

/**
 * The version of the format that this program writes, and the newest that it reads. In format 1, all kinds except products,
 * collections, stock and orders refer to other objects by ids, which another shop does not have. Formats 1 and 2 have no
 * checksums.
 */
export const formatVersion = 3;
const sinceFormat1: readonly SnapshotDomain[] = ["products", "collections", "inventory", "orders"];

const DomainFacts = z.strictObject({
  /** The number of objects. */
  count: z.number(),
  /** When the last of them was read. */
  takenAt: z.string(),
  /** At most this many objects were read. */
  limit: z.optional(z.number()),
  /** Only objects that were created since then. */
  since: z.optional(z.string()),
  /** A list changed while it was read, so that objects may be missing. */
  moved: z.optional(z.literal(true)),
  /** Fields that were not read. */
  without: z.optional(z.array(z.string())),
  /** The SHA-256 of each file of the domain, by its path in the folder. */
  sha256: z.optional(z.record(z.string(), z.string())),
});
export interface DomainFacts extends z.output<typeof DomainFacts> {}

/** The content of `snapshot.json`: what a snapshot contains, and where it is from. */
export const Manifest = z.strictObject({
  _kind: z.literal("snapshot"),
  format: z.literal([1, 2, formatVersion]),
  platform: z.literal("wix"),
  site: z.string(),
  catalog: z.enum(["v1", "v3"]),
  /** The version of till. */
  tool: z.string(),
  layout: z.enum(["ndjson", "yaml"]),
  /** Of a compressed file: the SHA-256 of its lines after the first. */
  sha256: z.optional(z.string()),
  domains: z.partialRecord(z.enum(snapshotDomains), DomainFacts),
});
export interface Manifest extends z.output<typeof Manifest> {}

/** Returns the manifest in a text. Throws UsageError for text that is none, of a newer version or of another platform. */
export function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const { line, column } = advance(startOfText(), text.slice(0, jsonErrorOffset(text) ?? 0));
    throw fileError({ file, line, column }, "the text is not JSON.", "Pull the snapshot again.", cause);
  }
  const { _kind, format, platform } = (value ?? {}) as Record<string, unknown>;
  if (_kind !== "snapshot")
    throw fileError({ file, line: 1 }, "it does not describe a snapshot.", 'Its "_kind" is "snapshot".');
  if (typeof format === "number" && format > formatVersion)
    throw fileError(
      { file, field: "format" },
      `the snapshot has format ${format}, but this till reads formats up to ${formatVersion}.`,
      "Update till, or pull the snapshot again with this version.",
    );
  if (platform !== "wix")
    throw fileError(
      { file, field: "platform" },
      `the snapshot is of the platform ${JSON.stringify(platform)}, but till reads snapshots of "wix".`,
    );
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw fileError(
    { file, field: issue?.path.join(".") || "snapshot" },
    `${issue?.message ?? "the content is invalid"}.`,
    "Pull the snapshot again.",
  );
}

/** Returns the facts of a domain. Throws UsageError if the snapshot does not contain it. */
export function domainFacts(manifest: Manifest, domain: SnapshotDomain, file: string): DomainFacts {
  const facts = manifest.domains[domain];
  if (facts && manifest.format === 1 && !sinceFormat1.includes(domain))
    throw new UsageError(`${file} has format ${manifest.format}, of which ${domain} can no longer be read.`, {
      hint: "Pull the snapshot again into another folder, or name other domains with --only.",
    });
  if (facts) return facts;
  const present = Object.keys(manifest.domains).join(", ");
  throw new UsageError(`${file} contains no ${domain}.`, {
    field: "--only",
    hint: `It contains: ${present}. To read others: till copy pull --only ${domain}`,
  });
}

/** Returns the error for a snapshot whose pull has not ended. */
export function unfinished(path: string): TillError {
  return new TillError(exitCodes.conflict, `${path} is an unfinished pull.`, {
    code: "UNFINISHED_SNAPSHOT",
    hint: `Continue it: run the same till copy pull again. To start again: till copy pull ${path} --restart`,
  });
}

/** Throws UsageError with file, line and field for an object that its schema rejects. */
export function checkSchema(
  { kind, schema }: Pick<ShopObject, "kind" | "schema">,
  object: SnapshotObject,
  at: FileLocation,
): void {
  if (schema === undefined) return;
  const parsed = z.safeParse(schema, object);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join(".");
  throw fileError(
    { ...at, field: path || "_kind" },
    unknown === undefined
      ? `${issue ? messageOf(issue) : "the value is invalid"}.`
      : `a ${kind} has no such field.`,
    "The fields of each kind: till help guide copies",
  );
}

const expected: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${expected[issue.expected] ?? issue.expected}`;
  return issue.code === "invalid_value" ? `expected ${issue.values.map(String).join(" or ")}` : issue.message;
}

/** Returns whether a list of a snapshot changed each time it was read, so that objects may be missing. */
export const isMoved = ({ domains }: Pick<Manifest, "domains">): boolean =>
  Object.values(domains).some(({ moved }) => moved);
