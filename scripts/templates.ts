// Runs public storefront templates, unmodified, against the sandbox, and requests their pages:
//   npm run build && node scripts/templates.ts [name …] [--folder DIR]
// It needs git, npm and a network. With --folder, templates that are there already are used as they are; otherwise they are
// cloned into a temporary folder. A page passes if it answers with the expected status and has the expected text.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

interface Template {
  /** The folder in the repository. */
  folder: string;
  /** A seed file's contents, or `demo`. */
  seed: "demo" | object;
  /** The catalog version that the template calls. Default: v1. */
  catalog?: "v1" | "v3";
  pages: readonly (readonly [path: string, status: number, text: string])[];
}

const repository = "https://github.com/wix/headless-templates.git";
const image = "wix:image://v1/a_b.jpg/a.jpg#originWidth=100&originHeight=100";
const news = (title: string, more: object = {}) => ({ title, slug: title.toLowerCase(), image, ...more });

const templates: Readonly<Record<string, Template>> = {
  commerce: {
    folder: "nextjs/commerce",
    seed: "demo",
    pages: [
      ["/", 200, "Acme"],
      ["/search", 200, "Stoneware Mug"],
      ["/search?q=Stone&sort=price-desc", 200, "Stoneware Mug"],
      ["/search/tableware", 200, "Stoneware Mug"],
      ["/product/stoneware-mug", 200, "A mug that sits well in the hand."],
      ["/about", 404, ""],
    ],
  },
  ticketing: {
    folder: "nextjs/commerce-ticketing",
    seed: "demo",
    catalog: "v3",
    pages: [
      ["/", 200, "Raku night"],
      ["/shop", 200, "Stoneware Mug"],
      ["/product-page/stoneware-mug", 200, "Stoneware Mug"],
      ["/events/raku-night", 200, "Two bowls"],
    ],
  },
  education: {
    folder: "nextjs/cms-education",
    seed: {
      siteData: [
        { id: "News", items: [news("Open", { shortDescription: "We open the doors", date: "2030-05-01" })] },
        { id: "Our-Projects", items: [news("Kiln", { shortDescription: "A kiln for all" })] },
        { id: "Our-Team", items: [news("Ada")] },
        { id: "Volunteers", items: [news("Bo")] },
      ],
    },
    pages: [
      ["/news", 200, "Open"],
      ["/projects", 200, "Kiln"],
      ["/projects/kiln", 200, "Kiln"],
    ],
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string" } },
});
const base = resolve(values.folder ?? mkdtempSync(join(tmpdir(), "templates-")));
const chosen = positionals.length > 0 ? positionals : Object.keys(templates);
const failed: string[] = [];
for (const name of chosen) {
  const template = templates[name];
  if (!template) throw new Error(`There is no template ${name}: ${Object.keys(templates).join(", ")}`);
  await tryTemplate(name, template);
}
process.exitCode = failed.length > 0 ? 1 : 0;
process.stdout.write(failed.length > 0 ? `Failed: ${failed.join(", ")}\n` : "All pages passed.\n");

async function tryTemplate(name: string, { folder, seed, catalog = "v1", pages }: Template): Promise<void> {
  const path = join(base, folder);
  mkdirSync(base, { recursive: true });
  if (!existsSync(path)) execFileSync("git", ["clone", "--depth", "1", repository, "."], { cwd: base });
  if (!existsSync(join(path, "node_modules")))
    // Their install scripts compile what only deployments need, such as sharp.
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"], {
      cwd: path,
    });
  const seedFile = join(base, `${name}.json`);
  if (seed !== "demo") writeFileSync(seedFile, JSON.stringify(seed));
  const port = await freePort();
  const server = start(path, ["--seed", seed === "demo" ? "demo" : seedFile, "--catalog", catalog], port);
  try {
    const origin = `http://localhost:${port}`;
    await answering(origin, server);
    for (const [page, status, text] of pages) {
      const answer = await fetch(origin + page, { signal: AbortSignal.timeout(600_000) });
      const isAsExpected = answer.status === status && (await answer.text()).includes(text);
      process.stdout.write(`${isAsExpected ? "ok  " : "FAIL"} ${name} ${page} ${answer.status}\n`);
      if (!isAsExpected) failed.push(name + page);
    }
  } finally {
    const closed = server.exitCode === null ? once(server, "close") : undefined;
    server.kill();
    await closed;
  }
}

/** Starts the development server of a template with a sandbox. */
function start(cwd: string, flags: readonly string[], port: number): ChildProcess {
  const next = [process.execPath, "node_modules/next/dist/bin/next", "dev", "--port", String(port)];
  const till = [resolve("bin/till.js"), "sandbox", "run", ...flags, "--", ...next];
  return spawn(process.execPath, till, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

/** Waits until a server answers at all. */
async function answering(origin: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const isUp = await fetch(`${origin}/favicon.ico`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`The server ended with ${server.exitCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
