import type { ContractFile, ContractNode } from "./contract-reference.ts";

/** Returns the TypeScript types of the contract by file name: an interface for each model, and the calls of each service. */
export function contractTypes(files: Readonly<Record<string, ContractFile>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([domain, file]) => [`${domain}.gen.ts`, typesOf(domain, file, files)]),
  );
}

function typesOf(domain: string, file: ContractFile, files: Readonly<Record<string, ContractFile>>): string {
  const shared = new Set<string>();
  const models = Object.entries(file.components.schemas).map(([name, schema]) =>
    schema.properties
      ? `export interface ${name} ${objectType(schema, false)}`
      : `export type ${name} = ${typeOf(schema, false)};`,
  );
  const services = new Map<string, string[]>();
  for (const item of Object.values(file.paths))
    for (const operation of Object.values(item)) {
      const { operationId, parameters = [], requestBody, responses } = operation;
      const [service = "", call = ""] = operationId.split(".");
      const input = requestBody?.content["application/json"].schema ?? {
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      };
      const result = responses[200].content["application/json"].schema;
      const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      const sent = objectType(input, true, operation["x-till-required"] ?? inPath);
      const line = `    ${call}: EndpointOf<${sent}, ${typeOf(result, false)}>;`;
      services.set(service, [...(services.get(service) ?? []), line]);
    }
  const calls = [...services].map(([name, lines]) => `  ${name}: {\n${lines.join("\n")}\n  };`);
  const calling = `/** The calls of the domain, by service. */\nexport interface Services {\n${calls.join("\n")}\n}`;
  const body = (calls.length > 0 ? [...models, calling] : models).join("\n\n");
  const imports = [
    calls.length > 0 && 'import type { EndpointOf } from "../endpoint.ts";',
    /\bTime\b/.test(body) && 'import type { Time } from "../schema.ts";',
    shared.size > 0 && `import type { ${[...shared].sort().join(", ")} } from "./models.gen.ts";`,
  ].filter((line) => line !== false);
  return `// Written by scripts/contract.ts from ${domain}.json.\n${imports.join("\n")}\n\n${body}\n`;

  /** In an input, the fields that the platform always returns can be absent. */
  function typeOf(schema: ContractNode, isInput: boolean): string {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
      const home = schema.$ref.startsWith("#") ? file : files.models;
      if (home !== file) shared.add(name);
      const isPartial =
        schema["x-till-always"] !== undefined ||
        (isInput && home?.components.schemas[name]?.["x-till-always"]);
      return isPartial ? `Partial<${name}>` : name;
    }
    const { type, properties, additionalProperties, items, anyOf, format } = schema;
    if (anyOf) return anyOf.map((one) => typeOf(one, isInput)).join(" | ");
    if (properties) return objectType(schema, isInput);
    if (additionalProperties) return `Record<string, ${typeOf(additionalProperties, isInput)}>`;
    if (type === "array") {
      const item = typeOf(items ?? {}, isInput);
      return /^[\w<>]+$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    if (format === "date-time") return "Time";
    // Accepts undocumented values; editors still suggest the known ones.
    if (schema.enum)
      return [...schema.enum.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ");
    if (type === undefined || type === "object") return "unknown";
    return type === "integer" ? "number" : type;
  }

  /** `required`: the paths of what every request has, whose first steps are always there. */
  function objectType(
    { properties = {}, "x-till-always": always = [] }: ContractNode,
    isInput: boolean,
    required: readonly string[] = [],
  ): string {
    const fields = Object.entries(properties).map(([name, field]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const type = typeOf(field, isInput);
      const isThere = [...always, ...required].some((path) => path === name || path.startsWith(`${name}.`));
      return isThere ? `${key}: ${type};` : `${key}?: ${type} | null;`;
    });
    return `{ ${[...fields, "[field: string]: unknown;"].join(" ")} }`;
  }
}
