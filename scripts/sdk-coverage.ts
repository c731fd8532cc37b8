// Counts how many functions of the official SDK the sandbox answers, and lists those that it does not:
//   npm i @wix/stores @wix/ecom @wix/events @wix/members @wix/data @wix/redirects   (in a folder of your own)
//   node scripts/sdk-coverage.ts <folder> [--write]
// --write keeps the list in src/sandbox/server/missing-calls.ts, from which the sandbox answers 501 for them, and the functions of
// the other calls in the contract (x-till-sdk), from which requests of the log are written as code.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { services } from "../src/sandbox/registry.ts";
import { createRoutes } from "../src/sandbox/server/run-call.ts";
import { contractFiles, writeContract } from "./contract.ts";

/** A function of the SDK as its package describes it. */
interface Described {
  httpMethod: string;
  getUrl(context: { host: string }): string;
}
type Module = Readonly<Record<string, unknown>>;

const packages = ["stores", "ecom", "events", "members", "data", "redirects"];
const [folder = ".", write] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), "package.json"));
const routes = createRoutes(services);
const missing: Record<string, string[]> = {};
/** The first function of each call, and where its arguments are in the input. */
const functionsOf = new Map<string, string>();

for (const name of packages) {
  const modules = Object.entries(require(`@wix/${name}`) as Record<string, unknown>);
  const described = require(`@wix/${name}/meta`) as Record<string, Record<string, () => Described>>;
  const sources = sourcesOf(name);
  let [all, answered] = [0, 0];
  for (const [module, functions] of modules) {
    for (const one of Object.keys((functions ?? {}) as Module)) {
      const describe = described[module]?.[one];
      if (!describe || /^(on[A-Z]|typed)/.test(one)) continue;
      all += 1;
      const { method, path } = requestOf(describe());
      const call = await answeredBy(method, path);
      if (call !== undefined) {
        answered += 1;
        const args = argumentsOf(sources.get(module) ?? "", one);
        if (args && !functionsOf.has(call))
          functionsOf.set(call, [`${name}.${module}.${one}`, ...args].join(" "));
      } else {
        missing[`${name}.${module}`] ??= [];
        missing[`${name}.${module}`]?.push(`${one} ${method} ${path}`);
      }
    }
  }
  process.stdout.write(`@wix/${name}: ${answered} of ${all} functions\n`);
}
const sorted = Object.entries(missing).sort(([one], [other]) => one.localeCompare(other));
if (write === "--write") {
  writeFileSync("src/sandbox/server/missing-calls.ts", fileOf(sorted));
  const files = contractFiles();
  for (const { paths } of Object.values(files))
    for (const operation of Object.values(paths).flatMap(Object.values))
      operation["x-till-sdk"] = functionsOf.get(operation.operationId);
  writeContract(files);
} else
  process.stdout.write(sorted.map(([module, calls]) => `\n${module}\n  ${calls.join("\n  ")}\n`).join(""));

function requestOf({ httpMethod: method, getUrl }: Described): { method: string; path: string } {
  const { pathname } = new URL(getUrl({ host: "www.wixapis.com" }), "https://www.wixapis.com");
  return { method, path: pathname.replace(/:(\w+)/g, "{$1}") };
}

/** Returns the name of the call that answers a request, if the sandbox has it. */
async function answeredBy(method: string, path: string): Promise<string | undefined> {
  const found = await routes.find(method, path.replace(/\{\w+\}/g, "x"));
  return found?.service.handlers?.[found.call] === undefined ? undefined : found.name;
}

/** Returns the built sources of the modules of a package by their names. */
function sourcesOf(name: string): Map<string, string> {
  const built = (pack: string) => join(resolve(folder), "node_modules", pack, "build/es/index.mjs");
  const imports = readFileSync(built(`@wix/${name}`), "utf8").matchAll(
    /import \* as (\w+) from "(@wix\/[^"]+)"/g,
  );
  return new Map(
    [...imports].flatMap(([, module = "", pack = ""]) =>
      existsSync(built(pack)) ? [[module, readFileSync(built(pack), "utf8")] as const] : [],
    ),
  );
}

/** A value that a function of the SDK puts into its request: an argument, a member of one, or the other members of one. */
type Part = { argument: number; key?: string; isRest?: boolean };

/**
 * Returns where the arguments of a function are in the input of its call, as `sdkArguments` reads it: the function's own payload is
 * evaluated with marks in the place of its arguments. Undefined if the source has no such function, or does not say.
 */
function argumentsOf(source: string, name: string): string[] | undefined {
  const typed = `typed${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const [start] = [name, typed].flatMap((one) =>
    [...source.matchAll(new RegExp(`^async function ${one}\\d*\\(([^)]*)\\) \\{$`, "gm"))].slice(-1),
  );
  if (start === undefined) return undefined;
  const body = source.slice(start.index, source.indexOf("\n}\n", start.index));
  const rename = "renameKeysFromSDKRequestToRESTRequest(";
  if (!body.includes(rename)) return undefined;
  const from = body.indexOf(rename) + rename.length;
  let to = from;
  for (let depth = 1; depth > 0; to++) depth += { "(": 1, ")": -1 }[body.charAt(to)] ?? 0;
  const parameters = (start[1] ?? "").split(",").flatMap((parameter) => parameter.trim() || []);
  const marks = parameters.map(
    (_, argument) =>
      new Proxy(
        {},
        {
          get: (_, key): Part => (key === "*" ? { argument, isRest: true } : { argument, key: String(key) }),
          ownKeys: () => ["*"],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      ),
  );
  // The second argument of the call names paths, which are not needed.
  const payload = new Function(...parameters, `return [${body.slice(from, to - 1)}][0]`)(...marks);
  const whole = new Map<number, string>();
  const parts = new Map<number, string[]>();
  const walk = (value: unknown, path: string) => {
    const argument = marks.indexOf(value as object);
    if (argument >= 0) return void whole.set(argument, path);
    if (typeof value !== "object" || value === null) return;
    const { argument: of, key, isRest, ...inner } = value as Partial<Part>;
    for (const [name, one] of Object.entries(inner)) walk(one, path === "" ? name : `${path}.${name}`);
    if (of === undefined) return;
    // A member with other values in it was spread.
    const spread = Object.keys(inner).length > 0 ? "*" : "";
    const text = isRest
      ? `${path.replace(/\.?\*$/, "")}*`
      : key === path && spread === ""
        ? key
        : `${key}:${path}${spread}`;
    parts.set(of, [...(parts.get(of) ?? []), text ?? ""]);
  };
  walk(payload, "");
  const args = parameters.map((_, index) => whole.get(index) ?? `{${(parts.get(index) ?? []).join(",")}}`);
  return args.includes("{}") ? undefined : args;
}

function fileOf(entries: readonly (readonly [string, readonly string[]])[]): string {
  const lines = entries.map(([module, calls]) => `  ${JSON.stringify(module)}: ${JSON.stringify(calls)},`);
  return `/**
 * The functions of the official SDK that the sandbox does not have, by package and module: name, method and path. Written by
 * \`node scripts/sdk-coverage.ts <folder> --write\`.
 */
export const missingCalls: Readonly<Record<string, readonly string[]>> = {
${lines.join("\n")}
};
`;
}
