import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Delivery, TopicKind } from "../src/api/contract/contract.ts";

/** A schema of a file of the contract: JSON Schema with references by name. */
export interface ContractNode {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  properties?: Record<string, ContractNode>;
  additionalProperties?: ContractNode;
  items?: ContractNode;
  anyOf?: ContractNode[];
  readOnly?: boolean;
  "x-till-always"?: string[];
  "x-till-bounds"?: Record<string, number>;
  [keyword: string]: unknown;
}

interface Content {
  content: { "application/json": { schema: ContractNode } };
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: ContractNode }[];
  requestBody?: Content;
  responses: { 200: Content };
  [extension: `x-till-${string}`]: unknown;
}

/** A file of the contract: an OpenAPI 3.1 description. */
export interface ContractFile {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Delivery }>;
  components: { schemas: Record<string, ContractNode> };
}

/** Where the contract stays as it is although the reference differs: the keyword by its place, by the reason. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/** A field as the reference has it. `type` is `string`, `object:Order`, `array:enum:Status`, … */
export interface ReferenceField {
  type: string;
  readonly?: boolean;
  internal?: boolean;
  deprecated?: boolean;
  decimal?: Record<string, number>;
  [fact: string]: unknown;
}

interface ReferenceCall {
  method: string;
  publicPath: string;
  /** Why the call has no public path. */
  gateway?: string;
  protoPath: string;
  altPublicPaths?: string[];
  fallback?: { method: string; publicPath: string };
  olderRelease?: { method?: string; path?: string };
  visibility: string;
  request: Record<string, ReferenceField>;
  response: Record<string, ReferenceField>;
}

interface ReferenceEvent {
  eventType: string;
  slug: string;
  bodyKind: "createdEvent" | "updatedEvent" | "deletedEvent" | "actionEvent" | "legacy-payload";
  /** The type of the entity. Deletions can have none. */
  entity?: string;
  /** The type of the action's body, or of the payload of a legacy event. */
  data?: string;
  deprecated?: boolean;
}

/** The platform's own description of its calls and events, read from its SDK. */
export interface Reference {
  calls: ReferenceCall[];
  /** Absent if the source does not describe events. */
  events?: ReferenceEvent[];
  entities: Record<string, { fields: Record<string, ReferenceField> }>;
  enums: Record<string, { values: string[] }>;
}

/** Reads the reference from a folder with `calls.json`, `events.json`, `entities.json` and `enums.json`. */
export function readReference(folder: string): Reference {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  return {
    calls: read("calls"),
    events: read("events").events,
    entities: read("entities"),
    enums: read("enums"),
  };
}

/** A difference between the contract and the reference, and how to follow the reference. */
export interface Change {
  /** `Order.lineItems.price`, or `orders.get input.id`. */
  at: string;
  what: string;
  apply(): void;
}

const formats: Readonly<Record<string, string>> = {
  GUID: "uuid",
  EMAIL: "email",
  WEB_URL: "uri",
  CURRENCY: "currency",
  COUNTRY: "country",
  LANGUAGE: "language",
  PHONE: "phone",
  LOCAL_DATE: "date",
};

/** The keywords of bounds, by the names of the reference. */
const bounds = {
  string: { minLength: "minLength", maxLength: "maxLength" },
  array: { minSize: "minItems", maxSize: "maxItems" },
  number: { min: "minimum", max: "maximum" },
} as const;
const keywords: ReadonlySet<string> = new Set([
  ...["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "format", "enum"],
  ...["min", "max", "gt", "lt", "maxScale"],
]);
const decimals = { gte: "min", lte: "max", gt: "gt", lt: "lt", maxScale: "maxScale" } as const;

/** What the reference says of the bounds of a place: `Order.lineItems maxItems` is 300. */
export type Facts = Record<string, unknown>;

/** Returns the bounds in the contract by their places. */
export function factsOf(files: Readonly<Record<string, ContractFile>>): Facts {
  const facts: Facts = {};
  for (const { paths, components } of Object.values(files)) {
    for (const [name, schema] of Object.entries(components.schemas)) visit(name, schema);
    for (const item of Object.values(paths))
      for (const { operationId: name, parameters = [], requestBody, responses } of Object.values(item)) {
        for (const { name: field, schema } of parameters) visit(`${name} input.${field}`, schema);
        if (requestBody) visit(`${name} input`, requestBody.content["application/json"].schema);
        visit(`${name} result`, responses[200].content["application/json"].schema);
      }
  }
  return facts;

  function visit(at: string, schema: ContractNode): void {
    for (const [keyword, value] of [
      ...Object.entries(schema),
      ...Object.entries(schema["x-till-bounds"] ?? {}),
    ])
      if (keywords.has(keyword)) facts[`${at} ${keyword}`] = value;
    for (const [name, field] of Object.entries(schema.properties ?? {})) visit(`${at}.${name}`, field);
    if (schema.items) visit(`${at}[]`, schema.items);
  }
}

/** Returns where the contract differs from the reference, exceptions aside. Calls that the reference does not have stay as they are. */
export function changesFrom(
  reference: Reference,
  files: Readonly<Record<string, ContractFile>>,
  exceptions: Exceptions,
): Change[] {
  const accepted = new Set(Object.values(exceptions).flat());
  const changes = new Map<string, Change>();
  const compared = new Set<string>();
  /** What the reference says in all places that share a model. */
  const values = new Map<string, Set<unknown>>();
  const note = (at: string, keyword: string, what: string, apply: () => void) => {
    const key = `${at} ${keyword}`;
    if (!accepted.has(key) && !changes.has(key)) changes.set(key, { at: key, what, apply });
  };
  const rows = byRoute(reference.calls);
  for (const [domain, file] of Object.entries(files))
    for (const [path, item] of Object.entries(file.paths))
      for (const [method, operation] of Object.entries(item)) {
        const row = rowOf(rows, method.toUpperCase(), path, operation);
        if (row === undefined) continue;
        const name = operation.operationId;
        const { parameters = [], requestBody, responses } = operation;
        const body = requestBody?.content["application/json"].schema;
        if (body) compareNode(`${name} input`, body, row.request, domain);
        else
          for (const { name: field, schema } of parameters) {
            const known = row.request[field];
            if (known) compareField(`${name} input.${field}`, schema, known, domain);
          }
        compareNode(
          `${name} result`,
          responses[200].content["application/json"].schema,
          row.response,
          domain,
        );
      }
  if (reference.events) compareEvents(reference.events);
  return [...changes.values()].map((change) => {
    const several = values.get(change.at) ?? new Set();
    if (several.size < 2) return change;
    const what = `${[...several].map((one) => one ?? "none").join(" and ")} in types of the reference that share the model`;
    return { ...change, what, apply: () => {} };
  });

  function compareEvents(described: readonly ReferenceEvent[]): void {
    const events = new Map(described.map((event) => [event.eventType, event]));
    const topics = new Set<string>();
    for (const [domain, { webhooks = {} }] of Object.entries(files))
      for (const [type, { post }] of Object.entries(webhooks)) {
        topics.add(type);
        const event = events.get(type);
        if (event === undefined) note(type, "exists", "not in the reference", () => {});
        else compareEvent(event, post, domain);
      }
    for (const event of events.values()) if (!topics.has(event.eventType)) noteTopic(event);
  }

  function compareEvent(event: ReferenceEvent, delivery: Delivery, domain: string): void {
    const { eventType: type, bodyKind, deprecated = false } = event;
    const kind = topicKinds[bodyKind];
    if (delivery["x-till-kind"] !== kind)
      note(type, "kind", `${delivery["x-till-kind"]}, ${kind} in the reference`, () => {
        delivery["x-till-kind"] = kind;
      });
    if ((delivery.deprecated ?? false) !== deprecated)
      note(type, "deprecated", `${!deprecated}, ${deprecated} in the reference`, () => {
        delivery.deprecated = deprecated || undefined;
      });
    const content = reference.entities[event.entity ?? event.data ?? ""];
    const { contentSchema } = delivery.requestBody.content["text/plain"].schema;
    if (content) compareNode(`${type} content`, { ...contentSchema }, content.fields, domain);
  }

  /** Notes a topic that is new, and adds it where the entity has others; that of another entity needs a domain first. */
  function noteTopic({ eventType: type, slug, bodyKind, entity, data, deprecated }: ReferenceEvent): void {
    const kind = topicKinds[bodyKind];
    const tag = kind === "older" ? type.slice(0, type.lastIndexOf(".")) : type.slice(0, -slug.length - 1);
    note(type, "lacks", `a topic of the reference (${entity ?? data ?? kind})`, () => {
      const isOfEntity = ({ post }: { post: Delivery }) => post.tags[0] === tag;
      const file = Object.values(files).find(({ webhooks = {} }) => Object.values(webhooks).some(isOfEntity));
      const content = entity ?? data;
      if (file?.webhooks === undefined || content === undefined) return;
      const [name = ""] = content.split("@");
      file.components.schemas[name] ??= { type: "object", properties: {} };
      file.webhooks[type] = {
        post: {
          tags: [tag],
          requestBody: {
            content: {
              "text/plain": { schema: { contentSchema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
          deprecated,
          "x-till-kind": kind,
        },
      };
    });
  }

  function compareNode(
    at: string,
    node: ContractNode,
    fields: Readonly<Record<string, ReferenceField>>,
    domain: string,
  ): void {
    const { schema, place } = modelOf(node, at, domain);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const known = fields[name];
      if (known === undefined) note(`${place}.${name}`, "exists", "not in the reference", () => {});
      else compareField(`${place}.${name}`, field, known, homeOf(node, domain));
    }
    const { properties } = schema;
    for (const [name, field] of Object.entries(properties ? fields : {})) {
      const isKnown = properties === undefined || Object.hasOwn(properties, name);
      if (isKnown || field.internal || field.deprecated) continue;
      note(`${place}.${name}`, "lacks", `a field of the reference (${field.type})`, () => {
        if (properties) properties[name] = nodeOf(field);
      });
    }
  }

  /** Returns the schema of a field that is new. Objects are passed on as they are, until somebody needs their fields. */
  function nodeOf({ type, ...field }: ReferenceField): ContractNode {
    const [kind = "", ...rest] = type.split(":");
    const name = rest.join(":");
    const keep = Object.entries(bounds[kind as keyof typeof bounds] ?? {}).map(([from, to]) => [
      to,
      field[from],
    ]);
    const node: ContractNode = Object.fromEntries(keep.filter(([, value]) => value !== undefined));
    const format = formats[String(field.format)];
    if (field.readonly) node.readOnly = true;
    if (kind === "array") {
      const isPlain = /^(?:string|number|boolean|date|json|decimal-string|any|enum:.*)$/.test(name);
      return { ...node, type: "array", items: isPlain ? nodeOf({ type: name }) : {} };
    }
    if (kind === "enum") return { ...node, type: "string", enum: reference.enums[name]?.values };
    if (kind === "date") return { ...node, type: "string", format: "date-time" };
    if (kind === "decimal-string") return { ...node, type: "string", format: "decimal" };
    if (kind === "string" || kinds[kind] === "string")
      return { ...node, ...(format && { format }), type: "string" };
    return kind === "number" || kind === "boolean" ? { ...node, type: kind } : node;
  }

  function compareField(at: string, node: ContractNode, field: ReferenceField, domain: string): void {
    const [kind = "", ...rest] = field.type.split(":");
    const name = rest.join(":");
    const { schema, place } = modelOf(node, at, domain);
    const own = node.$ref === undefined ? schema : node;
    const type = typeOf(schema);
    const other = kinds[kind] ?? kind;
    if (type !== other) {
      note(place, "type", `${type}, ${other} in the reference`, () => {
        if (other === "decimal-string" && type === "string") schema.format = "decimal";
        if (other === "enum" && type === "string") schema.enum = reference.enums[name]?.values;
      });
      return;
    }
    if (field.readonly && !own.readOnly && !schema.readOnly)
      note(at, "readOnly", "read-only in the reference", () => {
        own.readOnly = true;
      });
    for (const [from, to] of Object.entries(bounds[kind as keyof typeof bounds] ?? {}))
      compareKeyword(place, schema, to, field[from]);
    if (kind === "string") compareKeyword(place, schema, "format", formats[String(field.format)]);
    if (kind === "decimal-string") compareDecimal(place, schema, field.decimal ?? {});
    if (kind === "array") {
      const item = /^(?:string|number|boolean|date|json|decimal-string|any)$/.test(name)
        ? { ...field, minSize: undefined, maxSize: undefined, readonly: false, type: name }
        : { type: name.startsWith("enum:") ? name : `object:${name}` };
      if (schema.items) compareField(`${place}[]`, schema.items, item, homeOf(node, domain));
    }
    if (kind === "enum") compareValues(place, schema, reference.enums[name]?.values ?? []);
    if (kind === "object") {
      const key = `${place} ${name}`;
      if (compared.has(key)) return;
      compared.add(key);
      const entity = reference.entities[name];
      if (entity) compareNode(at, node, entity.fields, domain);
    }
  }

  function compareKeyword(at: string, schema: ContractNode, keyword: string, value: unknown): void {
    const key = `${at} ${keyword}`;
    values.set(key, (values.get(key) ?? new Set()).add(value));
    if (schema[keyword] === value) return;
    if (value === undefined) note(at, keyword, `${schema[keyword]}, none in the reference`, () => {});
    else
      note(at, keyword, `${schema[keyword] ?? "none"}, ${value} in the reference`, () => {
        schema[keyword] = value;
      });
  }

  function compareDecimal(at: string, schema: ContractNode, known: Readonly<Record<string, number>>): void {
    for (const [from, to] of Object.entries(decimals)) {
      const [mine, other] = [schema["x-till-bounds"]?.[to], known[from]];
      const key = `${at} ${to}`;
      values.set(key, (values.get(key) ?? new Set()).add(other));
      if (mine === other) continue;
      note(at, to, `${mine ?? "none"}, ${other ?? "none"} in the reference`, () => {
        if (other !== undefined) schema["x-till-bounds"] = { ...schema["x-till-bounds"], [to]: other };
      });
    }
  }

  function compareValues(at: string, schema: ContractNode, values: readonly string[]): void {
    const missing = values.filter((value) => !schema.enum?.includes(value));
    const more = schema.enum?.filter((value) => !values.includes(value)) ?? [];
    if (missing.length > 0)
      note(at, "enum", `lacks ${missing.join(", ")}`, () => {
        schema.enum = [...(schema.enum ?? []), ...missing];
      });
    if (more.length > 0) note(at, "enum values", `${more.join(", ")}, which the reference lacks`, () => {});
  }

  /** Returns the model that a schema points to, or the schema itself, and the name of the place for reports. */
  function modelOf(node: ContractNode, at: string, domain: string): { schema: ContractNode; place: string } {
    if (node.$ref === undefined) return { schema: node, place: at };
    const name = node.$ref.slice(node.$ref.lastIndexOf("/") + 1);
    return { schema: files[homeOf(node, domain)]?.components.schemas[name] ?? {}, place: name };
  }
}

const topicKinds: Readonly<Record<ReferenceEvent["bodyKind"], TopicKind>> = {
  createdEvent: "created",
  updatedEvent: "updated",
  deletedEvent: "deleted",
  actionEvent: "action",
  "legacy-payload": "older",
};

const homeOf = ({ $ref }: ContractNode, domain: string): string =>
  $ref === undefined || $ref.startsWith("#") ? domain : "models";

const kinds: Readonly<Record<string, string>> = {
  literal: "enum",
  any: "json",
  bytes: "string",
  fieldmask: "string",
};

/** Returns the type of a schema in the words of the reference. */
function typeOf({ type, format, properties, additionalProperties, enum: values }: ContractNode): string {
  if (properties) return "object";
  if (additionalProperties) return "map";
  if (values) return "enum";
  if (format === "date-time") return "date";
  if (format === "decimal") return "decimal-string";
  if (type === "integer") return "number";
  return type === undefined || type === "object" ? "json" : type;
}

/** Returns the method and path of a call without the names of its path parameters. */
export const routeOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;

/** Returns the calls by all methods and paths that reach them; public paths win over those of a service. */
function byRoute(calls: readonly ReferenceCall[]): Map<string, ReferenceCall> {
  const found = new Map<string, ReferenceCall>();
  const forms: ((call: ReferenceCall) => (string | undefined)[])[] = [
    ({ method, publicPath, altPublicPaths = [] }) =>
      [publicPath, ...altPublicPaths].map((path) => routeOf(method, path)),
    ({ fallback }) => [fallback && routeOf(fallback.method, fallback.publicPath)],
    // Services share paths: only one that has no public path is meant by its own.
    ({ method, protoPath, gateway }) => [gateway === undefined ? undefined : routeOf(method, protoPath)],
  ];
  for (const form of forms)
    for (const call of calls)
      for (const key of form(call)) if (key !== undefined && !found.has(key)) found.set(key, call);
  return found;
}

function rowOf(
  rows: ReadonlyMap<string, ReferenceCall>,
  method: string,
  path: string,
  operation: Operation,
): ReferenceCall | undefined {
  const alternatives = (operation["x-till-alternatives"] ?? []) as string[];
  for (const one of [path, ...alternatives]) {
    const row = rows.get(routeOf(method, one));
    if (row) return row;
  }
  return undefined;
}
