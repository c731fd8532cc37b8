import { violation } from "../../../api/violations.ts";
import { emitDomainEvent } from "../domain-events.ts";
import { InvalidInput } from "../invalid.ts";
import { PlatformError, type Table, type Tx } from "../tx.ts";

/** What every document with revisions has. */
export interface Entity {
  id: string;
  /** A whole number as text, one more with each change. */
  revision: string;
  createdDate: string;
  updatedDate: string;
}

/** One kind of document with revisions, and what the platform calls it. */
export interface Kind<T extends Entity> {
  table: Table<T>;
  /** Such as `wix.stores.catalog.v3.brand`. */
  fqdn: string;
  /** As people read it. */
  noun: string;
  /** Takes off what only the sandbox knows, and adds what follows from the time. */
  show(doc: T, now: Date): object;
  /** Its deletion is told by the id alone. */
  goesUnseen?: boolean;
  /** The platform has no events of it. */
  untold?: boolean;
}

/** The document, or PlatformError 404 (`BRAND_NOT_FOUND`). */
export function entityOf<T extends Entity>(tx: Tx, { table, noun }: Kind<T>, id: string): T {
  const doc = tx.get(table, id);
  if (doc !== undefined) return doc;
  const code = `${noun.replaceAll(" ", "_").toUpperCase()}_NOT_FOUND`;
  throw new PlatformError(404, code, `There is no ${noun} ${id}`, { id });
}

/** The first revision of a new document. */
export function newEntity(tx: Tx, id: string = tx.newId()): Entity {
  const now = tx.now.toISOString();
  return { id, revision: "1", createdDate: now, updatedDate: now };
}

/** Refuses a change that was made on an older state: 409 `REVISION_MISMATCH`. */
export function checkRevision(
  { id, revision }: Entity,
  given: string | null | undefined,
  noun: string,
): void {
  if (given === revision) return;
  const message = `The ${noun} ${id} was changed: its revision is ${revision}, not ${given ?? "absent"}`;
  throw new PlatformError(409, "REVISION_MISMATCH", message, { id, currentRevision: revision });
}

/** Stores a new document and tells of it. */
export function insertEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): T {
  tx.put(kind.table, doc.id, doc);
  if (!kind.untold) {
    const createdEvent = { entity: kind.show(doc, tx.now) };
    emitDomainEvent(tx, kind.fqdn, "created", doc.id, { createdEvent });
  }
  return doc;
}

/** Stores a changed document as the next revision and tells of it. */
export function replaceEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): T {
  const after = { ...doc, revision: String(Number(doc.revision) + 1), updatedDate: tx.now.toISOString() };
  tx.put(kind.table, after.id, after);
  if (!kind.untold) {
    const updatedEvent = { currentEntity: kind.show(after, tx.now) };
    emitDomainEvent(tx, kind.fqdn, "updated", after.id, { updatedEvent });
  }
  return after;
}

/** Forgets a document and tells of it. */
export function removeEntity<T extends Entity>(tx: Tx, kind: Kind<T>, doc: T): void {
  tx.remove(kind.table, doc.id);
  if (kind.untold) return;
  const deletedEvent = kind.goesUnseen ? {} : { deletedEntity: kind.show(doc, tx.now) };
  emitDomainEvent(tx, kind.fqdn, "deleted", doc.id, { deletedEvent });
}

/** Refuses a name of spaces only, and gives it back otherwise. */
export function spokenName(field: string, name: string | null | undefined): string {
  if (!name) throw ruleBroken(field, "REQUIRED_FIELD", "must not be empty");
  if (name.trim() === "") throw ruleBroken(field, "ONLY_SPACES_STRING_ERROR", "must not be spaces only");
  return name;
}

/** A violation of one of the rules that a service names itself. */
export function ruleBroken(field: string, ruleName: string, description: string, data = {}): InvalidInput {
  const rule = ruleName === "REQUIRED_FIELD" ? "REQUIRED_FIELD" : "FORMAT";
  return new InvalidInput([{ ...violation(field, rule, description, data), ruleName }]);
}

/** A document as it is stored: the API's model with revisions, and with fields that the model may lack. */
export type Stored<Model, Held extends keyof Model = never> = Model &
  Entity & { [K in Held]-?: NonNullable<Model[K]> };

/** Returns the kind of a table's documents, with the platform's name for them: `wix.<area>.<noun>`. */
export function kindOf<T extends Entity>(table: Table<T>, area: string, noun: string): Kind<T> {
  return { table, fqdn: `wix.${area}.${noun.replaceAll(" ", "_")}`, noun, show: (doc) => doc };
}
