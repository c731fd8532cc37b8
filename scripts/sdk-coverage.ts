// Counts how many functions of the official SDK the sandbox answers, and lists those that it does not:
//   npm i @wix/stores @wix/ecom @wix/events @wix/members @wix/data @wix/redirects   (in a folder of your own)
//   node scripts/sdk-coverage.ts <folder> [--write]
// --write keeps the list in src/sandbox/server/missing-calls.ts, from which the sandbox answers 501 for them.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { services } from "../src/sandbox/registry.ts";
import { createRoutes } from "../src/sandbox/server/run-call.ts";

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

for (const name of packages) {
  const modules = Object.entries(require(`@wix/${name}`) as Record<string, unknown>);
  const described = require(`@wix/${name}/meta`) as Record<string, Record<string, () => Described>>;
  let [all, answered] = [0, 0];
  for (const [module, functions] of modules) {
    for (const one of Object.keys((functions ?? {}) as Module)) {
      const describe = described[module]?.[one];
      if (!describe || /^(on[A-Z]|typed)/.test(one)) continue;
      all += 1;
      const { method, path } = requestOf(describe());
      if (await isAnswered(method, path)) answered += 1;
      else {
        missing[`${name}.${module}`] ??= [];
        missing[`${name}.${module}`]?.push(`${one} ${method} ${path}`);
      }
    }
  }
  process.stdout.write(`@wix/${name}: ${answered} of ${all} functions\n`);
}
const sorted = Object.entries(missing).sort(([one], [other]) => one.localeCompare(other));
if (write === "--write") writeFileSync("src/sandbox/server/missing-calls.ts", fileOf(sorted));
else process.stdout.write(sorted.map(([module, calls]) => `\n${module}\n  ${calls.join("\n  ")}\n`).join(""));

function requestOf({ httpMethod: method, getUrl }: Described): { method: string; path: string } {
  const { pathname } = new URL(getUrl({ host: "www.wixapis.com" }), "https://www.wixapis.com");
  return { method, path: pathname.replace(/:(\w+)/g, "{$1}") };
}

async function isAnswered(method: string, path: string): Promise<boolean> {
  const found = await routes.find(method, path.replace(/\{\w+\}/g, "x"));
  return found?.service.handlers?.[found.call] !== undefined;
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
