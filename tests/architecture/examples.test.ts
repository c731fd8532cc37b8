import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Request } from "../../src/api/transport/transport.ts";
import { type Group, parseExample, type Verb } from "../../src/cli/command.ts";
import { flagsOf } from "../../src/cli/flags.ts";
import { groups } from "../../src/commands/index.ts";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { type Cluster, skipped, workerCluster } from "../processes/postgres.ts";
import { type CommandOptions, createWorld, type World } from "../support/world.ts";

/**
 * Runs the examples of all commands in a demo shop with a job and the files that the examples name, and the commands of the
 * README and of each guide in order, on a new computer with nothing but what the page creates. A command that asks for
 * confirmation fails without a terminal and names --yes; it is then run with --yes.
 */
const prepared = createWorld();
let branched: SandboxServer | undefined;
const branchedRecord = "till/state/sandboxes/branched.json";
afterAll(async () => {
  await branched?.close();
  prepared.close();
});

beforeAll(async () => {
  const { sh, path } = prepared;
  const lines = [
    "till sandbox seed demo",
    "till products export products.csv",
    "till products export products.xlsx",
    "printf 'order,carrier,tracking\\n10007,dhl,JD1\\n' > parcels.csv",
    "printf 'sku,price\\nMUG-OAT,26\\nWRAP,5\\n' > prices.csv",
    "printf 'Artikelnr;VK brutto\\nMUG-OAT;26,50\\nWRAP;5\\n' > preise.csv",
    "printf 'sku,quantity\\nMUG-OAT,12\\nTHROW-CRE,9\\n' > counts.csv",
    "printf 'sku,quantity\\nMUG-OAT,12\\nTHROW-CRE,-3\\n' > delivery.csv",
    "printf 'Artikel,Bestand\\nMUG-OAT,12\\n' > bestand.csv",
    "till events export events.csv",
    "till products export products_export.csv --format shopify",
    "till products export shopify.csv --format shopify",
    "till products update --filter 'price < 10' --set price=+0.50 --plan-out july.plan.ndjson",
    "till sale start oven-mitt --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes",
    "till sandbox keys > app.pem",
    "till sandbox snapshot save base",
    // A member is signed in and has a password reset link; another registration waits for its code.
    "echo till-demo-1 > password.txt",
    "echo another-demo-2 > new.txt",
    "till login --email mira@example.com --password-file password.txt",
    "till password forgot mira@example.com",
    "till sandbox mail list --limit 1 --jq '.items[0].link' > link.txt",
    "till sandbox settings emailVerification=on",
    "till register --email lena@example.com --password-file password.txt",
    "till sandbox settings emailVerification=off",
    "till profiles add shop --client-id app-1 --site site-1",
    "till profiles lock shop",
    // Another sandbox, and a snapshot of this one.
    "till profiles add staging --platform sandbox",
    "till views save unpaid orders --filter 'paymentStatus = NOT_PAID'",
    "till pull my-shop --only products,collections,inventory",
    "till backup --name before-sale",
    // Two more shops, and a run on both.
    "till profiles add shop-de --platform sandbox",
    "till profiles add shop-fr --platform sandbox",
    "till config set group.eu 'shop-de, shop-fr'",
    "till alias set restock 'products list --filter \"stock < 5\"'",
    "printf 'profile\\nshop-de\\nshop-fr\\n' > shops.csv",
    "till each --sites @eu --yes -- collections create --name Sale",
    // One order is being edited, and there is a draft of a new one.
    "till orders drafts edit 10012",
    "till orders drafts create",
    "till orders drafts add last --name Jug --price 18",
    // A subscription has a draft.
    "till subscriptions drafts begin hanna@example.com --from-cycle 2",
    "till subscriptions drafts add last --name Sampler --price 5",
    // A cart has an address and a checkout.
    "till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink",
    "till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St'",
    // The last job can be undone.
    "till products update serving-bowl --set price=+1 --yes",
    "till webhooks replay last --jq '.items[0].jwt' > body.jwt",
  ];
  for (const line of lines) expect(await sh(line), line).toMatchObject({ code: 0 });
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
  // A sandbox that runs, with a branch.
  branched = await startSandboxServer({
    file: ":memory:",
    port: 0,
    snapshots: path("till/data/snapshots"),
    onError: () => {},
  });
  await fetch(`${branched.baseUrl}/__till/status`, {
    headers: { "x-sandbox-branch": "worker-3", "x-till-control": branched.controlToken },
  });
  const record = { ...branched, name: "branched", file: ":memory:", startedAt: "2026-01-01" };
  writeFileSync(path(branchedRecord), JSON.stringify(record));
  writeFileSync(path("mug-ink.jpg"), encode({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }));
  writeFileSync(path("my-shop.yaml"), "products:\n  - { name: Plain jug, price: 12, stock: 3 }\n");
  writeFileSync(
    path("product.json"),
    JSON.stringify({ product: { name: "Milk jug", productType: "physical", priceData: { price: 18 } } }),
  );
}, 120_000);

let cluster: Cluster | undefined;

async function newDatabase(): Promise<string> {
  cluster ??= await workerCluster();
  return await cluster.create();
}

/** Commands that need a journal in PostgreSQL, and say so. */
const ofWorkers = /^till (worker|jobs submit)\b/;

/** Commands that need a terminal, and say so. */
const onTerminals = /^till tickets door [\w-]+$/;

/** An editor that changes nothing. */
const editor = { EDITOR: "true" };

/** Runs a line as typed. If it asks for confirmation, runs it with --yes. */
async function expectToWork(world: World, line: string, options: CommandOptions = {}): Promise<void> {
  const typing = { ...options, env: { ...editor, ...options.env } };
  const result = await world.sh(line, typing);
  const asks = result.code === 2 && result.stderr.includes("add: --yes");
  const typed = asks ? `${line} --yes` : line;
  // The demo shop has problems to find.
  const code = /^till check\b/.test(typed) ? 11 : ofWorkers.test(typed) || onTerminals.test(typed) ? 2 : 0;
  expect({ typed, ...(asks ? await world.sh(typed, typing) : result) }).toMatchObject({ code });
}

/** An address of a database in examples; a new database takes its place. */
const databaseAddress = /postgres:\/\/\S+/;

/** Blocks that sign in to a hosted shop, or use it afterwards. */
const ofHostedShop = /TILL_API_KEY|--key-file|--profile atelier .*(--detach|-- )/;

/** Commands that need a shop with catalog v3. */
const ofCatalogV3 = /^till (brands|customizations|info-sections|ribbons) /;

/** Commands that run until they are stopped. */
const longRunning = ["till sandbox start", "till webhooks receive"];

/** Examples that wait for a browser; over SSH none is opened. */
const interactive = ["till login", "till login --no-browser"];

const declared: { name: string; run: string; previews: boolean }[] = [];
for (const { name, load } of groups) collect(`till ${name}`, await load());

function collect(name: string, command: Group | Verb): void {
  if ("verbs" in command) for (const verb of command.verbs) collect(`${name} ${verb.name}`, verb);
  else {
    const previews = flagsOf(command).some(({ flags }) => flags.includes("--dry-run"));
    declared.push(...command.examples.map((example) => ({ name, run: parseExample(example).run, previews })));
  }
}

/** Returns the writes to the shop that a line sends: not signing in, and not the sandbox's own settings. */
async function writesOf(world: World, line: string, options: CommandOptions = {}): Promise<string[]> {
  const sent: string[] = [];
  const signsIn =
    /^(sandbox\.|oauth2?\.|verification\.|authentication\.(login|logout|callback|verify|authorize)|redirects\.|eventStaffMembers\.login$)/;
  const onRequest = ({ name = "", effect }: Request) => {
    if (effect !== "read" && !signsIn.test(name)) sent.push(name);
  };
  await expectToWork(world, line, { ...options, onRequest });
  return sent;
}

test("every command has at least two examples of itself", () => {
  const counts = Map.groupBy(declared, ({ name }) => name);
  expect([...counts].filter(([, examples]) => examples.length < 2)).toEqual([]);
  expect(declared.filter(({ name, run }) => !run.includes(name))).toEqual([]);
});

const firstOf = new Map(declared.toReversed().map(({ name, run }) => [name, run]));

for (const { name, run, previews } of declared) {
  if (longRunning.includes(name) || interactive.includes(run)) continue;
  test.skipIf(skipped !== "" && databaseAddress.test(run))(`example: ${run}`, async () => {
    const world = createWorld({ from: prepared.home });
    onTestFinished(() => world.close());
    // The sandbox runs in this process.
    if (name === "till config trust") writeFileSync(world.path(".till.yaml"), "settings: { limit: 20 }\n");
    if (name === "till sandbox stop") rmSync(world.path(branchedRecord));
    if (name === "till sandbox seed") await world.till("sandbox reset --yes");
    if (ofCatalogV3.test(name)) {
      await world.till("sandbox reset --yes");
      await world.till("sandbox seed --catalog v3");
    }
    // A command that writes shows with --dry-run what it would do, and sends nothing.
    const [, head, own = run] = /^(.*) \| (.*)$/.exec(run) ?? [];
    if (previews && own.includes(name) && firstOf.get(name) === run) {
      const stdin = head === undefined ? "" : (await world.sh(head)).stdout;
      const dry = own.replace(/\s*>.*/, "").replace(name, `${name} --dry-run`);
      expect(await writesOf(world, dry, { stdin })).toEqual([]);
    }
    const typed = databaseAddress.test(run) ? run.replace(databaseAddress, `'${await newDatabase()}'`) : run;
    const sent = await writesOf(world, typed);
    // The first command of a pipe may write.
    if (!previews && head === undefined && name !== "till sandbox seed")
      expect(sent, "it writes, and has no --dry-run").toEqual([]);
  });
}

for (const { run } of declared.filter(
  ({ name, run }) => longRunning.includes(name) || interactive.includes(run),
)) {
  const isShared = run.includes("receive") && run.includes("--forward-to");
  test.skipIf(skipped !== "" && isShared)(`example: ${run}`, async () => {
    const world = createWorld({ from: prepared.home });
    onTestFinished(() => world.close());
    const stop = new AbortController();
    const running = world.sh(run.replace(/--port \d+/, "--port 0"), {
      signal: stop.signal,
      env: { SSH_TTY: "/dev/pts/0", ...(isShared && { TILL_JOURNAL: await newDatabase() }) },
      onOutput: (text) => {
        if (/http:\/\/127\.0\.0\.1:\d+/.test(text)) stop.abort("SIGINT");
      },
    });
    expect(await running).toMatchObject({ code: 130 });
    expect(stop.signal.aborted).toBe(true);
  });
}

test("the examples of the root help work", async () => {
  const { stdout } = await prepared.till("--help");
  const lines = [...stdout.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = ""]) => line);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const world = createWorld({ from: prepared.home });
  onTestFinished(() => world.close());
  for (const line of lines) await expectToWork(world, line);
});

for (const file of ["README.md", ...globSync("docs/guides/*.md")].sort()) {
  const lines = typedLines(readFileSync(file, "utf8"));
  if (lines.length === 0) continue;
  const needsDatabase = lines.some((line) => databaseAddress.test(line));
  test.skipIf(skipped !== "" && needsDatabase)(
    `the commands in ${file} work in order, on a new computer`,
    async () => {
      const address = needsDatabase ? `'${await newDatabase()}'` : "";
      const world = createWorld();
      onTestFinished(() => world.close());
      for (const line of lines) await expectToWork(world, line.replace(databaseAddress, address));
    },
  );
}

/** Returns the commands in sh blocks that need no hosted shop and end on their own. */
function typedLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks
    .filter((block) => !ofHostedShop.test(block))
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .map((line) => line.replace(/\s+# .*$/, "").replaceAll("npx till-cli", "till"))
    .filter((line) => /^(till|[A-Z_]+=\S+ till|printf|echo|cat) /.test(line))
    .filter((line) => !longRunning.some((name) => line.startsWith(name)));
}
