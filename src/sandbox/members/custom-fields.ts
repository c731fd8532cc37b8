import type { MemberCustomField } from "../../api/services/members.ts";
import { entityKind, type Kind, newEntity, type Stored, slugOf } from "../kernel/entities.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import type { Profile } from "./members.ts";

/** A field of member profiles that the site defined. Its key stays if the field is renamed. */
export type StoredCustomField = Stored<MemberCustomField, "name" | "key"> & { internal: { place: number } };

const table: Table<StoredCustomField> = { name: "memberCustomFields" };

export const customFieldKind: Kind<StoredCustomField> = {
  ...entityKind(table, "members.v1", "custom field"),
  show: showCustomField,
  withoutEvents: true,
};

/** Returns a custom field in API form. */
export function showCustomField({ internal, ...field }: StoredCustomField): MemberCustomField {
  return field;
}

/** Returns the custom fields of the site in order. */
export const allCustomFields = (tx: Tx): StoredCustomField[] =>
  [...tx.each(table)].sort((one, other) => one.internal.place - other.internal.place);

const maxFields = 100;

/** Adds a custom field after the others. Throws PlatformError 409 if there is one with its name. */
export function newCustomField(tx: Tx, given: Partial<MemberCustomField>): StoredCustomField {
  const name = given.name ?? "";
  requireFreeName(tx, name);
  const known = allCustomFields(tx);
  if (known.length >= maxFields)
    throw new PlatformError(409, "FIELDS_LIMIT_REACHED", `There are ${maxFields} custom fields, the maximum`);
  return {
    ...newEntity(tx),
    name,
    key: freeKey(known, `custom.${slugOf(name) || "field"}`),
    fieldType: given.fieldType ?? "TEXT",
    socialType: given.socialType || undefined,
    defaultPrivacy: given.defaultPrivacy ?? "PUBLIC",
    fieldOrigin: "CUSTOM",
    appliesTo: "ALL_MEMBERS",
    section: given.fieldType === "SOCIAL" ? "SOCIAL" : "GENERAL",
    internal: { place: (known.at(-1)?.internal.place ?? 0) + 1 },
  };
}

/** Throws PlatformError 409 `FIELD_ALREADY_EXISTS` if a custom field, other than `own`, has the name in any case. */
export function requireFreeName(tx: Tx, name: string, own?: StoredCustomField): void {
  const isTaken = allCustomFields(tx).some(
    (field) => field.id !== own?.id && field.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken)
    throw new PlatformError(409, "FIELD_ALREADY_EXISTS", `There is already a custom field "${name}"`, {
      name,
    });
}

/** Returns a key that no field has: `custom.size`, else `custom.size-1`, `custom.size-2` … */
function freeKey(known: readonly StoredCustomField[], base: string): string {
  const isTaken = (key: string) => known.some((field) => field.key === key);
  let key = base;
  for (let n = 1; isTaken(key); n++) key = `${base}-${n}`;
  return key;
}

type Values = Record<string, { name?: string | null; value?: unknown }>;

/** Returns the values of a profile's custom fields by key. The platform drops values of fields that are not defined. */
export function customFieldsOf(tx: Tx, { customFields }: Profile): Values {
  const entries = allCustomFields(tx).flatMap(
    ({ key, name }): [string, { name: string; value: unknown }][] => {
      const found = customFields?.find((one) => one.name === key || one.name === name);
      const value = Object.values(found?.value ?? {}).find((one) => one != null);
      return value == null || value === "" ? [] : [[key, { name, value: plain(value) }]];
    },
  );
  return Object.fromEntries(entries);
}

/**
 * Sets custom fields of a profile by key; null clears one. Values of fields that are not defined are dropped, as on the
 * platform.
 */
export function withCustomFields(tx: Tx, profile: Profile, given: Values | null | undefined): Profile {
  const known = allCustomFields(tx).filter(({ key }) => given && Object.hasOwn(given, key));
  if (known.length === 0) return profile;
  const names = known.flatMap(({ key, name }) => [key, name]);
  const kept = (profile.customFields ?? []).filter(({ name }) => !names.includes(name ?? ""));
  const written = known.flatMap(({ key }) => {
    const value = given?.[key]?.value;
    return value == null ? [] : [{ name: key, value: wrapped(value) }];
  });
  return { ...profile, customFields: [...kept, ...written] };
}

type Value = NonNullable<NonNullable<Profile["customFields"]>[number]["value"]>;

function wrapped(value: unknown): Value {
  if (typeof value === "number") return { numValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return { strValue: typeof value === "string" ? value : JSON.stringify(value) };
}

/** Lists and maps are one level deeper in a profile. */
const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "value" in value ? value.value : value;
