import { type Endpoint, walk } from "../src/api/endpoint.ts";
import { type Bounds, boundsOf, type Schema } from "../src/api/schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "../src/api/schema-fields.ts";
import { controlCalls } from "../src/api/services/sandbox/sandbox.ts";

/** A control call as the reference shows it. */
interface ControlCall {
  name: string;
  endpoint: Endpoint;
}

const calls: readonly ControlCall[] = [...walk(controlCalls)].map(([name, endpoint]) => ({ name, endpoint }));

/** Returns the reference of the sandbox's control calls by file name: a Markdown page and an OpenAPI 3.1 document. */
export function controlPages(version: string): Record<string, string> {
  return {
    "sandbox-control.md": controlPage(),
    "sandbox-control.json": `${JSON.stringify(openApi(version), null, 2)}\n`,
  };
}

const intro = `# Control calls of the sandbox

A running sandbox (\`till sandbox start\`) is controlled over HTTP, from any language. Requests have a JSON body, or query parameters
for GET and DELETE. They need the header \`x-till-control\` with the token of the sandbox: the \`controlToken\` that
\`till sandbox start --json\` prints, or your own in \`TILL_SANDBOX_TOKEN\`. The header \`x-sandbox-branch\` selects a
[branch](../guides/testing.md). Unknown fields are rejected with status 400. In results, any field can be absent or null.

[sandbox-control.json](sandbox-control.json) describes the same calls as an OpenAPI document, for generators of clients.
`;

function controlPage(): string {
  const parts = calls.map(({ name, endpoint }) => {
    const { method, public: path, summary, input, result, required = [], requiredOneOf = [] } = endpoint;
    const rules = requiredOneOf.map(
      (group) => `Exactly one of: ${group.map((one) => `\`${one}\``).join(", ")}.`,
    );
    return [
      `## ${method} ${path}`,
      `${summary} (\`${name}\`).`,
      `\`\`\`ts\ninput: ${typeText(input, required)}\nresult: ${typeText(result)}\n\`\`\``,
      ...(rules.length > 0 ? [rules.join(" ")] : []),
    ].join("\n\n");
  });
  return `${intro}\n${parts.join("\n\n")}\n`;
}

/** Returns a schema as a TypeScript type, with the bounds of fields as comments. */
function typeText(schema: Schema, required: readonly string[] = [], indent = ""): string {
  const item = schemaBelow(schema, { at: undefined });
  if (schemaKind(schema) === "array" && item) {
    const text = typeText(item, [], indent);
    return text.startsWith("{") || !text.includes(" | ") ? `${text}[]` : `(${text})[]`;
  }
  const value = mapValue(schema);
  if (value) return `{ [name: string]: ${typeText(value, [], indent)} }`;
  const { values } = boundsOf(schema);
  if (values) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (schemaKind(schema) !== "object")
    return (
      { text: "string", number: "number", boolean: "boolean" }[schemaKind(schema) as "text"] ?? "unknown"
    );
  const fields = Object.entries(shapeOf(schema)).map(([name, field]) => {
    const note = noteOf(boundsOf(field));
    const isRequired = required.some((one) => one === name || one.startsWith(`${name}.`));
    const below = required.flatMap((one) => (one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []));
    const type = typeText(field, below, `${indent}  `);
    return `${indent}  ${name}${isRequired ? "" : "?"}: ${type};${note && ` // ${note}`}\n`;
  });
  return fields.length > 0 ? `{\n${fields.join("")}${indent}}` : "{}";
}

function noteOf({ min, max, gt, minLength, maxLength, format }: Bounds): string {
  const notes = [
    gt !== undefined && `more than ${gt}`,
    min !== undefined && `at least ${min}`,
    max !== undefined && `at most ${max}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    format?.toLowerCase(),
  ];
  return notes.filter(Boolean).join(", ");
}

function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, endpoint } of calls) {
    const operations = { [endpoint.method.toLowerCase()]: operation(name, endpoint) };
    paths[endpoint.public] = { ...paths[endpoint.public], ...operations };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Control calls of the till sandbox", version },
    servers: [{ url: "http://127.0.0.1:8787" }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "x-till-control" } },
      parameters: {
        branch: {
          name: "x-sandbox-branch",
          in: "header",
          schema: { type: "string", pattern: branchPattern },
        },
      },
    },
  };
}

const branchPattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

function operation(name: string, { method, public: path, summary, input, result, required = [] }: Endpoint) {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) => field);
  const fields = Object.entries(shapeOf(input)).filter(([field]) => !inPath.includes(field));
  const inQuery = method === "GET" || method === "DELETE" ? fields : [];
  const parameters = [
    { $ref: "#/components/parameters/branch" },
    ...inPath.map((field) => ({ name: field, in: "path", required: true, schema: { type: "string" } })),
    ...inQuery.map(([field, schema]) => ({
      name: field,
      in: "query",
      required: required.includes(field),
      schema: jsonSchema(schema),
    })),
  ];
  const body = {
    ...jsonSchema(input),
    additionalProperties: false,
    required: [...new Set(required.map((one) => one.split(".")[0]))],
  };
  const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
  return {
    operationId: name,
    summary,
    parameters,
    ...(inQuery.length === 0 && fields.length > 0 && { requestBody: json(body) }),
    responses: { 200: { description: "OK", ...json(jsonSchema(result, "null")) } },
  };
}

/** Returns a schema as JSON Schema. With `"null"`, all fields of objects can be null. */
function jsonSchema(schema: Schema, ...orNull: "null"[]): Record<string, unknown> {
  const { values, min, max, gt, minLength, maxLength } = boundsOf(schema);
  const value = mapValue(schema);
  if (value) return { type: "object", additionalProperties: jsonSchema(value) };
  const kind = schemaKind(schema);
  switch (kind) {
    case "text":
      return { type: "string", ...(values && { enum: values }), ...defined({ minLength, maxLength }) };
    case "number":
      return { type: "number", ...defined({ minimum: min, maximum: max, exclusiveMinimum: gt }) };
    case "boolean":
      return { type: "boolean" };
    case "array": {
      const item = schemaBelow(schema, { at: undefined });
      return { type: "array", ...(item && { items: jsonSchema(item, ...orNull) }) };
    }
    case "object": {
      const fields = Object.entries(shapeOf(schema)).map(([name, field]) => {
        const { type, enum: all, ...rest } = jsonSchema(field, ...orNull);
        const nullable = type === undefined || orNull.length === 0 ? { type } : { type: [type, ...orNull] };
        const choices = Array.isArray(all) ? { enum: orNull.length === 0 ? all : [...all, null] } : {};
        return [name, { ...defined(nullable), ...choices, ...rest }];
      });
      return { type: "object", properties: Object.fromEntries(fields) };
    }
    case "json":
      return {};
  }
}

const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns the schema of the values of a map, or undefined for other schemas. */
const mapValue = (schema: Schema): Schema | undefined => schema.additionalProperties;
