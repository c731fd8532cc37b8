import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Request } from "../../src/api/transport/transport.ts";
import { type Group, parseExample, type Verb } from "../../src/cli/command.ts";
import { flagsOf } from "../../src/cli/flags.ts";
import { groups } from "../../src/commands/index.ts";
import { readTable } from "../../src/files/table.ts";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { copyHome } from "../support/folders.ts";
import { type CommandOptions, type CommandResult, createWorld, type World } from "../support/world.ts";

/** An example of a command, as its help shows it. */
export interface Example {
  /** The command: `till products list`. */
  name: string;
  /** The line that is typed. */
  run: string;
  /** Whether the command has --dry-run. */
  previews: boolean;
}

/** A command. */
export interface Command {
  /** `till products list` */
  name: string;
  verb: Verb;
}

/** All commands. */
export const commands: readonly Command[] = (
  await Promise.all(groups.map(async ({ name, load }) => commandsOf(`till ${name}`, await load())))
).flat();

function commandsOf(name: string, command: Group | Verb): Command[] {
  if ("verbs" in command) return command.verbs.flatMap((verb) => commandsOf(`${name} ${verb.name}`, verb));
  return [{ name, verb: command }];
}

/** The examples of all commands. */
export const examples: readonly Example[] = commands.flatMap(({ name, verb }) => {
  const previews = flagsOf(verb).some(({ flags }) => flags.includes("--dry-run"));
  return verb.examples.map((example) => ({ name, run: parseExample(example).run, previews }));
});

/** An address of a PostgreSQL database in examples. */
export const databaseAddress = /postgres:\/\/\S+/;

/** Lines that start a program, or need PostgreSQL: tests/processes/examples.test.ts runs them. */
export const needsProcess = (line: string): boolean =>
  databaseAddress.test(line) || /^till (story|sandbox) run\b/.test(line) || isSharedReceiver(line);

/** Whether it stores events in a shared journal, which the environment names. */
const isSharedReceiver = (line: string) => line.includes("receive") && line.includes("--forward-to");

/** Commands that run until they are stopped. */
export const longRunning = ["till sandbox start", "till webhooks receive"];

/** Examples that wait for a browser; over SSH none is opened. */
const interactive = ["till login", "till login --no-browser"];

const prepared: Partial<Record<"v1" | "v3", Promise<string>>> = {};

/**
 * Returns the folder of the demo shop, with catalog v1 unless told otherwise, with a job and the files that the examples name. It
 * is made once for all files of a worker, and removed with the folder of the run.
 */
export const preparedShop = (catalog: "v1" | "v3" = "v1"): Promise<string> =>
  (prepared[catalog] ??= catalog === "v1" ? prepare() : prepareV3());

const branchedRecord = "till/state/sandboxes/branched.json";

/**
 * Declares a test for each of these examples, in a world that is made a copy of the prepared shop again. A command that asks for
 * confirmation fails without a terminal and names --yes; it is then run with --yes. `newDatabase` returns the address that takes
 * the place of a database.
 */
export function testExamples(
  chosen: readonly Example[],
  newDatabase: () => Promise<string> = () => Promise.reject(new Error("It needs PostgreSQL.")),
): void {
  let shop: string;
  let branched: SandboxServer;
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    shop = await preparedShop();
    // A sandbox that runs, with a branch.
    branched = await startSandboxServer({
      file: ":memory:",
      port: 0,
      snapshots: join(shop, "till/data/snapshots"),
      onError: () => {},
    });
    await fetch(`${branched.baseUrl}/__till/status`, {
      headers: { "x-sandbox-branch": "worker-3", "x-till-control": branched.controlToken },
    });
    const record = { ...branched, name: "branched", file: ":memory:", startedAt: "2026-01-01" };
    writeFileSync(join(shop, branchedRecord), JSON.stringify(record));
  });
  afterAll(async () => await branched?.close());

  for (const example of chosen) {
    test(`example: ${example.run}`, async () => {
      const { name, run } = example;
      // What the example before left as it was is not copied again.
      copyHome(ofCatalogV3.test(name) ? await preparedShop("v3") : shop, world.home, { exactly: true });
      if (longRunning.includes(name) || interactive.includes(run))
        await expectToStop(world, run, newDatabase);
      else await expectExample(world, example, newDatabase);
    });
  }
}

/** Runs an example, and checks that its --dry-run sends no write, and that a command without --dry-run does not write. */
async function expectExample(
  world: World,
  { name, run, previews }: Example,
  newDatabase: () => Promise<string>,
): Promise<void> {
  // The sandbox runs in this process.
  if (name === "till config trust") writeFileSync(world.path(".till.yaml"), "settings: { limit: 20 }\n");
  if (name === "till sandbox stop") rmSync(world.path(branchedRecord));
  // A few minutes after an event, its signature has expired.
  if (name === "till webhooks verify")
    await world.sh("till webhooks replay last --jq '.items[0].jwt' > body.jwt");
  if (name === "till sandbox seed") await world.till("sandbox reset --yes");
  // A command that writes shows with --dry-run what it would do, and sends nothing.
  const [, head, own = run] = /^(.*) \| (.*)$/.exec(run) ?? [];
  if (previews && own.includes(name) && firstOf.get(name) === run) {
    const stdin = head === undefined ? "" : (await world.sh(head)).stdout;
    const dry = own.replace(/\s*>.*/, "").replace(name, `${name} --dry-run`);
    expect((await writesOf(world, dry, { stdin })).writes).toEqual([]);
  }
  const address = databaseAddress.test(run) ? `'${await newDatabase()}'` : "";
  // Thousands of products prove no more than some.
  const typed = run.replace(databaseAddress, address).replace(/(?<=\bseed .*?\b\d\d)0+\b/, "");
  // One example of each command prints csv instead: a table or nothing, never a sentence.
  const isCsv = csvOf.get(name) === run;
  const { writes, stdout } = await writesOf(world, typed, isCsv ? { env: { TILL_OUTPUT: "csv" } } : {});
  if (isCsv && stdout !== "") await expectTable(stdout);
  // The first command of a pipe may write.
  if (!previews && head === undefined && name !== "till sandbox seed")
    expect(writes, "it writes, and has no --dry-run").toEqual([]);
}

const firstOf = new Map(examples.toReversed().map(({ name, run }) => [name, run]));

/** Commands that print a document, a raw response, or events as they come, and examples that choose a format or need a process. */
const isOtherOutput = ({ name, run }: Example) =>
  needsProcess(run) ||
  longRunning.includes(name) ||
  /^till (agents skill|learn|config completion|config get|api|webhooks listen|story)\b/.test(name) ||
  /\||--(json|jq|output|template|format|sql)\b|till (login|mcp|config trust)\b|branched/.test(run);

/** The example of each command that prints csv. */
const csvOf = new Map(
  examples.filter((example) => !isOtherOutput(example)).map(({ name, run }) => [name, run]),
);

async function expectTable(stdout: string): Promise<void> {
  const { header, rows } = await readTable(Readable.from([Buffer.from(stdout)]), { name: "stdout" });
  // A sentence is a header without rows that is no list of fields.
  if ((await Array.fromAsync(rows)).length === 0)
    expect(header.filter((cell) => !/^[\w.]+$/.test(cell))).toEqual([]);
}

/** Runs an example of a command that does not end on its own, and stops it once it serves. */
async function expectToStop(world: World, run: string, newDatabase: () => Promise<string>): Promise<void> {
  const stop = new AbortController();
  const running = world.sh(run.replace(/--port \d+/, "--port 0"), {
    signal: stop.signal,
    env: { SSH_TTY: "/dev/pts/0", ...(isSharedReceiver(run) && { TILL_JOURNAL: await newDatabase() }) },
    onOutput: (text) => {
      if (/http:\/\/127\.0\.0\.1:\d+/.test(text)) stop.abort("SIGINT");
    },
  });
  expect(await running).toMatchObject({ code: 130 });
  expect(stop.signal.aborted).toBe(true);
}

async function prepare(): Promise<string> {
  const world = createWorld();
  const { sh, path } = world;
  const lines = [
    "till sandbox seed demo",
    // Before there are more requests in the log.
    "till sandbox snapshot create base",
    "till products export products.csv",
    "till products export products.xlsx",
    "printf 'order,carrier,tracking\\n10007,dhl,JD1\\n' > parcels.csv",
    "printf 'order,amount\\n10001,5.00\\n' > refunds.csv",
    "printf 'code,percent,until\\nEARLY5,5,2099-12-31\\nWELCOME10,12,\\n' > coupons.csv",
    "printf 'Gutscheincode;Nachlass\\nHERBST10;12,5\\n' > newsletter.csv",
    "printf 'order,tags\\n10012,Gift wrap\\n' > tags.csv",
    "printf 'Bestellnr,Vermerk\\n10012,Gift wrap\\n' > list.csv",
    "printf 'Referenz,Sendungsnummer\\n10007,JD1\\n' > dhl.csv",
    "printf 'sku,price\\nMUG-OAT,26\\nWRAP,5\\n' > prices.csv",
    "printf 'Artikelnr;VK brutto\\nMUG-OAT;26,50\\nWRAP;5\\n' > preise.csv",
    "printf 'sku,quantity\\nMUG-OAT,12\\nTHROW-CRE,9\\n' > counts.csv",
    "printf 'sku,quantity\\nMUG-OAT,12\\nTHROW-CRE,-3\\n' > delivery.csv",
    "printf 'Artikel,Bestand\\nMUG-OAT,12\\n' > bestand.csv",
    "till events export events.csv",
    "till products export products_export.csv --format shopify",
    "till products export shopify.csv --format shopify",
    "till products update --filter 'price < 10' --set price=+0.50 --plan-out july.plan.ndjson",
    // The plan is approved, by another person.
    "ssh-keygen -q -t ed25519 -N '' -f id_ed25519",
    "sed 's/^/ada@example.com /' id_ed25519.pub > allowed_signers",
    "till plan approve july.plan.ndjson --key id_ed25519 --yes",
    "till sale start oven-mitt --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes",
    "till sandbox keys > app.pem",
    "till data sync",
    "till backup create --name old-catalog --only collections",
    // A member is signed in and has a password reset link; another registration waits for its code.
    "echo till-demo-1 > password.txt",
    "echo another-demo-2 > new.txt",
    "till login --email mira@example.com --password-file password.txt",
    "till account password forgot mira@example.com",
    "till sandbox mail list --limit 1 --jq '.items[0].link' > link.txt",
    "till sandbox settings emailVerification=on",
    "till account register --email lena@example.com --password-file password.txt",
    "till sandbox settings emailVerification=off",
    "till profiles create shop --client-id app-1 --site site-1",
    "till profiles lock shop",
    // Another sandbox, and a snapshot of this one.
    "till profiles create staging --platform sandbox",
    "till profiles create staging-copy --platform sandbox",
    "printf 'title,slug\\nAbout us,about\\n' > Pages.csv",
    'printf \'[{ "slug": "footer" }]\' > menus.json',
    "till config views create unpaid orders --filter 'paymentStatus = NOT_PAID'",
    "till copy pull my-shop --only products,collections,inventory",
    "till backup create --name before-sale",
    // Two more shops, and a run on both.
    "till profiles create shop-de --platform sandbox",
    "till profiles create shop-fr --platform sandbox",
    "till sandbox seed demo --profile shop-de",
    "till sandbox seed demo --profile shop-fr",
    "till config set group.eu 'shop-de, shop-fr'",
    "till config alias set restock 'products list --filter \"stock < 5\"'",
    "printf 'profile\\nshop-de\\nshop-fr\\n' > shops.csv",
    "till each --sites @eu --yes -- collections create --name Sale",
    // One order is being edited, and there is a draft of a new one, with a tip.
    "till orders drafts edit 10012",
    "till orders drafts create",
    "till orders drafts add last --name Jug --price 18",
    "till orders drafts get last --jq .id | xargs till orders tips set --amount 4 --draft",
    // A subscription has a draft.
    "till orders subscriptions drafts begin hanna@example.com --from-cycle 2",
    "till orders subscriptions drafts add last --name Sampler --price 5",
    // A cart has an address and a checkout.
    "till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink",
    "till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St'",
    // The last job can be undone.
    "till products update serving-bowl --set price=+1 --yes",
  ];
  const planner = { actor: "kim", host: "desk" };
  for (const line of lines) {
    const typed = line.includes("--plan-out july") ? { who: planner } : {};
    expect(await sh(line, typed), line).toMatchObject({ code: 0 });
  }
  keepLastRequests(path("till/data/sandbox.db"));
  writeFileSync(
    path("order.json"),
    JSON.stringify({
      channelInfo: { type: "OTHER_PLATFORM", externalOrderId: "old-1" },
      billingInfo: { contactDetails: { firstName: "Ada", lastName: "Kowal" } },
      lineItems: [
        {
          productName: { original: "Jug" },
          quantity: 1,
          price: { amount: "18" },
          itemType: { preset: "PHYSICAL" },
        },
      ],
      priceSummary: { subtotal: { amount: "18" }, total: { amount: "18" } },
      paymentStatus: "PAID",
      status: "APPROVED",
    }),
  );
  copyFileSync("examples/ci/checkout.story", path("checkout.story"));
  // A sandbox that was killed.
  mkdirSync(path("till/state/sandboxes"), { recursive: true });
  const second = { name: "second", baseUrl: "http://127.0.0.1:9", pid: 99_999_999, startedAt: "2026-01-01" };
  writeFileSync(path("till/state/sandboxes/second.json"), JSON.stringify(second));
  writeFileSync(path("mug-ink.jpg"), encode({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }));
  writeFileSync(path("my-shop.yaml"), "products:\n  - { name: Plain jug, price: 12, stock: 3 }\n");
  writeFileSync(
    path("product.json"),
    JSON.stringify({ product: { name: "Milk jug", productType: "physical", priceData: { price: 18 } } }),
  );
  // A schedule with a timer that no system of the tests has.
  const nightly = {
    when: { cron: "0 6 * * *" },
    timeZone: "UTC",
    line: ["products", "list"],
    runner: "task",
  };
  writeFileSync(path("till/config/schedules.json"), JSON.stringify({ nightly }));
  return keep(world);
}

/** Removes all but the first and the last requests from the log: a smaller file takes less time to copy. */
function keepLastRequests(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("DELETE FROM request WHERE id BETWEEN 2 AND (SELECT max(id) FROM request) - 20; VACUUM");
  db.close();
}

async function prepareV3(): Promise<string> {
  const world = createWorld({ from: await preparedShop() });
  for (const line of ["sandbox reset --yes", "sandbox seed --catalog v3"])
    expect(await world.till(line), line).toMatchObject({ code: 0 });
  return keep(world);
}

/** Closes a world, and returns a folder with a copy of its home. */
function keep(world: World): string {
  const kept = mkdtempSync(join(tmpdir(), "till-examples-"));
  copyHome(world.home, kept);
  world.close();
  return kept;
}

/** Commands that need a shop with catalog v3. */
const ofCatalogV3 = /^till products (brands|customizations|info-sections|ribbons) /;

/** Returns what a line prints and the writes to the shop that it sends: not signing in, and not the sandbox's own settings. */
async function writesOf(world: World, line: string, options: CommandOptions = {}) {
  const writes: string[] = [];
  const signsIn =
    /^(sandbox\.|oauth2?\.|verification\.|authentication\.(login|logout|callback|verify|authorize|signOn)|redirects\.|eventStaffMembers\.login$)/;
  const onRequest = ({ name = "", effect }: Request) => {
    if (effect !== "read" && !signsIn.test(name)) writes.push(name);
  };
  const { stdout } = await expectToWork(world, line, { ...options, onRequest });
  return { writes, stdout };
}

/** Commands that need a journal in PostgreSQL, and say so. */
const ofWorkers = /^till (worker|jobs submit)\b/;

/** Commands that need a terminal, and say so. */
const onTerminals = /^till tickets door [\w-]+$/;

/** An editor that changes nothing. */
const editor = { EDITOR: "true" };

/** Runs a line as typed. If it asks for confirmation, runs it with --yes. Returns the result. */
export async function expectToWork(
  world: World,
  line: string,
  options: CommandOptions = {},
): Promise<CommandResult> {
  const typing = { ...options, env: { ...editor, ...options.env } };
  const result = await world.sh(line, typing);
  const asks = result.code === 2 && result.stderr.includes("add: --yes");
  const typed = asks ? `${line} --yes` : line;
  // The demo shop has problems to find, but not of every kind.
  const code = /^till check\b/.test(typed)
    ? / --only /.test(typed) && result.code === 0
      ? 0
      : 11
    : ofWorkers.test(typed) || onTerminals.test(typed)
      ? 2
      : 0;
  const last = asks ? await world.sh(typed, typing) : result;
  expect({ typed, ...last }).toMatchObject({ code });
  return last;
}
