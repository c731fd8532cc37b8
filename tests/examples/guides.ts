import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";
import { databaseAddress, expectToWork, needsProcess } from "./examples.ts";

/** A fenced block of the README or of a guide. */
export interface Block {
  file: string;
  /** The file and the heading above it: `testing: With Jest`. Further blocks below a heading have numbers. */
  name: string;
  /** `sh`, `ts`, `yaml` …; empty if the block has none or is indented. */
  language: string;
  text: string;
}

/** What no test runs, by the start of a line of an `sh` block or by the name of a block, with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  // Programs that tests do not have, or must not change.
  "docker ": "needs Docker; tests/scripts/containers.test.ts checks the files",
  "npm ": "installs or builds; tests/soak installs the packed tarball",
  "npx --yes ./till-cli-0.1.0.tgz": "installs; tests/soak installs the packed tarball",
  createdb: "belongs to PostgreSQL",
  createuser: "belongs to PostgreSQL",
  systemctl: "belongs to systemd",
  "useradd ": "changes the users of the system",
  "cp examples/systemd": "belongs to systemd",
  kubectl: "needs a cluster; tests/scripts/units.test.ts checks the files",
  journalctl: "belongs to systemd",
  unshare: "needs rights that not all systems give; tests/soak/examples.test.ts does it where it can",
  hurl: "no package for Node; tests/examples/blocks.test.ts sends the requests of its file",
  // Commands of the shell, and of programs that read what till wrote.
  "cd ": "is for the shell of the reader",
  alias: "is for the shell of the reader",
  export: "is for the shell of the reader",
  jq: "reads what the line before wrote",
  zcat: "reads what the line before wrote",
  // Commands that run until they are stopped; the examples of commands start and stop them.
  "till sandbox start": "runs until it is stopped",
  "till sandbox inspect": "opens a browser; the examples of commands print the URL",
  "till webhooks receive": "runs until it is stopped",
  "till webhooks listen --forward-to": "runs until it is stopped",
  "till worker": "runs until it is stopped",
  "TILL_SANDBOX_TOKEN=$(openssl": "runs until it is stopped",
  "till schedule create": "changes the timers of the system; tests/workers has a stand-in",
  // Commands in a project of the reader; tests/processes/sandbox/run.test.ts runs other programs.
  "till sandbox run": "needs a project with this framework or runner",
  // Blocks.
  "README: Connect your Wix shop": "needs a hosted shop",
  "approvals: Approvals": "needs a hosted shop",
  "approvals: Plan, approve, apply": "needs keys of two people",
  "approvals: Refunds and other single changes": "needs keys of two people",
  "connect: 3. Sign in": "needs a hosted shop",
  "connect: 4. Look before you change": "needs a hosted shop",
  "connect: 5. Change one thing": "needs a hosted shop",
  "many-sites: Failed sites, and CI": "needs sites that failed; tests/fleet has them",
  "many-sites: Which sites 2": "needs a hosted account",
  "notifications: Notifications": "needs a hosted shop",
  "profiles: Profiles 2": "needs a hosted shop",
  "sales: The end": "changes the timers of the system; tests/workers has a stand-in",
  "sign-in: With a browser": "needs a browser; tests/processes/login.test.ts has one",
  "sign-in: Over SSH and in containers": "needs a browser; tests/processes/login.test.ts has one",
  "sign-in: With an API key": "needs a hosted shop",
  "sign-in: With an API key 2": "needs a hosted shop",
  "sign-in: As an app": "needs a hosted shop; tests/commands/members/app.test.ts has a served one",
  "sign-in: From a secret manager": "needs a hosted shop",
  "testing: Many sites": "needs the server that the line before starts",
  "testing: Snapshots 2": "needs the server that the line before starts",
  "workers: From an empty computer to two workers 2": "needs a hosted shop",
  "workers: From an empty computer to two workers 3": "needs a hosted shop",
  "workers: Schedules": "needs a hosted shop",
  "workers: Without a shared journal": "changes the timers of the system; tests/workers has a stand-in",
  "official-sdk: A complete example 2": "needs the platform's packages; tests/e2e replays their requests",
  "official-sdk: A complete example 3": "needs the platform's packages; tests/e2e replays their requests",
  "library: Verify webhooks": "runs until it is stopped; tests/processes/webhook-consumer.ts is one like it",
  "webhooks: Store events, and send them from workers 2": "is a line of a server of the reader",
  "capture-in-ci: cron": "only cron reads it",
  "capture-in-ci: Jenkins": "only Jenkins reads it",
  "changes: Grammar": "describes what the parser accepts, which has tests of its own",
  "filters: Grammar": "describes what the parser accepts, which has tests of its own",
};

/** The README and the guides. */
const files = ["README.md", ...globSync("docs/guides/*.md").sort()];

/** All blocks of the README and the guides, in order. */
export const blocks: readonly Block[] = files.flatMap((file) => blocksOf(file));

function blocksOf(file: string): Block[] {
  const fence = /^```(\w*)\n(.*?)^```$|^\n((?: {4}.+\n)+)/gms;
  const text = readFileSync(file, "utf8");
  const counts = new Map<string, number>();
  return [...text.matchAll(fence)].map(({ 1: language = "", 2: fenced, 3: indented = "", index }) => {
    const heading = [...text.slice(0, index).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? "";
    const name = `${basename(file, ".md")}: ${heading}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return {
      file,
      name: count === 1 ? name : `${name} ${count}`,
      language,
      text: fenced ?? indented.replaceAll(/^ {4}/gm, ""),
    };
  });
}

/** A page, and the commands of its `sh` blocks that need no hosted shop and end on their own. */
interface Page {
  file: string;
  lines: readonly string[];
  /** Whether a command starts a program, or needs PostgreSQL. */
  needsProcess: boolean;
}

/** The `sh` blocks that send requests with curl: tests/processes/examples.test.ts runs them on a served sandbox. */
export const withCurl: readonly Block[] = blocks.filter(
  ({ language, text }) => language === "sh" && /\bcurl /.test(text),
);

/** The commands of an `sh` block as they are typed, without comments. */
const linesOf = ({ text }: Block): string[] =>
  text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*$| &$/, "").replaceAll("npx till-cli", "till"))
    .filter((line) => line !== "");

/** All lines of `sh` blocks that are run alone. */
const typed = blocks
  .filter((block) => block.language === "sh" && !withCurl.includes(block) && !(block.name in notRun))
  .flatMap((block) => linesOf(block).map((line) => ({ file: block.file, line })));

const isRun = (line: string) => !Object.keys(notRun).some((start) => line.startsWith(start));

/** The lines that are neither commands of till nor listed above. */
export const unknownLines: readonly string[] = typed
  .filter(({ line }) => isRun(line) && !/^(till|[A-Z_]+=\S+ till|printf|echo|cat) /.test(line))
  .map(({ file, line }) => `${file}: ${line}`);

/** The starts of lines and names of blocks above that no guide has. */
export const unusedReasons: readonly string[] = Object.keys(notRun).filter(
  (start) => !typed.some(({ line }) => line.startsWith(start)) && !blocks.some(({ name }) => name === start),
);

export const pages: readonly Page[] = files
  .map((file) => ({
    file,
    lines: typed.filter((one) => one.file === file && isRun(one.line)).map(({ line }) => line),
  }))
  .filter(({ lines }) => lines.length > 0)
  .map((page) => ({ ...page, needsProcess: page.lines.some(needsProcess) }));

/** Declares a test for each page: its commands work in order, on a new computer with nothing but what the page creates. */
export function testPages(
  chosen: readonly Page[],
  newDatabase: () => Promise<string> = async () => "",
): void {
  for (const { file, lines } of chosen)
    test(`the commands in ${file} work in order, on a new computer`, async () => {
      const address = lines.some((line) => databaseAddress.test(line)) ? `'${await newDatabase()}'` : "";
      const world = createWorld();
      onTestFinished(() => world.close());
      for (const line of lines) await expectToWork(world, line.replace(databaseAddress, address));
    });
}
