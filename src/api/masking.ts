import { nodeCrypto } from "../kernel/crypto.ts";
import { boundsOf, isTime as isDate, type Schema } from "./schema.ts";
import { kindOf, schemaBelow, shapeOf } from "./schema-fields.ts";

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const emailAddress = /^[^\s@]+@[^\s@]+$/;
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
  revision: /^\d{1,18}$/,
  subdivision: /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/,
  buyerLanguage: formats.LANGUAGE as RegExp,
  siteLanguage: formats.LANGUAGE as RegExp,
  locale: formats.LANGUAGE as RegExp,
  currency: formats.CURRENCY as RegExp,
  brand: /^(?:visa|mastercard|maestro|amex|american_?express|discover|diners|jcb|unionpay)$/i,
};

/** Answers to questions of the shop: their numbers and dates are personal, too. */
const answers = "inputValues";

/** What a copy of the shop knows of a field. */
interface Place {
  schema: Schema | undefined;
  open: OpenTexts | true | undefined;
  name: string;
  isAnswer: boolean;
}

/**
 * Returns an object with substitutes for everything that its model does not mark as safe. Amounts, numbers, dates, enumeration
 * values, GUIDs and codes stay because of their type, and the texts of `open`. All other texts are replaced, and so is
 * everything that is not in the model or has another type there.
 */
export function maskByModel(schema: Schema, value: unknown, open: OpenTexts, fakes: Fakes): unknown {
  return visit(value, { schema, open, name: "", isAnswer: false });

  function visit(value: unknown, place: Place): unknown {
    const { schema, open } = place;
    if (value === null || value === undefined || typeof value === "boolean") return value;
    if (open === true) {
      if (typeof value === "string") return withoutSecrets(value);
      if (schema === undefined || kindOf(schema) === "json") return value;
    }
    if (schema === undefined) return unknownValue(value, place);
    const kind = kindOf(schema);
    if (Array.isArray(value)) {
      const unlisted = open === true ? schema : undefined;
      const item = kind === "array" ? schemaBelow(schema, { at: undefined }) : unlisted;
      return value.map((one) => visit(one, { ...place, schema: item }));
    }
    if (typeof value === "object") {
      if (kind === "object") return fields(value, place, shapeOf(schema));
      const entry = kind === "json" ? schemaBelow(schema, { key: "" }) : undefined;
      return entries(value, place, entry === undefined || kindOf(entry) === "json" ? undefined : entry);
    }
    if (typeof value === "number") return maskNumber(value, kind, place);
    return typeof value === "string" ? maskText(value, schema, kind, place) : undefined;
  }

  function fields(value: object, { open, isAnswer }: Place, shape: Readonly<Record<string, Schema>>): object {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
        // A name that is not in the model is the platform's, unless it does not look like one.
        if (schema === undefined && !/^[A-Za-z]\w{0,50}$/.test(name)) return [];
        const place = { schema, open: openAt(open, name), name, isAnswer: isAnswer || name === answers };
        return [[name, visit(inner, place)]];
      }),
    );
  }

  /** The keys of maps and of free-form JSON are texts, too. */
  function entries(value: object, { open, isAnswer }: Place, schema: Schema | undefined): object {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const known = openAt(open, key) ?? openAt(open, "*");
        const place = { schema, open: known, name: key, isAnswer };
        const kept = known !== undefined || guid.test(key);
        return [kept ? key : fakes.text(key), visit(inner, place)];
      }),
    );
  }

  function unknownValue(value: unknown, place: Place): unknown {
    if (Array.isArray(value)) return value.map((one) => visit(one, place));
    if (typeof value === "object" && value !== null) return entries(value, place, undefined);
    if (typeof value === "string") return maskString(value, place.name);
    return typeof value === "number" ? 0 : undefined;
  }

  function maskNumber(value: number, kind: string, { name, isAnswer, schema }: Place): number {
    if (isAnswer) return 0;
    // A degree is about 100 kilometers.
    if (/^(?:latitude|longitude)$/.test(name)) return Math.round(value);
    const { format } = schema === undefined ? {} : boundsOf(schema);
    return kind === "number" || format === "DECIMAL" ? value : 0;
  }

  function maskText(value: string, schema: Schema, kind: string, { name, isAnswer }: Place): string {
    if (value === "" || guid.test(value)) return value;
    const { values, format = "" } = boundsOf(schema);
    if (values?.includes(value)) return value;
    if (!isAnswer) {
      if (isDate(schema) && isoTime.test(value)) return value;
      if (kind === "number" && formats.DECIMAL?.test(value)) return value;
      if (formats[format]?.test(value) || (Object.hasOwn(names, name) && names[name]?.test(value)))
        return value;
      if (formattedAmount.test(name) && money.test(value)) return value;
    } else if (isDate(schema)) return "2000-01-01T00:00:00.000Z";
    if (format === "GUID") return fakes.guid(value);
    if (format === "EMAIL") return fakes.email(value);
    if (format === "PHONE") return fakes.phone(value);
    if (format === "DECIMAL") return "0";
    if (isDate(schema)) return "2000-01-01T00:00:00.000Z";
    const text = maskString(value, name);
    const { maxLength = text.length } = boundsOf(schema);
    return text.slice(0, Math.max(1, maxLength));
  }

  function maskString(value: string, name: string): string {
    if (value === "" || guid.test(value)) return value;
    if (emailAddress.test(value)) return fakes.email(value);
    if (webAddress.test(value)) return fakes.url(value);
    if (/phone|digits$/i.test(name)) return fakes.phone(value);
    if (/^(?:postalCode|zipCodes?)$/.test(name)) return fakes.postalCode(value);
    return fakes.text(value);
  }
}

const openAt = (open: Place["open"], key: string) =>
  typeof open === "object" && Object.hasOwn(open, key) ? open[key] : undefined;

/** Returns a public text; an address without query, fragment and password, which may be secret. */
function withoutSecrets(text: string): string {
  if (!webAddress.test(text) || !/[?#@]/.test(text)) return text;
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : text;
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
    email: (text) => `${code("email", text.trim().toLowerCase())}@example.com`,
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

/** Which texts of an object stay as they are, by field; lists do not count as a level, and `*` is every key of a map. */
export interface OpenTexts {
  readonly [field: string]: OpenTexts | true;
}

/**
 * Returns the texts that stay from their paths, such as `options[].choices[].description`. `description.**` is every text of
 * the model below the field. Throws for a path that is not that of a text in the schema.
 */
export function openTexts(schema: Schema, paths: readonly string[]): OpenTexts {
  const root: Record<string, OpenTexts | true> = {};
  for (const path of paths) {
    let node = root;
    let at: Schema = schema;
    const names = path.split(/[.[\]]+/).filter(Boolean);
    for (const [index, name] of names.entries()) {
      const inner = withoutLists(at);
      if (name === "**") {
        Object.assign(node, everyText(inner));
        break;
      }
      const below = schemaBelow(inner, { key: name });
      if (below === undefined) throw new Error(`"${path}" is not in the schema: it has no ${name}`);
      at = below;
      if (index === names.length - 1) {
        const kind = kindOf(withoutLists(at));
        if (kind !== "text" && kind !== "json") throw new Error(`"${path}" is not a text`);
        node[name] = true;
      } else {
        node[name] ??= {};
        node = node[name] as Record<string, OpenTexts | true>;
      }
    }
  }
  return root;
}

/** Returns the schema of the items of a list, or the schema itself. */
function withoutLists(schema: Schema): Schema {
  const item = kindOf(schema) === "array" ? schemaBelow(schema, { at: undefined }) : undefined;
  return item === undefined ? schema : withoutLists(item);
}

function everyText(schema: Schema): OpenTexts {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]): [string, OpenTexts | true] => {
    const inner = withoutLists(field);
    return [name, kindOf(inner) === "object" ? everyText(inner) : true];
  });
  return Object.fromEntries(fields);
}
