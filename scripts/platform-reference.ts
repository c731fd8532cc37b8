import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TopicKind } from "../src/api/contract/contract.ts";
import { operatorSets } from "../src/api/query/filter.ts";

/** A field as the reference has it. `type` is `string`, `object:Order`, `array:enum:Status`, … */
export interface ReferenceField {
  type: string;
  /** `readonly`, `internal`, `deprecated`, `format` and bounds. */
  [fact: string]: unknown;
}
export type ReferenceFields = Readonly<Record<string, ReferenceField>>;

export interface ReferenceCall {
  request: ReferenceFields;
  response: ReferenceFields;
  /** The paths of the input that must be present; those inside lists as well. */
  required: readonly string[];
  /** For lists, what `Endpoint` says of them. */
  filter?: Readonly<Record<string, readonly string[]>>;
  sort?: readonly string[];
  aggregate?: readonly string[];
}

export interface ReferenceEvent {
  kind: TopicKind;
  /** `wix.ecom.v1.cart`; for legacy events the prefix of the type. */
  entity: string;
  /** The type of the entity, of the action's body, or of the payload of a legacy event. Deletions can have none. */
  content?: string | undefined;
  deprecated?: boolean | undefined;
}

/** The platform's own description of its calls and events, read from its SDK. */
export interface Reference {
  /** By method and public path; if it is partial, by `routeOf`. */
  calls: Readonly<Record<string, ReferenceCall>>;
  /** By type. */
  events: Readonly<Record<string, ReferenceEvent>>;
  types: Readonly<Record<string, ReferenceFields>>;
  enums: Readonly<Record<string, readonly string[]>>;
  /** It has some of the calls, without what is required, and no events: a list or rule that it lacks means nothing. */
  isPartial?: boolean;
}

/** What the project keeps of the reference: a text for the fields of each call and type, and the values of each enumeration. */
export interface ReferenceFacts {
  events: Record<string, ReferenceEvent>;
  calls: Record<string, Pick<ReferenceCall, "filter" | "sort" | "aggregate"> & CallTexts>;
  types: Record<string, string>;
  enums: Record<string, string>;
}

interface CallTexts {
  request: string;
  response: string;
  required?: string | undefined;
}

const facts = [
  ...["readonly", "internal", "deprecated", "format"],
  ...["minLength", "maxLength", "minSize", "maxSize", "min", "max", "gte", "lte", "gt", "lt", "maxScale"],
];

/** Returns the name that a field has in requests: the SDK renames it in a few places. */
export const fieldName = (name: string): string => (name === "_id" ? "id" : name);

/** Returns the text of fields: `id string format=GUID, name string maxLength=80`. */
const textOf = (fields: ReferenceFields): string =>
  Object.entries(fields)
    .map(([name, field]) => {
      const all: ReferenceField = { ...field, ...(field.decimal as object) };
      const kept = facts.flatMap((fact) => {
        const value = all[fact];
        return value === undefined || value === false ? [] : [value === true ? fact : `${fact}=${value}`];
      });
      return [fieldName(name), field.type, ...kept].join(" ");
    })
    .join(", ");

const fieldsOf = (text = ""): ReferenceFields =>
  Object.fromEntries(
    text.split(", ").flatMap((part) => {
      const [name = "", type = "", ...kept] = part.split(" ");
      const read = kept.map((fact) => {
        const [key = "", value] = fact.split("=");
        return [key, value === undefined || (Number.isNaN(Number(value)) ? value : Number(value))];
      });
      return name === "" ? [] : [[name, { type, ...Object.fromEntries(read) }]];
    }),
  );

const mapValues = <T, R>(values: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/** Returns the reference from its facts. */
export function referenceOf({ calls, events, types, enums }: ReferenceFacts): Reference {
  return {
    events,
    calls: mapValues(calls, ({ request, response, required, ...list }) => ({
      ...list,
      request: fieldsOf(request),
      response: fieldsOf(response),
      required: required?.split(" ") ?? [],
    })),
    types: mapValues(types, fieldsOf),
    enums: mapValues(enums, (values) => values.split(" ")),
  };
}

/** Returns facts as JSON with a line for each call, event, type and enumeration. */
export const formatFacts = (facts: ReferenceFacts): string =>
  `{\n${Object.entries(facts)
    .map(([name, entries]) => `"${name}": {\n${linesOf(entries).join(",\n")}\n}`)
    .join(",\n")}\n}\n`;

const linesOf = (entries: object): string[] =>
  Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);

/** A call in `calls.json` of the reference. */
interface CallRow {
  service: string;
  operation: string;
  method: string;
  publicPath: string;
  request: ReferenceFields;
  response: ReferenceFields;
  requiredPaths?: readonly string[];
}

/** An event in `events.json` of the reference. */
interface EventRow {
  eventType: string;
  slug: string;
  bodyKind: keyof typeof topicKinds;
  entity?: string;
  data?: string;
  deprecated?: boolean;
}

const topicKinds = {
  createdEvent: "created",
  updatedEvent: "updated",
  deletedEvent: "deleted",
  actionEvent: "action",
  "legacy-payload": "older",
} as const;

function eventOf({ eventType: type, slug, bodyKind, entity, data, deprecated }: EventRow): ReferenceEvent {
  const kind = topicKinds[bodyKind];
  const end = kind === "older" ? type.lastIndexOf(".") : -slug.length - 1;
  return { kind, entity: type.slice(0, end), content: entity ?? data, deprecated };
}

/** A list in `filters.json` of the reference. */
interface ListRow {
  service: string;
  operation: string;
  fields: Readonly<Record<string, { operators: "*" | readonly string[]; sort: string }>>;
  aggregatable?: readonly string[];
}

/** Returns the fields of a list by their operators, those that it can be sorted by, and those that it can aggregate. */
function listFacts({ fields, aggregatable }: ListRow): Pick<ReferenceCall, "filter" | "sort" | "aggregate"> {
  const entries = Object.entries(fields);
  if (entries.length === 0) return {};
  const filtered = entries.filter(([, { operators }]) => operators.length > 0);
  const groups = Map.groupBy(filtered, ([, { operators }]) => operatorsText(operators));
  return {
    filter: Object.fromEntries(
      [...groups].map(([operators, group]) => [operators, group.map(([name]) => name)]),
    ),
    sort: entries.flatMap(([name, { sort }]) => (sort === "NONE" ? [] : [name])),
    aggregate: aggregatable?.filter((name) => !fields[name]?.operators.length),
  };
}

const inOrder = [...operatorSets.text, "$hasAll", "$hasSome", "$matchItems"];

/** Returns the name of a set of operators, or the operators. */
function operatorsText(operators: "*" | readonly string[]): string {
  if (operators === "*") return "any";
  const text = inOrder.filter((operator) => operators.includes(operator)).join(" ");
  return Object.entries(operatorSets).find(([, set]) => set.join(" ") === text)?.[0] ?? text;
}

/**
 * Returns the facts of some calls, of all events, and of the types that they use, from a folder with `calls.json`, `events.json`,
 * `entities.json`, `enums.json` and `filters.json`. `routes`: the methods and public paths of the calls.
 */
export function readFacts(folder: string, routes: ReadonlySet<string>): ReferenceFacts {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as T;
  const entities = read<Record<string, { fields: ReferenceFields }>>("entities");
  const values = read<Record<string, { values: string[] }>>("enums");
  const found: ReferenceFacts = { calls: {}, events: {}, types: {}, enums: {} };
  const lists = read<{ queries: ListRow[] }>("filters").queries;
  const rows = Map.groupBy(read<CallRow[]>("calls"), ({ method, publicPath }) => `${method} ${publicPath}`);
  for (const route of routes) {
    const [row, ...more] = rows.get(route) ?? [];
    if (row === undefined) continue;
    // The ways to get a token are calls of their own in the reference.
    const request = Object.assign({}, ...more.map(({ request }) => request), row.request) as ReferenceFields;
    const list = lists.find(
      ({ service, operation }) => service === row.service && operation === row.operation,
    );
    const required = Object.keys(row.request).filter((name) => row.request[name]?.required);
    found.calls[route] = {
      request: take(request),
      response: take(row.response),
      required: [...new Set([...required, ...(row.requiredPaths ?? [])])].sort().join(" ") || undefined,
      ...(list && listFacts(list)),
    };
  }
  for (const row of read<{ events: EventRow[] }>("events").events) {
    const event = eventOf(row);
    found.events[row.eventType] = event;
    if (event.content !== undefined) take({ content: { type: `object:${event.content}` } });
  }
  return {
    ...found,
    calls: sorted(found.calls),
    events: sorted(found.events),
    types: sorted(found.types),
    enums: sorted(found.enums),
  };

  /** Returns the text of fields, and adds the types that they use. */
  function take(fields: ReferenceFields): string {
    for (const { type } of Object.values(fields)) {
      const name = type.replace(/^(array|object|map|enum):(enum:)?/, "");
      if (values[name]) found.enums[name] = values[name].values.join(" ");
      const entity = entities[name];
      if (entity === undefined || Object.hasOwn(found.types, name)) continue;
      found.types[name] = "";
      found.types[name] = take(entity.fields);
    }
    return textOf(fields);
  }
}

const sorted = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).sort(([first], [second]) => (first < second ? -1 : 1)));
