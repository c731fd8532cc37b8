import { nodeCrypto } from "../kernel/crypto.ts";
import { isRecord } from "../kernel/json.ts";
import { type Endpoint, valueAt } from "./endpoint.ts";
import { boundsOf, isTime as isDate, type Schema } from "./schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "./schema-fields.ts";

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const emailAddress = /^[^\s@]+@[^\s@]+$/;
const emailAddresses = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const webAddress = /^[a-z][a-z0-9+.-]*:\/\//i;
/** An amount with its currency: `$1,234.50`, `12,50 €`, `CHF 5`. */
const money = /^-?(?:[A-Z]{1,3}|\p{Sc}){0,2}\s?-?\d[\d.,'’\s]*\s?(?:[A-Z]{3}|\p{Sc})?$/u;

/** The names of fields with an amount as text. Others, such as formatted addresses, can be digits only, too. */
const formattedAmount = /^formatted\w*(?:Amount|Cost|Price|Profit|Value)$/;

/** What texts look like that stay because of their format. */
const formats: Readonly<Record<string, RegExp>> = {
  GUID: guid,
  DECIMAL: /^-?\d{1,20}(?:\.\d{1,20})?$/,
  CURRENCY: /^[A-Z]{3}$/,
  COUNTRY: /^[A-Z]{2,3}$/,
  LANGUAGE: /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/,
  LOCAL_DATE: /^\d{4}-\d\d-\d\d$/,
};

/** What texts look like that stay because of the name of their field. */
const names: Readonly<Record<string, RegExp>> = {
  subdivision: /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/,
  currency: formats.CURRENCY as RegExp,
  brand: /^(?:visa|mastercard|maestro|amex|american_?express|discover|diners|jcb|unionpay)$/i,
};

/** A value and where it is. */
interface Place {
  /** Absent for what is not in the contract. */
  schema: Schema | undefined;
  /** Whether its texts are personal; `all`: its numbers and dates, too. */
  personal: boolean | "all";
  /** The name of its field. */
  name: string;
}

/**
 * Returns a value with substitutes for personal data, by the schema of the contract. Everything is personal that `x-till-personal`
 * does not say is open: texts, and what is not in the schema or has another type there. Amounts, numbers, dates, enumeration
 * values, GUIDs and codes stay because of their type. In what is open, only email addresses are replaced.
 */
export function maskValue(
  schema: Schema | undefined,
  value: unknown,
  fakes: Fakes,
  personal: Place["personal"] = true,
): unknown {
  return visit(value, entered(undefined, { schema, personal, name: "" }), fakes);
}

/** Returns the place with what its own schema says of personal data. `holder`: the object that has the field. */
function entered(holder: object | undefined, place: Place): Place {
  const rule = place.schema?.["x-till-personal"];
  if (rule === undefined || (rule === true && place.personal === "all")) return place;
  if (typeof rule !== "object") return { ...place, personal: rule };
  if (rule.unless === undefined) return place;
  return { ...place, personal: !valueAt(holder, rule.unless) };
}

function visit(value: unknown, place: Place, fakes: Fakes): unknown {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  const { schema } = place;
  const kind = schema === undefined ? "json" : schemaKind(schema);
  if (Array.isArray(value)) {
    if (kind !== "array" && kind !== "json") return visit(value, unknownIn(place), fakes);
    const item = schema && schemaBelow(schema, { at: undefined });
    return value.map((one) => visit(one, entered(undefined, { ...place, schema: item }), fakes));
  }
  if (isRecord(value)) {
    if (kind === "object") return visitFields(value, place, fakes);
    return kind === "json" ? visitEntries(value, place, fakes) : visit(value, unknownIn(place), fakes);
  }
  if (typeof value === "number") return place.personal ? maskNumber(value, kind, place) : value;
  if (typeof value !== "string") return undefined;
  return place.personal ? maskText(value, place, fakes) : maskEmails(withoutSecrets(value), fakes);
}

/** A value of another type than that of the contract is personal. */
const unknownIn = ({ name }: Place): Place => ({ schema: undefined, personal: true, name });

function visitFields(holder: object, { schema, personal }: Place, fakes: Fakes): object {
  const shape = shapeOf(schema);
  return Object.fromEntries(
    Object.entries(holder).flatMap(([name, inner]) => {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      // A name that is not in the model is the platform's, unless it does not look like one.
      if (known === undefined && personal && !/^[A-Za-z]\w{0,50}$/.test(name)) return [];
      return [[name, visit(inner, entered(holder, { schema: known, personal, name }), fakes)]];
    }),
  );
}

/** The keys of maps and of free-form JSON are texts, too. */
function visitEntries(holder: object, { schema, personal }: Place, fakes: Fakes): object {
  const rule = schema?.["x-till-personal"];
  const open = typeof rule === "object" ? rule.open : undefined;
  return Object.fromEntries(
    Object.entries(holder).map(([key, inner]) => {
      const isOpen = !personal || open?.includes(key);
      const below = schema && schemaBelow(schema, { key });
      const place = entered(holder, { schema: below, personal: isOpen ? false : personal, name: key });
      const kept = isOpen ? maskEmails(key, fakes) : guid.test(key) ? key : fakes.text(key);
      return [kept, visit(inner, place, fakes)];
    }),
  );
}

function maskNumber(value: number, kind: string, { name, personal, schema }: Place): number {
  if (personal === "all") return 0;
  // A degree is about 100 kilometers.
  if (/^(?:latitude|longitude)$/.test(name)) return Math.round(value);
  return kind === "number" || schema?.format === "decimal" ? value : 0;
}

function maskText(value: string, { schema = {}, name, personal }: Place, fakes: Fakes): string {
  if (value === "" || guid.test(value)) return value;
  const { values, format = "", maxLength } = boundsOf(schema);
  if (values?.includes(value)) return value;
  if (personal !== "all") {
    if (isDate(schema) && isoTime.test(value)) return value;
    if (schemaKind(schema) === "number" && formats.DECIMAL?.test(value)) return value;
    if (formats[format]?.test(value) || (Object.hasOwn(names, name) && names[name]?.test(value)))
      return value;
    if (formattedAmount.test(name) && money.test(value)) return value;
  }
  if (isDate(schema)) return "2000-01-01T00:00:00.000Z";
  if (format === "LOCAL_DATE") return "2000-01-01";
  if (format === "GUID") return fakes.guid(value);
  if (format === "EMAIL") return fakes.email(value);
  if (format === "PHONE") return fakes.phone(value);
  if (format === "DECIMAL") return "0";
  const text = substitute(value, name, fakes);
  return text.slice(0, Math.max(1, maxLength ?? text.length));
}

/** Returns the substitute of a personal text in a field of this name. */
export function substitute(value: string, name: string, fakes: Fakes): string {
  if (value === "" || guid.test(value)) return value;
  if (emailAddress.test(value)) return fakes.email(value);
  if (webAddress.test(value)) return fakes.url(value);
  if (/phones?$|digits$/i.test(name)) return fakes.phone(value);
  if (/^(?:postalCode|zipCodes?)$/.test(name)) return fakes.postalCode(value);
  return fakes.text(value);
}

/** Returns a text with its email addresses replaced. */
export const maskEmails = (text: string, fakes: Fakes): string =>
  text.replace(emailAddresses, (email) => fakes.email(email));

/** Returns an open text; an address without query, fragment and password, which may be secret. */
function withoutSecrets(text: string): string {
  if (!webAddress.test(text) || !/[?#@]/.test(text)) return text;
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : text;
}

/** What is known of a call: everything that an unknown call says is personal. */
type KnownCall = Pick<Endpoint, "personal" | "input" | "result" | "items"> | undefined;

/** Returns the body of a response with substitutes for personal data. Of errors, only email addresses are replaced. */
export function maskResult(endpoint: KnownCall, body: unknown, fakes: Fakes, failed = false): unknown {
  if (typeof body === "string") return maskEmails(body, fakes);
  return maskValue(
    failed ? undefined : endpoint?.result,
    body,
    fakes,
    !failed && (endpoint?.personal ?? true),
  );
}

/** Returns the input of a call with substitutes for personal data. Filters are masked by the fields that they name. */
export function maskInput(endpoint: KnownCall, input: unknown, fakes: Fakes): unknown {
  const personal = endpoint?.personal ?? true;
  const list = endpoint?.items && schemaBelowAll(endpoint.result, endpoint.items);
  if (!list || !personal) return maskValue(endpoint?.input, input, fakes, personal);
  const item = entered(undefined, { schema: withoutLists(list), personal, name: "" });
  const masked = maskValue(endpoint.input, input, fakes, personal);
  return ["filter", "query.filter", "search.filter"].reduce((result, path) => {
    const filter = valueAt(input, path);
    return isRecord(filter) ? withValue(result, path.split("."), maskFilter(filter, item, fakes)) : result;
  }, masked);
}

/** Masks a filter: `{"buyerInfo.email": {"$eq": …}}`. */
function maskFilter(value: unknown, place: Place, fakes: Fakes): unknown {
  if (Array.isArray(value)) return value.map((one) => maskFilter(one, place, fakes));
  if (!isRecord(value))
    return visit(value, { ...place, schema: place.schema && withoutLists(place.schema) }, fakes);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key.startsWith("$")) return [key, maskFilter(inner, place, fakes)];
      const below = key.split(".").reduce((at: Place, name): Place => {
        const schema = at.schema && schemaBelow(withoutLists(at.schema), { key: name });
        return entered(undefined, { schema, personal: at.personal, name });
      }, place);
      const isKnown = below.schema !== undefined || !below.personal;
      return [isKnown ? key : fakes.text(key), maskFilter(inner, below, fakes)];
    }),
  );
}

const schemaBelowAll = (schema: Schema, path: string): Schema | undefined =>
  path.split(".").reduce((at: Schema | undefined, key) => at && schemaBelow(at, { key }), schema);

/** Returns the schema of the items of a list, or the schema itself. */
function withoutLists(schema: Schema): Schema {
  const item = schemaKind(schema) === "array" ? schemaBelow(schema, { at: undefined }) : undefined;
  return item === undefined ? schema : withoutLists(item);
}

function withValue(holder: unknown, [key = "", ...rest]: string[], value: unknown): unknown {
  if (!isRecord(holder)) return holder;
  return { ...holder, [key]: rest.length === 0 ? value : withValue(holder[key], rest, value) };
}

/** Returns substitutes of personal texts. The same text has the same substitute. */
export interface Fakes {
  email(text: string): string;
  /** Keeps the length and the punctuation. */
  phone(text: string): string;
  /** Keeps the first half, at most two characters, and the shape. */
  postalCode(text: string): string;
  url(text: string): string;
  guid(text: string): string;
  /** Names stay words, so that first and last name are those of the full name; other texts become a code. */
  text(text: string): string;
}

/** Returns substitutes that are one text: `*` matches any, and an empty one leaves personal data out. */
export function oneText(text: string): Fakes {
  const same = () => text;
  return { email: same, phone: same, postalCode: same, url: same, guid: same, text: same };
}

/** A substitute stays as it is when a text that has it is masked again. */
const fakeEmail = /^[0-9a-f]{12}@example\.com$/;
/** A name: up to four words of letters. */
const name = /^\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,3}$/u;
const consonants = "bdfghjklmnprstvz";
const vowels = "aeio";

/** Returns substitutes that depend on a key: without the key, nobody can find out whether a text was a certain one. */
export function createFakes(key: Uint8Array): Fakes {
  const { createHmac } = nodeCrypto();
  const digest = (kind: string, text: string) => createHmac("sha256", key).update(`${kind}:${text}`).digest();
  const code = (kind: string, text: string) => digest(kind, text).toString("hex").slice(0, 12);
  const word = (text: string) => {
    const bytes = digest("word", text.toLowerCase()).subarray(0, 4);
    const syllables = [...bytes].map((byte) => `${consonants[byte >> 4]}${vowels[byte & 3]}`).join("");
    return syllables.charAt(0).toUpperCase() + syllables.slice(1);
  };
  const digits = (kind: string, text: string, from: number) => {
    const bytes = digest(kind, text);
    return [...text]
      .map((char, at) => {
        const byte = bytes[at % bytes.length] ?? 0;
        if (at < from) return char;
        if (/\d/.test(char)) return String(byte % 10);
        return /\p{L}/u.test(char)
          ? String.fromCharCode(65 + (byte % 26))
          : /[ ()+./-]/.test(char)
            ? char
            : "0";
      })
      .join("");
  };
  return {
    email: (text) =>
      fakeEmail.test(text) ? text : `${code("email", text.trim().toLowerCase())}@example.com`,
    phone: (text) => digits("phone", text, 0).replace(/[A-Z]/g, "0"),
    postalCode: (text) => digits("postal code", text, Math.min(2, Math.floor(text.length / 2))),
    url: (text) => `https://masked.example/${code("url", text)}`,
    guid: (text) => {
      const hex = digest("guid", text).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    text: (text) => (name.test(text) ? text.split(" ").map(word).join(" ") : `masked ${code("text", text)}`),
  };
}
