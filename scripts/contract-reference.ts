import type { Delivery } from "../src/api/contract/contract.ts";
import { requiredPath } from "../src/api/endpoint.ts";
import type {
  Reference,
  ReferenceCall,
  ReferenceEvent,
  ReferenceField,
  ReferenceFields,
} from "./platform-reference.ts";

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
  "x-till-required"?: string[];
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
  "x-till-required"?: string[];
  "x-till-filter"?: Record<string, string[]>;
  "x-till-sort"?: string[];
  "x-till-aggregate"?: string[];
  [extension: `x-till-${string}`]: unknown;
}

/** A file of the contract: an OpenAPI 3.1 description. */
export interface ContractFile {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Delivery }>;
  components: { schemas: Record<string, ContractNode> };
}

/**
 * Where the contract stays as it is although the reference differs, by the reason: `Order.note lacks`, and with what the contract
 * has instead `Order.lineItems maxItems 300`.
 */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/** A difference between the contract and the reference, and how to follow the reference. */
export interface Change {
  /** What an exception calls it: `Order.note lacks`, `orders.list result.orders maxItems 300`. */
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
const decimals = { gte: "min", lte: "max", gt: "gt", lt: "lt", maxScale: "maxScale" } as const;

/** Returns the methods and paths of all calls. */
export const routesOf = (files: Readonly<Record<string, ContractFile>>): Set<string> =>
  new Set(
    Object.values(files).flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ),
  );

/** Returns the method and path of a call without the names of its path parameters. */
export const routeOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;

/** Returns where the contract differs from the reference, exceptions aside, and the exceptions that no difference needs. */
export function changesFrom(
  reference: Reference,
  files: Readonly<Record<string, ContractFile>>,
  exceptions: Exceptions,
): Change[] {
  const accepted = new Set(Object.values(exceptions).flat());
  const needed = new Set<string>();
  const changes = new Map<string, Change>();
  const compared = new Set<string>();
  /** What the reference says in all places that share a model. */
  const values = new Map<string, Set<unknown>>();
  /** The places that requests must have, and the schemas that say so. */
  const required = new Set<string>();
  const holders = new Map<string, ContractNode>();
  /** The models of calls that the reference does not have, and these calls. */
  const undescribed = new Set(
    Object.values(files).flatMap(({ components }) => Object.keys(components.schemas)),
  );
  const note = (at: string, what: string, apply = () => {}) => {
    if (accepted.has(at)) needed.add(at);
    else if (!changes.has(at)) changes.set(at, { at, what, apply });
  };
  for (const [domain, file] of Object.entries(files))
    for (const [path, item] of Object.entries(file.paths))
      for (const [method, operation] of Object.entries(item)) {
        const { operationId: name, responses } = operation;
        const route = `${method.toUpperCase()} ${path}`;
        const call = reference.isPartial
          ? callOf(reference, method, path, operation)
          : reference.calls[route];
        if (call === undefined) {
          undescribed.add(name);
          if (!reference.isPartial) note(`${name} ${route}`, "not in the reference");
          continue;
        }
        const input = inputOf(operation);
        const addParameter = (field: string, schema: ContractNode) => {
          operation.parameters = [...(operation.parameters ?? []), { name: field, in: "query", schema }];
        };
        const add = operation.requestBody ? undefined : addParameter;
        compareNode(`${name} input`, input, call.request, domain, add);
        if (!reference.isPartial) {
          compareRequired(operation, path, input, call.required, domain);
          compareList(operation, call);
        }
        compareNode(
          `${name} result`,
          responses[200].content["application/json"].schema,
          call.response,
          domain,
        );
      }
  if (!reference.isPartial) {
    compareEvents();
    for (const [place, schema] of holders)
      for (const field of rulesOf(schema))
        if (!required.has(`${place}.${field}`))
          note(`${place}.${field} required`, "not required in the reference");
    for (const exception of accepted)
      if (!needed.has(exception) && !isUndescribed(exception))
        changes.set(exception, { at: exception, what: "an exception that no difference needs", apply() {} });
  }
  return [...changes.values()].map((change) => {
    const several = values.get(change.at) ?? new Set();
    if (several.size < 2) return change;
    const what = `${[...several].map((one) => one ?? "none").join(" and ")} in types of the reference that share the model`;
    return { ...change, what, apply: () => {} };
  });

  /** Returns whether an exception is for a call or model that another source describes: the packages of the SDK. */
  function isUndescribed(exception: string): boolean {
    const [place = ""] = exception.split(" ");
    return undescribed.has(place) || undescribed.has(place.replace(/[.[].*/, ""));
  }

  function compareEvents(): void {
    const topics = new Set<string>();
    for (const [domain, { webhooks = {} }] of Object.entries(files))
      for (const [type, { post }] of Object.entries(webhooks)) {
        topics.add(type);
        const event = reference.events[type];
        if (event === undefined) note(`${type} exists`, "not in the reference");
        else compareEvent(type, event, post, domain);
      }
    for (const [type, event] of Object.entries(reference.events))
      if (!topics.has(type)) noteTopic(type, event);
  }

  function compareEvent(type: string, event: ReferenceEvent, delivery: Delivery, domain: string): void {
    const { kind, deprecated = false, content = "" } = event;
    if (delivery["x-till-kind"] !== kind)
      note(`${type} kind ${delivery["x-till-kind"]}`, `${kind} in the reference`, () => {
        delivery["x-till-kind"] = kind;
      });
    if ((delivery.deprecated ?? false) !== deprecated)
      note(`${type} deprecated ${!deprecated}`, `${deprecated} in the reference`, () => {
        delivery.deprecated = deprecated || undefined;
      });
    const fields = reference.types[content];
    const { contentSchema } = delivery.requestBody.content["text/plain"].schema;
    if (fields) compareNode(`${type} content`, { ...contentSchema }, fields, domain);
  }

  /** Notes a topic that is new, and adds it where the entity has others; that of another entity needs a domain first. */
  function noteTopic(type: string, { kind, entity, content, deprecated }: ReferenceEvent): void {
    note(`${type} lacks`, `a topic of the reference (${content ?? kind})`, () => {
      const isOfEntity = ({ post }: { post: Delivery }) => post.tags[0] === entity;
      const file = Object.values(files).find(({ webhooks = {} }) => Object.values(webhooks).some(isOfEntity));
      if (file?.webhooks === undefined || content === undefined) return;
      const [name = ""] = content.split("@");
      file.components.schemas[name] ??= { type: "object", properties: {} };
      file.webhooks[type] = {
        post: {
          tags: [entity],
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
    fields: ReferenceFields,
    domain: string,
    add?: (name: string, field: ContractNode) => void,
  ): void {
    const { schema, place } = modelOf(node, at, domain);
    holders.set(place, schema);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const known = fields[name];
      if (known === undefined) note(`${place}.${name} exists`, "not in the reference");
      else compareField(`${place}.${name}`, field, known, homeOf(node, domain));
    }
    const { properties } = schema;
    for (const [name, field] of Object.entries(properties ? fields : {})) {
      const isKnown = properties === undefined || Object.hasOwn(properties, name);
      if (isKnown || field.internal || field.deprecated) continue;
      note(`${place}.${name} lacks`, `a field of the reference (${field.type})`, () => {
        if (add) add(name, nodeOf(field));
        else if (properties) properties[name] = nodeOf(field);
      });
    }
  }

  /** Compares which fields a request must have, those in the path aside. */
  function compareRequired(
    operation: Operation,
    path: string,
    input: ContractNode,
    paths: readonly string[],
    domain: string,
  ): void {
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) => field);
    const rules = rulesOf(operation);
    const at = `${operation.operationId} input`;
    for (const field of paths) {
      const steps = [...stepsTo(at, input, field.split("."), domain)];
      // The contract does not have the field, or passes on as it is what has it.
      if (steps.at(-1)?.rest.includes(".") ?? true) continue;
      for (const { place, rest } of steps) required.add(`${place}.${rest}`);
      if (requires([...rules, ...inPath], field)) continue;
      if (steps.some(({ schema, rest }) => requires(rulesOf(schema), rest))) continue;
      note(`${at}.${field} required`, "required in the reference");
    }
    for (const rule of rules)
      if (!requires([...paths, ...inPath], rule))
        note(`${at}.${rule} required`, "not required in the reference");
  }

  /** Compares by which fields a list can be filtered and sorted, and what it can aggregate. */
  function compareList(operation: Operation, call: ReferenceCall): void {
    const name = operation.operationId;
    if (call.filter === undefined) {
      if (operation["x-till-filter"]) note(`${name} filter`, "the reference does not say");
      return;
    }
    const [mine, reference] = [byField(operation["x-till-filter"]), byField(call.filter)];
    for (const field of new Set([...mine.keys(), ...reference.keys()])) {
      const operators = reference.get(field);
      if (mine.get(field) !== operators)
        note(
          `${name} filter ${field} ${mine.get(field) ?? "none"}`,
          `${operators ?? "none"} in the reference`,
          () => {
            const groups = Object.entries(operation["x-till-filter"] ?? {}).map(
              ([key, fields]) => [key, fields.filter((path) => path !== field)] as const,
            );
            const filter = Object.fromEntries(groups.filter(([, fields]) => fields.length > 0));
            if (operators) filter[operators] = [...(filter[operators] ?? []), field];
            operation["x-till-filter"] = filter;
          },
        );
    }
    for (const kind of ["sort", "aggregate"] as const) {
      const key = `x-till-${kind}` as const;
      for (const field of call[kind] ?? [])
        if (!operation[key]?.includes(field))
          note(`${name} ${kind} ${field} lacks`, "in the reference", () => {
            operation[key] = [...(operation[key] ?? []), field];
          });
      for (const field of operation[key] ?? [])
        if (!call[kind]?.includes(field)) note(`${name} ${kind} ${field}`, "not in the reference");
    }
  }

  /** Yields the objects on the way to a field of an input, each with the path that is left from there. */
  function* stepsTo(
    at: string,
    node: ContractNode,
    [name = "", ...rest]: readonly string[],
    domain: string,
  ): Generator<{ schema: ContractNode; place: string; rest: string }> {
    const { schema, place } = modelOf(node, at, domain);
    const home = homeOf(node, domain);
    if (schema.items) yield* stepsTo(`${place}[]`, schema.items, [name, ...rest], home);
    const field = schema.properties?.[name];
    if (field === undefined) return;
    yield { schema, place, rest: [name, ...rest].join(".") };
    if (rest.length > 0) yield* stepsTo(`${place}.${name}`, field, rest, home);
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
    if (kind === "enum") return { ...node, type: "string", enum: [...(reference.enums[name] ?? [])] };
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
      const apply = () => {
        if (other === "decimal-string" && type === "string") schema.format = "decimal";
        if (other === "enum" && type === "string") schema.enum = [...(reference.enums[name] ?? [])];
      };
      note(`${place} type ${type}`, `${other} in the reference`, apply);
      return;
    }
    if (field.readonly && !own.readOnly && !schema.readOnly)
      note(`${at} readOnly`, "read-only in the reference", () => {
        own.readOnly = true;
      });
    for (const [from, to] of Object.entries(bounds[kind as keyof typeof bounds] ?? {}))
      compareKeyword(place, schema, to, field[from]);
    if (kind === "string") compareKeyword(place, schema, "format", formats[String(field.format)]);
    if (kind === "decimal-string") compareDecimal(place, schema, field);
    if (kind === "array") {
      const item = /^(?:string|number|boolean|date|json|decimal-string|any)$/.test(name)
        ? { ...field, minSize: undefined, maxSize: undefined, readonly: false, type: name }
        : { type: name.startsWith("enum:") ? name : `object:${name}` };
      if (schema.items) compareField(`${place}[]`, schema.items, item, homeOf(node, domain));
    }
    if (kind === "enum") compareValues(place, schema, reference.enums[name] ?? []);
    if (kind === "object") {
      const key = `${place} ${name}`;
      if (compared.has(key)) return;
      compared.add(key);
      const fields = reference.types[name];
      if (fields) compareNode(at, node, fields, domain);
    }
  }

  function compareKeyword(at: string, schema: ContractNode, keyword: string, value: unknown): void {
    compareValue(`${at} ${keyword}`, schema[keyword], value, () => {
      schema[keyword] = value;
    });
  }

  function compareDecimal(at: string, schema: ContractNode, field: ReferenceField): void {
    for (const [from, to] of Object.entries(decimals))
      compareValue(`${at} ${to}`, schema["x-till-bounds"]?.[to], field[from], () => {
        schema["x-till-bounds"] = { ...schema["x-till-bounds"], [to]: Number(field[from]) };
      });
  }

  function compareValue(at: string, mine: unknown, value: unknown, apply: () => void): void {
    const key = `${at} ${mine ?? "none"}`;
    values.set(key, (values.get(key) ?? new Set()).add(value));
    if (mine !== value)
      note(key, `${value ?? "none"} in the reference`, value === undefined ? undefined : apply);
  }

  function compareValues(at: string, schema: ContractNode, values: readonly string[]): void {
    const missing = values.filter((value) => !schema.enum?.includes(value));
    const more = schema.enum?.filter((value) => !values.includes(value)) ?? [];
    if (missing.length > 0)
      note(`${at} enum`, `lacks ${missing.join(", ")}`, () => {
        schema.enum = [...(schema.enum ?? []), ...missing];
      });
    if (more.length > 0) note(`${at} enum values ${more.join(", ")}`, "not in the reference");
  }

  /** Returns the model that a schema points to, or the schema itself, and the name of the place for reports. */
  function modelOf(node: ContractNode, at: string, domain: string): { schema: ContractNode; place: string } {
    if (node.$ref === undefined) return { schema: node, place: at };
    const name = node.$ref.slice(node.$ref.lastIndexOf("/") + 1);
    undescribed.delete(name);
    return { schema: files[homeOf(node, domain)]?.components.schemas[name] ?? {}, place: name };
  }
}

/** Returns a call by all paths that reach it: the packages of the SDK name its path parameters in their own way. */
function callOf(
  { calls }: Reference,
  method: string,
  path: string,
  operation: Operation,
): ReferenceCall | undefined {
  const alternatives = (operation["x-till-alternatives"] ?? []) as string[];
  const route = [path, ...alternatives]
    .map((alternative) => routeOf(method.toUpperCase(), alternative))
    .find((alternative) => Object.hasOwn(calls, alternative));
  return route === undefined ? undefined : calls[route];
}

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

/** Returns the schema of an input: its body, or its parameters as an object. */
function inputOf({ parameters = [], requestBody }: Operation): ContractNode {
  if (requestBody) return requestBody.content["application/json"].schema;
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

const rulesOf = (holder: { "x-till-required"?: string[] }): string[] =>
  (holder["x-till-required"] ?? []).map((rule) => requiredPath(rule).path);

/** Returns whether rules require a field, or one inside it. */
const requires = (rules: readonly string[], field: string): boolean =>
  rules.some((rule) => rule === field || rule.startsWith(`${field}.`));

/** Returns the operators by field. */
const byField = (filter: Readonly<Record<string, readonly string[]>> = {}): Map<string, string> =>
  new Map(
    Object.entries(filter).flatMap(([operators, fields]) =>
      fields.map((field) => [field, operators] as const),
    ),
  );
