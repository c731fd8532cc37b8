import type {
  DataCollection,
  DataField,
  DataItem,
  DataPermissions,
  FieldType,
} from "../../api/services/site-data.ts";
import { isRecord } from "../../kernel/json.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";

/** A stored collection: its declared fields without those that every collection has. */
export interface StoredCollection {
  id: string;
  revision: string;
  displayName: string;
  displayField?: string;
  fields: DataField[];
  permissions: Permissions;
  plugins?: DataCollection["plugins"];
  createdDate: string;
  updatedDate: string;
}
type Access = NonNullable<DataPermissions["read"]>;
type Permissions = Record<"insert" | "update" | "remove" | "read", Access>;

/** A stored item. `references` has the targets of multi-reference fields. */
export interface StoredItem {
  collectionId: string;
  itemId: string;
  /** The order of insertion, which is the order of lists without a sort. */
  place: number;
  data: Record<string, unknown>;
  references: Record<string, string[]>;
}

export const collections: Table<StoredCollection> = { name: "dataCollections" };
export const items: Table<StoredItem> = {
  name: "dataItems",
  columns: {
    collectionId: "text",
    place: "number",
  },
};

/** Returns the ID of an item in its table. */
export const itemKey = (collectionId: string, itemId: string): string => `${collectionId} ${itemId}`;

/** Returns a collection. Throws PlatformError 404 `WDE0025`, which storefronts expect of a missing one. */
export function dataCollectionOf(tx: Tx, id: string | null | undefined): StoredCollection {
  const collection = tx.get(collections, id ?? "");
  if (collection) return collection;
  const message = `WDE0025: The ${id} collection does not exist. Create it with dataCollections.create`;
  throw new PlatformError(404, "WDE0025", message, { collectionId: id, dataCollectionId: id });
}

const systemFields: readonly DataField[] = [
  { key: "_id", displayName: "ID", type: "TEXT", systemField: true },
  { key: "_createdDate", displayName: "Created Date", type: "DATETIME", systemField: true },
  { key: "_updatedDate", displayName: "Updated Date", type: "DATETIME", systemField: true },
  { key: "_owner", displayName: "Owner", type: "TEXT", systemField: true },
];

/** Returns a collection in API form. */
export function showCollection(collection: StoredCollection): DataCollection {
  return { ...collection, collectionType: "NATIVE", fields: [...systemFields, ...collection.fields] };
}

const readOnly: Permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" };

/** Returns a new collection, which everyone may read and admins may change unless it says otherwise. */
export function newCollection(tx: Tx, id: string, given: Partial<DataCollection>): StoredCollection {
  const now = tx.now.toISOString();
  return {
    id,
    revision: "1",
    displayName: given.displayName || id,
    displayField: given.displayField || undefined,
    fields: userFields(given.fields),
    permissions: { ...readOnly, ...givenPermissions(given.permissions) },
    plugins: given.plugins ?? undefined,
    createdDate: now,
    updatedDate: now,
  };
}

/** Returns the fields of a request without those that every collection has. */
export const userFields = (fields: readonly DataField[] | null | undefined): DataField[] =>
  (fields ?? []).filter(({ key, systemField }) => !systemField && !key?.startsWith("_"));

/** Returns the permissions that a request sets. */
export const givenPermissions = (permissions: DataPermissions | null | undefined): Partial<Permissions> =>
  Object.fromEntries(Object.entries(permissions ?? {}).filter(([, value]) => value != null));

export type Operation = keyof Permissions;

/** Throws PlatformError 403 `WDE0027` if the caller may not do this with items of the collection. */
export function requirePermission(
  { caller }: Tx,
  { id, permissions }: StoredCollection,
  operation: Operation,
  owner?: unknown,
): void {
  if (caller.role === "admin") return;
  const access = permissions[operation];
  if (access === "ANYONE") return;
  if (access === "SITE_MEMBER" && caller.memberId) return;
  const isAuthor = caller.memberId !== undefined && (owner === undefined || owner === caller.memberId);
  if (access === "SITE_MEMBER_AUTHOR" && isAuthor) return;
  const message = `WDE0027: The current user does not have permissions to ${operation} on the ${id} collection.`;
  throw new PlatformError(403, "WDE0027", message, { dataCollectionId: id, operation });
}

/** Returns the fields of items with the types of their values, in the order in which the fields appear. */
export function inferFields(found: readonly Readonly<Record<string, unknown>>[]): DataField[] {
  // Undefined for fields whose values say nothing so far.
  const types = new Map<string, FieldType | undefined>();
  for (const data of found)
    for (const [key, value] of Object.entries(data)) {
      if (key.startsWith("_")) continue;
      const type = typeOfValue(value);
      const known = types.get(key);
      types.set(key, known === undefined || type === undefined ? (known ?? type) : widened(known, type));
    }
  return [...types].map(([key, type = "ANY"]) => ({ key, displayName: labelOf(key), type }));
}

/** Returns the type of a value; undefined for one that says nothing. */
function typeOfValue(value: unknown): FieldType | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number") return "NUMBER";
  if (typeof value === "boolean") return "BOOLEAN";
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? "ARRAY_STRING" : "ARRAY";
  if (isRecord(value)) {
    if ("$date" in value) return "DATETIME";
    return "nodes" in value ? "RICH_CONTENT" : "OBJECT";
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return "DATETIME";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "DATE";
  if (/^wix:image:|^https?:\S+\.(png|jpe?g|gif|webp|svg)$/i.test(text)) return "IMAGE";
  if (/^https?:\/\/\S+$/.test(text)) return "URL";
  return /^\s*<[a-z][^>]*>/i.test(text) ? "RICH_TEXT" : "TEXT";
}

const texts: ReadonlySet<string> = new Set(["TEXT", "URL", "RICH_TEXT", "IMAGE", "DATE", "DATETIME"]);

/** Returns the type that has values of both types. */
function widened(one: FieldType, other: FieldType): FieldType {
  if (one === other) return one;
  return texts.has(one) && texts.has(other) ? "TEXT" : "ANY";
}

/** Returns a key such as `publishDate` in words: `Publish date`. */
function labelOf(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the multi-reference fields of a collection by key, with the collections that they refer to. */
export const multiReferences = ({ fields }: StoredCollection): Map<string, string> =>
  new Map(
    fields.flatMap(({ key, type, typeMetadata }): [string, string][] =>
      type === "MULTI_REFERENCE" && key
        ? [[key, typeMetadata?.multiReference?.referencedCollectionId ?? ""]]
        : [],
    ),
  );

/** Returns the collection that a reference field refers to; undefined for other fields. */
export function referredCollection({ fields }: StoredCollection, key: string): string | undefined {
  const { typeMetadata } = fields.find((field) => field.key === key) ?? {};
  return (
    typeMetadata?.reference?.referencedCollectionId ??
    typeMetadata?.multiReference?.referencedCollectionId ??
    undefined
  );
}

/** Returns an item in API form, with the fields that were asked for. */
export function showItem(
  { collectionId, itemId, data }: StoredItem,
  fields?: readonly (string | null)[] | null,
): DataItem {
  if (!fields?.length) return { id: itemId, dataCollectionId: collectionId, data };
  const asked = new Set(["_id", ...fields.map((field) => field?.split(".")[0])]);
  const shown = Object.fromEntries(Object.entries(data).filter(([key]) => asked.has(key)));
  return { id: itemId, dataCollectionId: collectionId, data: shown };
}
