import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import {
  getTextOfJSDocComment,
  isEnumDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isJSDoc,
  isPropertySignatureDeclaration,
  isStringLiteral,
  isTypeReferenceNode,
  type PropertySignatureDeclaration,
  type SourceFile,
} from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { routeOf } from "./contract-reference.ts";
import {
  fieldName,
  type Reference,
  type ReferenceCall,
  type ReferenceField,
  type ReferenceFields,
} from "./platform-reference.ts";
import { argumentsOf, type SdkFunction } from "./sdk-functions.ts";

/** The packages of the official SDK whose calls the contract has. */
const packages = ["stores", "ecom", "events", "members", "data", "redirects", "identity", "categories"];

/** The request of a function, as the `meta` of its package describes it. */
interface Described {
  httpMethod: string;
  getUrl(context: { host: string }): string;
}

type Messages = ReadonlyMap<string, Pick<ReferenceCall, "request" | "response">>;

/**
 * Reads the calls of the platform from the packages of its SDK, which are installed in a folder, and the functions that make them.
 * Throws if a package is not installed.
 */
export function readSdk(
  folder: string,
  names: readonly string[] = packages,
): { reference: Reference; functions: SdkFunction[] } {
  const calls: Record<string, ReferenceCall> = {};
  const types: Record<string, ReferenceFields> = {};
  const enums: Record<string, string[]> = {};
  const functions: SdkFunction[] = [];
  const modules = names.flatMap((name) => modulesOf(folder, name));
  const api = new API();
  const snapshot = api.updateSnapshot({ openFiles: modules.map(({ declarations }) => declarations) });
  for (const { name, declarations, described, masks, source } of modules) {
    const file = snapshot.getDefaultProjectForFile(declarations)?.program.getSourceFile(declarations);
    const messages = file && readTypes(file, name, masks, types, enums);
    for (const [key, describe] of Object.entries(described)) {
      if (typeof describe !== "function") continue;
      const { httpMethod: method, getUrl } = describe();
      const { pathname } = new URL(getUrl({ host: "www.wixapis.com" }), "https://www.wixapis.com");
      const publicPath = pathname.replace(/:(\w+)/g, "{$1}");
      const fields = messages?.get(key);
      // Functions of raw HTTP requests do not say what is in them.
      if (fields && "rawPath" in fields.request) continue;
      functions.push({ name: `${name}.${key}`, method, path: publicPath, args: argumentsOf(source, key) });
      if (fields) calls[routeOf(method, publicPath)] ??= { ...fields, required: [] };
    }
  }
  snapshot.dispose();
  api.close();
  return { reference: { calls, events: {}, types, enums, isPartial: true }, functions };
}

/** Returns the modules of a package: what describes their functions, the file with their types, and their source. */
function modulesOf(folder: string, name: string) {
  const require = createRequire(join(resolve(folder), "node_modules/@wix", name, "package.json"));
  const index = readFileSync(require.resolve(`@wix/${name}/meta`), "utf8");
  return [...index.matchAll(/ (\w+) = .*require\("(@wix\/[^"]+\/meta)"\)/g)].map(([, module, meta = ""]) => {
    const path = require.resolve(meta);
    const source = join(dirname(path), "../es/index.mjs");
    return {
      name: `${name}.${module}`,
      described: require(meta) as Record<string, () => Described>,
      // These have the internal fields, too.
      declarations: join(dirname(path), "../internal/cjs/meta.d.ts"),
      masks: masksOf(readFileSync(path, "utf8")),
      source: existsSync(source) ? readFileSync(source, "utf8") : "",
    };
  });
}

/** Returns the names of the fields whose lists are sent as one text. */
function masksOf(source: string): Set<string> {
  const lists = source.matchAll(/transformSDKFieldMaskToRESTFieldMask,\s*paths: \[([^\]]*)\]/g);
  return new Set([...lists].flatMap(([list]) => [...list.matchAll(/(\w+)"/g)].map(([, name = ""]) => name)));
}

/** Reads the types of a module into a reference, and returns the requests and responses of its functions. */
function readTypes(
  file: SourceFile,
  module: string,
  masks: ReadonlySet<string>,
  types: Record<string, ReferenceFields>,
  enums: Record<string, string[]>,
): Messages {
  const interfaces = new Map(
    file.statements.filter(isInterfaceDeclaration).map((node) => [node.name.text, node]),
  );
  for (const name of interfaces.keys()) types[`${name}@${module}`] = fieldsOf(name);
  for (const { name, members } of file.statements.filter(isEnumDeclaration)) {
    enums[`${name.text}@${module}`] = members.map(({ initializer }) =>
      initializer && isStringLiteral(initializer) ? initializer.text : "",
    );
  }
  return new Map(
    file.statements.filter(isFunctionDeclaration).flatMap(({ name, type }) => {
      const args = type && isTypeReferenceNode(type) ? type.typeArguments : undefined;
      const [, , , request, , response] = args?.map((argument) => argument.getText(file)) ?? [];
      if (!name || request === undefined || response === undefined) return [];
      return [[name.text, { request: fieldsOf(request), response: fieldsOf(response) }] as const];
    }),
  );

  function fieldsOf(name: string): ReferenceFields {
    const { heritageClauses = [], members = [] } = interfaces.get(name) ?? {};
    const bases = heritageClauses.flatMap(({ types }) => types.map((base) => fieldsOf(base.getText(file))));
    const own = members.flatMap((member) => {
      if (!isPropertySignatureDeclaration(member)) return [];
      const field = fieldName(member.name.getText(file));
      const isMask = masks.has(field) && (name.endsWith("Request") || /mask$/i.test(field));
      return [[field, fieldOf(member, isMask)] as const];
    });
    return Object.assign({}, ...bases, Object.fromEntries(own));
  }

  function fieldOf(member: PropertySignatureDeclaration, isMask: boolean): ReferenceField {
    const docs = member.jsDoc?.filter(isJSDoc).flatMap(({ tags }) => [...(tags ?? [])]) ?? [];
    const tags = new Map(
      docs.map(({ tagName, comment }) => [tagName.text, getTextOfJSDocComment(comment) ?? ""]),
    );
    const numbers = numberTags.flatMap((name) => (tags.has(name) ? [[name, Number(tags.get(name))]] : []));
    const decimal = tags.get("decimalValue")?.matchAll(/(\w+):([-\d.]+)/g) ?? [];
    const isDecimal = tags.has("decimalValue") || tags.get("format") === "DECIMAL_VALUE";
    const type = typeOf(member.type.getText(file));
    return {
      type:
        type === "string" && isDecimal
          ? "decimal-string"
          : type === "array:string" && isMask
            ? "fieldmask"
            : type,
      ...Object.fromEntries(numbers),
      format: tags.get("format"),
      readonly: tags.has("readonly"),
      internal: tags.has("internal"),
      deprecated: tags.has("deprecated"),
      ...Object.fromEntries([...decimal].map(([, name, value]) => [name, Number(value)])),
    };
  }

  /** Returns a type in the words of the reference. */
  function typeOf(text: string): string {
    const type = text.replace(/ \| null$/, "");
    const plain = plainTypes[type];
    if (plain !== undefined) return plain;
    const [, values] = /^Record<string, (.*)>$/.exec(type) ?? [];
    if (values !== undefined) return `map:${typeOf(values).replace("object:", "")}`;
    if (type.endsWith("[]")) return `array:${typeOf(type.slice(0, -2)).replace("object:", "")}`;
    return interfaces.has(type)
      ? `object:${type}@${module}`
      : `enum:${type.replace(/WithLiterals$/, "")}@${module}`;
  }
}

const numberTags = ["minLength", "maxLength", "minSize", "maxSize", "min", "max"];

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  Date: "date",
  Uint8Array: "bytes",
  GoogleProtoDuration: "duration-string",
  any: "json",
  "Record<string, any>": "json",
};
