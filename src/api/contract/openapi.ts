import { isRecord } from "../../kernel/json.ts";
import { capitalized } from "../../kernel/text.ts";
import { obj, text } from "../models/fields.ts";
import { operatorSets } from "../query/filter.ts";
import { type Domain, domains } from "../services/index.ts";
import { sharedModels } from "../services/models.ts";
import { type Document, documentOf, withEvents } from "./contract.ts";
import { envelope, eventMembers } from "./payloads.ts";
import { type Topic, topics } from "./topics.ts";

/** An OpenAPI 3.1 description that programs can use without its other parts. */
export interface OpenApi extends Omit<Document, "webhooks"> {
  openapi: "3.1.0";
  info: object;
  servers: readonly object[];
  security: readonly object[];
  webhooks: Readonly<Record<string, { post: object }>>;
  components: Document["components"] & { securitySchemes: object; responses: object };
}

/**
 * Returns the OpenAPI description of some domains of the platform: calls, webhooks, and the models that they use. `version`: that of till. What
 * begins with `x-till-` is for till; see docs/architecture.md.
 */
export async function openApiOf(chosen: readonly Domain[], version: string): Promise<OpenApi> {
  const parts = await Promise.all(
    chosen.map(async (domain) => documentOf(await withEvents((await domains[domain]()).contract))),
  );
  const shared = documentOf(sharedModels.description);
  const paths = joined(parts.flatMap((part) => Object.entries(part.paths)));
  const webhooks = topics
    .filter(({ domain }) => chosen.includes(domain))
    .map((topic) => [topic.type, { post: deliveryOf(topic) }]);
  const all: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries([...parts, shared].flatMap(({ components }) => Object.entries(components.schemas))),
    DomainEvent: obj(envelope),
    WebhookEvent: webhookEvent,
  };
  const used = new Set<string>();
  const local = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(local);
    if (!isRecord(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key !== "$ref" || typeof value !== "string") return [key, local(value)];
        const name = value.slice(value.lastIndexOf("/") + 1);
        if (value.startsWith("#/components/responses/")) return [key, value];
        used.add(name);
        return [key, `#/components/schemas/${name}`];
      }),
    );
  };
  const written = local({ paths, webhooks: Object.fromEntries(webhooks) }) as Pick<
    OpenApi,
    "paths" | "webhooks"
  >;
  const schemas: Record<string, unknown> = {};
  // Models are added while the set is read.
  for (const name of used) schemas[name] = local(all[name]);
  return {
    openapi: "3.1.0",
    info: {
      title: chosen.length === 1 ? `Wix: ${chosen[0]}` : "Wix: stores, e-commerce, events and identity",
      version,
      summary: "Unofficial description, written by till from the platform's public SDK and documentation.",
      description:
        "Fields that are not required can be null or absent, and enumerations can have further values. The token has no prefix. " +
        `x-till-filter has the fields of a list by their operators: ${operatorsText}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://www.wixapis.com" }],
    security: [{ token: [] }],
    ...written,
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization" } },
      responses: { Error: refusal },
      schemas: schemas as Document["components"]["schemas"],
    },
  };
}

const operatorsText = Object.entries(operatorSets)
  .map(([name, operators]) => `${name} is ${operators.join(" ")}`)
  .join("; ");

const model = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const jsonText = (contentSchema: object) => ({
  type: "string",
  contentMediaType: "application/json",
  contentSchema,
});

/** What a webhook says besides its event. */
const webhookEvent = {
  type: "object",
  properties: {
    eventType: text(),
    instanceId: { ...text(), description: "The ID of the app installation." },
    identity: {
      ...jsonText(
        obj({
          identityType: text(),
          anonymousVisitorId: text(),
          memberId: text(),
          wixUserId: text(),
          appId: text(),
        }),
      ),
      description: "The identity that caused the event, if the platform includes it.",
    },
    accountInfo: obj({ accountId: text(), parentAccountId: text(), siteId: text() }),
  },
};

/**
 * Returns the operation that delivers the events of a topic: a JWT, whose claim `data` is the JSON text of an object, whose member
 * `data` is the JSON text of the event.
 */
function deliveryOf({ type, kind, payload, deprecated, entity }: Topic): object {
  const words = type
    .slice(type.lastIndexOf(".") + 1)
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/g, " $&")
    .toLowerCase();
  const content = model(payload);
  const [event, member] = kind === "older" ? [] : eventMembers[kind];
  const data = event
    ? {
        type: "object",
        allOf: [model("DomainEvent")],
        properties: { [event]: { type: "object", properties: { [member]: content } } },
      }
    : content;
  const claim = {
    type: "object",
    allOf: [model("WebhookEvent")],
    properties: { eventType: { const: type }, data: jsonText(data) },
  };
  const header = { type: "object", properties: { alg: { const: "RS256" } } };
  const claims = { type: "object", properties: { data: jsonText(claim) } };
  return {
    operationId: type,
    summary: capitalized(words),
    tags: [entity],
    deprecated: deprecated || undefined,
    // The signature says who sent it.
    security: [],
    requestBody: {
      required: true,
      description: "A JWT, to be verified with the public key of your app. Its media type is not documented.",
      content: {
        "text/plain": {
          schema: {
            type: "string",
            contentMediaType: "application/jwt",
            contentSchema: { type: "array", prefixItems: [header, claims] },
          },
        },
      },
    },
    responses: { 200: { description: "The event was received. Otherwise the platform repeats it." } },
    "x-till-kind": kind,
  };
}

/** What the platform answers if it refuses a call. */
const refusal = {
  description: "The platform refused the call.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          message: { type: "string" },
          details: {
            type: "object",
            properties: {
              applicationError: {
                type: "object",
                properties: { code: { type: "string" }, description: { type: "string" }, data: {} },
              },
              validationError: {
                type: "object",
                properties: {
                  fieldViolations: {
                    type: "array",
                    items: {
                      type: "object",
                      properties: {
                        field: { type: "string" },
                        description: { type: "string" },
                        violatedRule: { type: "string" },
                        ruleName: { type: "string" },
                        data: {},
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

/**
 * Returns the operations by path. OpenAPI has one name for what is at a place of a path: `/orders/{id}` and `/orders/{order.id}`
 * are one path. Their operations take the names without dots.
 */
function joined(paths: readonly (readonly [string, Document["paths"][string]])[]): Document["paths"] {
  const names = new Map<string, string>();
  const place = (path: string) => path.replaceAll(/\{[^}]+\}/g, "{}");
  for (const [path] of paths)
    if (!/\{[^}]*\./.test(path) && !names.has(place(path))) names.set(place(path), path);
  for (const [path] of paths)
    if (!names.has(place(path)))
      names.set(
        place(path),
        path.replaceAll(/\{([^}]+)\}/g, (all) => all.replace(".", "_")),
      );
  const found: Record<string, Record<string, object>> = {};
  for (const [path, item] of paths) {
    const name = names.get(place(path)) ?? path;
    const renamed = new Map(
      [...path.matchAll(/\{([^}]+)\}/g)].map(([, own = ""], at) => [
        own,
        [...name.matchAll(/\{([^}]+)\}/g)][at]?.[1] ?? own,
      ]),
    );
    found[name] ??= {};
    for (const [method, operation] of Object.entries(item))
      found[name][method] = {
        ...operation,
        ...(operation.parameters && {
          parameters: operation.parameters.map((parameter) =>
            "in" in parameter && parameter.in === "path"
              ? { ...parameter, name: renamed.get(parameter.name) ?? parameter.name }
              : parameter,
          ),
        }),
        responses: { ...operation.responses, "4XX": { $ref: "#/components/responses/Error" } },
      };
  }
  return found as Document["paths"];
}
