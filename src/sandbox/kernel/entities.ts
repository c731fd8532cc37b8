import type { ViolatedRule } from "../../api/bounds.ts";
import { violation } from "../../api/violations.ts";
import { emitDomainEvent } from "./outbox.ts";
import { InvalidInput, PlatformError, type Table, type Tx } from "./tx.ts";

/** The fields of every document with revisions. */
export interface Entity {
  id: string;
  /** An integer as text, incremented by each change. */
  revision: string;
  createdDate: string;
  updatedDate: string;
}

/** A kind of document with revisions. */
export interface Kind<T extends Entity> {
  table: Table<T>;
  /** For example `wix.stores.catalog.v3.brand`. */
  fqdn: string;
  /** The name in messages and error codes: `info section`. */
  name: string;
  /** Returns the API document: removes internal fields and adds fields that depend on the time. */
  show(doc: T, now: Date): object;
  /** Deleted events carry the id only. */
  deletedWithoutEntity?: boolean;
  /** The platform emits no events for it. */
  withoutEvents?: boolean;
}

/** Returns a document. Throws PlatformError 404 (`BRAND_NOT_FOUND`) if it does not exist. */
export function entityOf<T extends Entity>(tx: Tx, { table, name }: Kind<T>, id: string): T {
  const doc = tx.get(table, id);
  if (doc !== undefined) return doc;
  const code = `${name.replaceAll(" ", "_").toUpperCase()}_NOT_FOUND`;
  throw new PlatformError(404, code, `There is no ${name} ${shown(id)}`, { id });
}

/** Returns what a request has in the place of a text. */
const shown = (value: unknown): string =>
  typeof value === "string" ? value : value == null ? "absent" : JSON.stringify(value);

/** Returns the entity fields of a new document. */
export function newEntity(tx: Tx, id: string = tx.newId()): Entity {
  const now = tx.now.toISOString();
  return { id, revision: "1", createdDate: now, updatedDate: now };
}

/** Throws PlatformError 409 `REVISION_MISMATCH` if a change is based on an older revision. */
export function checkRevision(
  { id, revision }: Entity,
  given: string | null | undefined,
  name: string,
): void {
  if (given === revision) return;
  const message = `The ${name} ${id} was changed: its revision is ${revision}, not ${shown(given)}`;
  throw new PlatformError(409, "REVISION_MISMATCH", message, { id, currentRevision: revision });
}

/** Stores a new document and emits its created event. */
export function insertEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): T {
  tx.put(kind.table, doc.id, doc);
  if (!kind.withoutEvents) {
    const createdEvent = { entity: kind.show(doc, tx.now) };
    emitDomainEvent(tx, kind.fqdn, "created", doc.id, { createdEvent });
  }
  return doc;
}

/** Returns a changed document as its next revision. */
export function nextRevision<T extends Entity>(tx: Tx, doc: T): T {
  return { ...doc, revision: String(Number(doc.revision) + 1), updatedDate: tx.now.toISOString() };
}

/** Stores a changed document as the next revision and emits its updated event. */
export function replaceEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): T {
  const after = nextRevision(tx, doc);
  tx.put(kind.table, after.id, after);
  if (!kind.withoutEvents) {
    const updatedEvent = { currentEntity: kind.show(after, tx.now) };
    emitDomainEvent(tx, kind.fqdn, "updated", after.id, { updatedEvent });
  }
  return after;
}

/** Deletes a document and emits its deleted event. */
export function removeEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): void {
  tx.remove(kind.table, doc.id);
  if (kind.withoutEvents) return;
  const deletedEvent = kind.deletedWithoutEntity ? {} : { deletedEntity: kind.show(doc, tx.now) };
  emitDomainEvent(tx, kind.fqdn, "deleted", doc.id, { deletedEvent });
}

/** Returns a name. Throws InvalidInput if it is empty or consists of spaces. */
export function requiredName(field: string, name: string | null | undefined): string {
  if (!name) throw ruleViolation(field, "REQUIRED_FIELD", "must not be empty");
  if (name.trim() === "") throw ruleViolation(field, "ONLY_SPACES_STRING_ERROR", "must not be spaces only");
  return name;
}

/** The platform's rules behind service-specific ones. The default is OTHER. */
const ownRules: Readonly<Record<string, ViolatedRule>> = { ID_NOT_ALLOWED_IN_REQUEST: "FIELD_NOT_ALLOWED" };

/** Returns an InvalidInput error for a rule with a service-specific name. */
export function ruleViolation(field: string, ruleName: string, description: string, data = {}): InvalidInput {
  const rule = ruleName === "REQUIRED_FIELD" ? ruleName : (ownRules[ruleName] ?? "OTHER");
  return new InvalidInput([{ ...violation(field, rule, description, data), ruleName }]);
}

/** A stored document: the API model with revisions, and with the `Required` fields always present. */
export type Stored<Model, Required extends keyof Model = never> = Model &
  Entity & { [K in Required]-?: NonNullable<Model[K]> };

/** Returns the kind of a table's documents, with the FQDN `wix.<area>.<name>`. */
export function entityKind<T extends Entity>(table: Table<T>, area: string, name: string): Kind<T> {
  return { table, fqdn: `wix.${area}.${name.replaceAll(" ", "_")}`, name, show: (doc) => doc };
}

/** Letters that Unicode does not decompose into a base letter and a mark. */
const slugReplacements: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};
const maxSlugLength = 100;

/** Returns a name as a slug: lower-case ASCII letters, digits and single dashes; may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => slugReplacements[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "");
}

/** Returns a slug that no document of the table has: `mug`, else `mug-1`, `mug-2` … */
export function freeSlug<T>(tx: Tx, table: Table<T>, name: string, fallback: string): string {
  const base = slugOf(name) || fallback;
  let slug = base;
  for (let n = 1; tx.findBy(table, "slug", slug) !== undefined; n++) {
    const suffix = `-${n}`;
    slug = base.slice(0, maxSlugLength - suffix.length) + suffix;
  }
  return slug;
}

/** Throws PlatformError 409 if another document of the table has the slug. */
export function requireFreeSlug<T extends { id: string }>(
  tx: Tx,
  table: Table<T>,
  slug: string,
  id: string,
): void {
  const owner = tx.findBy(table, "slug", slug);
  if (owner !== undefined && owner.id !== id) {
    throw new PlatformError(409, "SLUG_ALREADY_IN_USE", `The slug "${slug}" is taken`, {
      slug,
      id: owner.id,
    });
  }
}

/** Returns a function that calls `make` on its first call, and returns the same result from then on. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
