import { type EndpointDeclaration, endpoint, type Method, type Service } from "../endpoint.ts";
import type { Schema } from "../schema.ts";

/** A schema whose parts may be references, or a reference with keywords that are added to what it points to. */
type Node = Record<string, unknown> & { $ref?: string };

interface Content {
  /** Of a response. */
  description?: string;
  /** Of a request body. */
  required?: boolean;
  content: { "application/json": { schema: Node } };
}

/** An operation of OpenAPI. What OpenAPI has no word for begins with `x-till-`; see `Endpoint` for what it means. */
interface Operation {
  operationId: string;
  summary: string;
  parameters?: readonly { name: string; schema: Node }[];
  /** Keywords of the input as a whole, if it is in the query. */
  "x-till-input"?: Node;
  requestBody?: Content;
  responses: { 200: Content };
}

/** The kind of an event: an entity was created, updated or deleted, or an action was performed; `older` are legacy events. */
export type TopicKind = "created" | "updated" | "deleted" | "action" | "older";

/** The operation that delivers the events of a topic. */
export interface Delivery {
  /** The entity: `wix.ecom.v1.cart`; for legacy events the prefix of the type. */
  tags: readonly [entity: string];
  /** What is in the text: the model of the entity or of the action's body. `openapi.ts` describes what is around it. */
  requestBody: { content: { "text/plain": { schema: { contentSchema: { $ref: string } } } } };
  /** The platform will remove the topic. */
  deprecated?: boolean | undefined;
  "x-till-kind": TopicKind;
}

/** An OpenAPI 3.1 description of the calls, events and models of a domain, as its file in this folder has it. */
export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** The events by their types. */
  webhooks?: Readonly<Record<string, { post: Delivery }>>;
  components: { schemas: Readonly<Record<string, Node>> };
}

/**
 * A description as the build writes it: each operation and model is JSON text, which is parsed when it is needed. That of an operation
 * has the schemas `body` and `result` instead of what is the same around all of them.
 */
export interface Texts {
  operations: Readonly<Record<string, readonly [method: string, path: string, text: string]>>;
  schemas: Readonly<Record<string, string>>;
  /** Reads the models that only events use. */
  events?: () => Promise<{ default: Readonly<Record<string, string>> }>;
}

/** The calls and models of a domain. They are read on their first use. */
export interface Contract {
  description: Document | Texts;
  services: Readonly<Record<string, Service>>;
  models: Readonly<Record<string, Schema>>;
}

/**
 * Returns the calls and models of a description, whose references are replaced with the schemas that they point to. `shared`:
 * the models that several domains use.
 */
export function readContract(json: unknown, shared?: Contract): Contract {
  const description = json as Document | Texts;
  const { operations, schemas } = textsOf(description);
  const models: Record<string, Schema> = {};
  for (const [name, text] of Object.entries(schemas))
    onFirstUse(models, name, () => linked({ title: name, ...parsed(text) }));
  const services: Record<string, Record<string, Service[string]>> = {};
  for (const [name, [method, path, text]] of Object.entries(operations)) {
    const [service = "", call = ""] = name.split(".");
    services[service] ??= {};
    onFirstUse(services[service], call, () => ({
      ...endpoint(`${method.toUpperCase() as Method} ${path as `/${string}`}`, draftOf(operationOf(text))),
      name,
    }));
  }
  return { description, services, models };

  /** Returns the schema that a node is or points to. */
  function linked(node: Node): Schema {
    if (node.$ref !== undefined) {
      const { $ref, ...own } = node;
      const model = ($ref.startsWith("#") ? models : shared?.models)?.[$ref.slice($ref.lastIndexOf("/") + 1)];
      if (model === undefined) throw new Error(`There is no schema ${$ref}`);
      return Object.keys(own).length === 0 ? model : { ...model, ...own };
    }
    for (const holder of [node, node.properties, node.anyOf]) {
      for (const [key, inner] of Object.entries((holder ?? {}) as Record<string, Node>))
        if (holder !== node || key === "items" || key === "additionalProperties")
          onFirstUse(holder as Record<string, Schema>, key, () => linked(inner));
    }
    return node as Schema;
  }

  function draftOf(operation: Omit<Operation, "operationId">) {
    const { parameters = [], requestBody, responses, summary } = operation;
    const inQuery = (): Node => ({
      ...operation["x-till-input"],
      type: "object",
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    });
    return {
      ...extensionsOf(operation),
      summary,
      input: linked(requestBody?.content["application/json"].schema ?? inQuery()),
      result: linked(responses[200].content["application/json"].schema) as Schema<object>,
    };
  }
}

/**
 * Returns the description of a domain with the models that only events use. The build writes them into a module of their own, so that
 * no call loads them.
 */
export async function withEvents({ description }: Contract): Promise<Document | Texts> {
  if (!("operations" in description) || description.events === undefined) return description;
  const { default: events } = await description.events();
  return { ...description, schemas: { ...description.schemas, ...events } };
}

/** Returns a description as OpenAPI, also one that the build has written as texts. */
export function documentOf(description: Document | Texts): Document {
  const { operations, schemas } = textsOf(description);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [operationId, [method, path, operation]] of Object.entries(operations)) {
    paths[path] ??= {};
    paths[path][method] = { ...operationOf(operation), operationId };
  }
  const models = Object.entries(schemas).map(([name, schema]) => [name, parsed(schema)]);
  return { paths, components: { schemas: Object.fromEntries(models) } };
}

function textsOf(description: Document | Texts): {
  operations: Readonly<
    Record<string, readonly [method: string, path: string, operation: string | Operation]>
  >;
  schemas: Readonly<Record<string, string | Node>>;
} {
  if ("operations" in description) return description;
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [operation.operationId, [method, path, operation]] as const,
    ),
  );
  return { operations: Object.fromEntries(operations), schemas: description.components.schemas };
}

/** References are replaced in place: a description that is imported stays as it is. */
const parsed = <T>(text: string | T): T =>
  typeof text === "string" ? (JSON.parse(text) as T) : structuredClone(text);

const contentOf = (schema: Node): Content => ({ content: { "application/json": { schema } } });

function operationOf(operation: string | Operation): Omit<Operation, "operationId"> {
  if (typeof operation !== "string") return structuredClone(operation);
  const { body, result, ...own } = JSON.parse(operation) as OperationText;
  return {
    ...own,
    ...(body && { requestBody: { required: true, ...contentOf(body) } }),
    responses: { 200: { description: "OK", ...contentOf(result) } },
  };
}

type OperationText = Omit<Operation, "operationId" | "requestBody" | "responses"> & {
  body?: Node;
  result: Node;
};

/** Returns the text of an operation. */
export function operationText({ operationId, requestBody, responses, ...own }: Operation): string {
  const schemaOf = ({ content }: Content) => content["application/json"].schema;
  const body = requestBody && schemaOf(requestBody);
  return JSON.stringify({ ...own, body, result: schemaOf(responses[200]) } satisfies OperationText);
}

/** Defines a property that is made when it is first read. */
function onFirstUse<T>(holder: Record<string, T>, key: string, make: () => T): void {
  Object.defineProperty(holder, key, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
}

/** Returns what an operation says of a call beyond OpenAPI: `x-till-limit-max` is `limitMax`. */
function extensionsOf(operation: object): Partial<EndpointDeclaration> {
  const prefix = "x-till-";
  return Object.fromEntries(
    Object.entries(operation)
      .filter(([name]) => name.startsWith(prefix) && name !== "x-till-input")
      .map(([name, value]) => [
        name.slice(prefix.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  );
}
