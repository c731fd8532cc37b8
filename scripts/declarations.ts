import { readFileSync } from "node:fs";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { topicPayload } from "../src/api/contract/payloads.ts";
import { topics } from "../src/api/contract/topics.ts";
import { type Endpoint, type Service, walk } from "../src/api/endpoint.ts";
import { isTime, type Schema } from "../src/api/schema.ts";
import { schemaBelow } from "../src/api/schema-fields.ts";
import { services } from "../src/api/services/all.ts";
import { buildsQueries } from "../src/api/services/calls.ts";

/** The modules in `src/library` that programs import. */
export const entryPoints: readonly string[] = [
  "api",
  "webhooks",
  "testing",
  "testing-vitest",
  "testing-playwright",
  "testing-jest",
];

/**
 * Returns the declarations of the library by file name. They are those of CommonJS modules, which both `import` and `require` can
 * read; the declarations of an ECMAScript module export the same. Calls are written as plain interfaces from their
 * schemas, without zod, instead of a tree of inferred types.
 */
export async function declarations(): Promise<Record<string, string>> {
  return {
    "webhooks.d.cts": joined("src/webhooks/verify.ts", 'export { TillError } from "./errors.cjs";\n'),
    "errors.d.cts": joined("src/kernel/errors.ts"),
    "api.d.cts": joined("src/library/api.ts"),
    "client-options.d.cts": joined("src/library/client-options.ts"),
    "query-builder.d.cts": joined("src/api/query/query-builder.ts"),
    "testing.d.cts": joined("src/library/testing.ts"),
    "testing-vitest.d.cts": joined("src/library/testing-vitest.ts"),
    "testing-playwright.d.cts": joined("src/library/testing-playwright.ts"),
    "testing-jest.d.cts": joined("src/library/testing-jest.ts"),
    "test-shop.d.cts": joined("src/library/test-shop.ts"),
    "seed.d.cts": joined("src/library/seed.ts"),
    "webhook-payloads.d.cts": await webhookDeclarations(),
    "shop.d.cts": await shopDeclarations(),
    ...Object.fromEntries(entryPoints.map((name) => [`${name}.d.ts`, `export * from "./${name}.cjs";\n`])),
  };
}

/** Returns the declarations of one file whose types are all explicit. */
function joined(file: string, more = ""): string {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("; ")}`);
  // Imports for their effects declare nothing.
  const types = code.replaceAll(/^import "[^"]+";\n/gm, "");
  return types.replaceAll(/"(?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+)\.ts"/g, '"./$1.cjs"') + more;
}

async function shopDeclarations(): Promise<string> {
  const written = new Map<string, string>();
  const typeOf = (schema: Schema) => typeText(schema, written);
  const interfaces = Object.entries(services).map(([name, service]) => {
    const methods = Object.entries(service).map(([call, endpoint]) => methodText(call, endpoint, typeOf));
    return `export interface ${pascal(name)}Calls {\n${methods.join("\n")}\n}`;
  });
  const shop = Object.keys(services as Record<string, Service>).map(
    (name) => `  readonly ${name}: ${pascal(name)}Calls;`,
  );
  return [
    'import type { QueryBuilder } from "./query-builder.cjs";',
    "/** What a call may be given besides its input. */\nexport interface CallOptions {\n  signal?: AbortSignal;\n}",
    ...[...written.values()],
    ...interfaces,
    `/** Every call of the platform: ${[...walk(services)].length} of them. */\nexport interface Shop {\n${shop.join("\n")}\n}`,
    "",
  ].join("\n\n");
}

/** Returns the payloads of all topics by type. They are JSON: times are text. */
async function webhookDeclarations(): Promise<string> {
  const written = new Map<string, string>();
  const payloads = await Promise.all(topics.map(topicPayload));
  const fields = topics.map(
    ({ type }, at) => `  ${JSON.stringify(type)}: ${typeText(payloads[at] ?? {}, written, "string")};`,
  );
  return [
    ...written.values(),
    `/** The payloads of webhooks by type. */\nexport interface WebhookPayloads {\n${fields.join("\n")}\n}`,
    "",
  ].join("\n\n");
}

function methodText(name: string, endpoint: Endpoint, typeOf: (schema: Schema) => string): string {
  const { input, result, required = [], requiredOneOf = [], summary } = endpoint;
  const builds = buildsQueries(endpoint);
  const mark = builds || required.length + requiredOneOf.length > 0 ? "" : "?";
  const call = `  /** ${summary}. */\n  ${name}(input${mark}: ${typeOf(input)}, options?: CallOptions): Promise<${typeOf(result)}>;`;
  if (!builds) return call;
  const item = typeOf(itemOf(endpoint) ?? result);
  return `  /** ${summary}: builds a query, and \`find\` fetches its pages. */\n  ${name}(): QueryBuilder<${item}>;\n${call}`;
}

/** Returns the schema of the items in the result of a list call. */
function itemOf({ result, items = "" }: Endpoint): Schema | undefined {
  let schema: Schema | undefined = result;
  for (const key of items.split(".")) schema = schema && schemaBelow(schema, { key });
  return schema && schemaBelow(schema, { at: 0 });
}

/** Returns the type of a schema, and writes the interfaces of the models in it. */
function typeText(schema: Schema, written: Map<string, string>, time = "Date"): string {
  const { title: name } = schema;
  if (name === undefined) return bareText(schema, written, time);
  if (!written.has(name)) {
    // Registered before its fields, so that recursive models end.
    written.set(name, "");
    const text = bareText(schema, written, time);
    const isObject = schema.properties !== undefined;
    written.set(name, isObject ? `export interface ${name} ${text}` : `export type ${name} = ${text};`);
  }
  return name;
}

function bareText(schema: Schema, written: Map<string, string>, time: string): string {
  const { type, properties, additionalProperties, items, anyOf } = schema;
  const inner = (one: Schema) => typeText(one, written, time);
  if (anyOf) return anyOf.map(inner).join(" | ");
  if (properties) return objectText(properties, inner);
  if (additionalProperties) return `Record<string, ${inner(additionalProperties)}>`;
  if (type === "array") return `Array<${inner(items ?? {})}>`;
  if (isTime(schema)) return time;
  // Accepts undocumented values; editors still suggest the known ones.
  if (schema.enum) return [...schema.enum.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ");
  if (type === undefined || type === "object") return "unknown";
  return type === "integer" ? "number" : type;
}

function objectText(shape: Readonly<Record<string, Schema>>, inner: (schema: Schema) => string): string {
  const fields = Object.entries(shape).map(
    ([name, field]) =>
      `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}?: ${inner(field)} | null`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join("; ")} }`;
}

const pascal = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
