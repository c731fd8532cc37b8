import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { BulkEvent, Step } from "../../src/bulk/journal/step.ts";
import { programCommands } from "../../src/cli/screen/browse.ts";
import { figureReader } from "../../src/cli/screen/dashboard.ts";
import { catalogResources, otherResources } from "../../src/cli/screen/open-resources.ts";
import { groups } from "../../src/commands/index.ts";
import { beginBrowse, type Memory } from "../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource, ProgramCommand } from "../../src/ui/screens/browse/browse-resource.ts";
import { openRemembered } from "../../src/ui/screens/browse/views.state.ts";
import { ProgressView } from "../../src/ui/screens/bulk-progress.tsx";
import { Confirm } from "../../src/ui/screens/confirm.tsx";
import type { Figures } from "../../src/ui/screens/dashboard.state.ts";
import { Dashboard } from "../../src/ui/screens/dashboard.tsx";
import { DoorScreen } from "../../src/ui/screens/door.tsx";
import { FilePicker } from "../../src/ui/screens/file-picker.tsx";
import { JobCockpit } from "../../src/ui/screens/job-cockpit.tsx";
import { advance, beginProgress } from "../../src/ui/screens/job-progress.state.ts";
import type { TimelineJob } from "../../src/ui/screens/timeline.state.ts";
import { Timeline } from "../../src/ui/screens/timeline.tsx";
import { WaitedContext } from "../../src/ui/terminal.ts";
import { inContext } from "../support/context.ts";
import { waitFor } from "../support/runs.ts";
import { createWorld } from "../support/world.ts";
import { compare } from "./compare.tsx";
import { open } from "./frame.tsx";
import { sampleDoor } from "./screens/sample-door.ts";

// Every screen of the demo shop at four sizes, as text. UPDATE=1 rewrites the files; review their diff.

const now = Date.parse("2026-06-15T12:00:00Z");
const target = { profile: "sandbox", live: false };
const live = { profile: "main", site: "Blue Mugs", live: true };

/** A list, the keys pressed in it one after another, and what is on the screen at the end. */
interface Capture {
  list: string;
  query?: { filter?: string; sort?: string };
  memory?: Memory;
  keys?: readonly string[];
  shows: RegExp;
}

const captures: Record<string, Capture> = {
  products: { list: "products", shows: /❯/ },
  product: { list: "products", keys: ["\r"], shows: /Media/ },
  "products-marked": {
    list: "products",
    keys: [" ", "j", " ", "l", "l", "e", "+10%", "\r"],
    shows: /→ 141\.90/,
  },
  "products-cell": { list: "products", keys: ["l", "l", "e"], shows: /PRICE of Wool Throw: 129/ },
  "products-cell-typed": {
    list: "products",
    keys: ["l", "l", "e", "+10%", "\t", "12", "\x1b[B", "1"],
    shows: /STOCK of Gift Wrapping: in stock → 1/,
  },
  "products-cell-refused": {
    list: "products",
    keys: ["l", "l", " ", "j", " ", "e", "10%", "\r"],
    shows: /A percentage needs a sign/,
  },
  "products-changes": {
    list: "products",
    keys: ["l", "l", "e", "+10%", "\t", "12", "\x1b[B", "1", "\r", "d"],
    shows: /Stock value/,
  },
  "products-filter": { list: "products", keys: ["f", "pric > 3", "\r"], shows: /\^/ },
  "products-none": { list: "products", query: { filter: 'name = "Teapot of Nowhere"' }, shows: /No product/ },
  "products-columns": { list: "products", keys: ["v"], shows: /Columns/ },
  "products-histogram": { list: "products", keys: ["l", "l", "F"], shows: /PRICE of all 24 rows/ },
  "orders-histogram": {
    list: "orders",
    keys: ["h", "l", "l", "l", "l", "F"],
    shows: /PAYMENT of all 14 rows/,
  },
  "orders-kept": {
    list: "orders",
    memory: {
      orders: {
        filter: "paymentStatus = NOT_PAID",
        columns: ["NUMBER", "CUSTOMER", "TOTAL", "STATUS"],
      },
    },
    shows: /kept filter/,
  },
  collections: { list: "collections", shows: /❯/ },
  inventory: { list: "products stock", shows: /❯/ },
  orders: { list: "orders", shows: /❯/ },
  order: { list: "orders", query: { filter: "number = 10007" }, keys: ["\r"], shows: /Fulfillment +○ unf/ },
  "order-actions": { list: "orders", keys: ["x"], shows: /Actions for/ },
  events: { list: "events", shows: /❯/ },
  event: { list: "events", query: { filter: "slug = raku-night" }, keys: ["\r"], shows: /Location/ },
  tickets: { list: "tickets", shows: /❯/ },
  ticket: { list: "tickets", keys: ["\r"], shows: /Checked in/ },
  "ticket-orders": { list: "tickets orders", shows: /❯/ },
  guests: { list: "events guests", shows: /❯/ },
  cart: { list: "cart", shows: /No items yet/ },
  keys: { list: "orders", keys: ["?"], shows: /up and down/ },
  "keys-search": { list: "orders", keys: ["?", "mark"], shows: /mark or unmark/ },
  palette: { list: "orders", keys: [":"], shows: /Commands/ },
  "palette-typed": { list: "orders", keys: [":", "prdcts"], shows: /❯ (Lists +)?products/ },
  "palette-filter": { list: "products", keys: [":", "orders paymentStatus = PAID"], shows: /--filter/ },
  "palette-command": { list: "products", keys: [":", "orders export unpaid.csv"], shows: /\$ till/ },
};

const world = createWorld();
let resources: BrowseResource[];
let commands: ProgramCommand[];
let figures: Figures;
let end = () => {};
beforeAll(async () => {
  vi.setSystemTime(now);
  await world.till("sandbox seed demo");
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  end = ended.resolve;
  inContext(world, async (context) => {
    const opened = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
    resources = opened.map(({ browse }) => browse);
    figures = await (await figureReader(context, { overview: true }))(new AbortController().signal);
    commands = await programCommands(groups);
    ready.resolve();
    await ended.promise;
  }).catch(ready.reject);
  await ready.promise;
});
afterAll(() => {
  end();
  world.close();
  vi.useRealTimers();
});

test.each(Object.entries(captures))("%s", async (name, { list, query, memory = {}, keys = [], shows }) => {
  const begun = beginBrowse(resources, { resource: list, query, memory, now });
  // A list that is remembered opens as it was left.
  const remembered = { ...begun, views: [openRemembered(begun, list)] };
  const options = {
    initial: list in memory ? remembered : begun,
    target,
    freshMs: 1e9,
    restMs: 0,
    commands: async () => commands,
    now: () => now,
    openWeb: async () => {},
  };
  await compare(name, <Browse options={options} onLeave={() => {}} />, {
    settled: shows,
    // The clock of the sandbox goes on while it is filled: one order expires in a week, or in a moment less.
    ...(list === "tickets orders" && {
      unify: (text: string) => text.replace("expires in 1w", "expires in 6d"),
    }),
    async prepare({ lines, type }) {
      await waitFor(() => expect(lines().join("\n")).toMatch(/❯|No items yet|No product/));
      for (const key of keys) await type(key);
    },
  });
});

test("fields do not move when a row is read, labels begin with a capital, and headings are in capitals", async () => {
  const wrong: string[] = [];
  for (const resource of resources) {
    const { name, columns } = resource;
    for (const { title } of columns) if (/\p{Ll}/u.test(title)) wrong.push(`${name}: heading ${title}`);
    const list = resource.open({});
    const { rows } = await list.read(0, 8);
    for (const { id, label } of rows) {
      const known = resource.fieldsOf?.(id)?.map((line) => line.label) ?? [];
      const { lines, sections = [] } = await resource.detail(id);
      const read = lines.map((line) => line.label);
      if (known.length === 0 || known.join() !== read.slice(0, known.length).join())
        wrong.push(`${name}, ${label}: ${known} moves to ${read}`);
      const headings = sections.flatMap((section) => ("columns" in section ? section.columns : []));
      for (const text of [...read, ...sections.map(({ title }) => title)])
        if (!/^\p{Lu}/u.test(text)) wrong.push(`${name}: label ${text}`);
      for (const { title } of headings) if (/\p{Ll}/u.test(title)) wrong.push(`${name}: heading ${title}`);
    }
    list.close();
  }
  expect(wrong).toEqual([]);
});

test("dashboard", async () => {
  const options = {
    target,
    freshMs: 1e9,
    lists: ["orders"],
    tabs: resources,
    now: () => now,
    read: async () => figures,
  };
  await compare("dashboard", <Dashboard options={options} onLeave={() => {}} />, { settled: /Sales: / });
});

test.each([
  { name: "door", keys: [], settled: /Ready/ },
  { name: "door-in", keys: ["A-1", "\r"], settled: /IN *\n.*Noa Berg/ },
  { name: "door-refused", keys: ["A-1", "\r", "C-1", "\r"], settled: /CANCELED/ },
  { name: "door-offline", offline: true, keys: ["A-1", "\r", "a-2", "\r"], settled: /offline, 2 waiting/ },
  { name: "door-names", keys: ["no", "\x1b[B"], settled: /2 matches\s+GUEST[\s\S]*❯/ },
])("$name", async ({ name, keys, settled, offline = false }) => {
  const door = sampleDoor({ now });
  door.online = !offline;
  const page = { title: "Raku night", zone: "UTC", target, syncLine: "till tickets door raku-night --sync" };
  const options = { ...page, door, now: () => now };
  await compare(name, <DoorScreen options={options} onLeave={() => {}} />, {
    settled,
    async prepare({ type }) {
      for (const key of keys) await type(key);
    },
  });
});

test.each([
  ["confirm", undefined],
  ["confirm-typed", "1,204"],
])("%s", async (name, typed) => {
  const plan = {
    title: "Set price +10% on 1,204 products",
    target: live,
    lines: ["It can be undone with till jobs undo."],
    summary: {
      columns: ["change", "count"],
      rows: [
        ["product.update", "1,004"],
        ["variants.update", "200"],
      ],
    },
    changes: 1204,
    totals: [["Sum of prices", "12,040.00 to 13,244.00 EUR"]] as const,
    requests: 1310,
    estimateMs: 131_000,
    warnings: ["3 products have no price."],
    question: "Apply 1,204 changes?",
    ...(typed && { typed }),
  };
  await compare(name, <Confirm plan={plan} onAnswer={() => {}} />, { settled: /1,204/ });
});

const step = (seq: number, kind = "product.update"): Step => ({
  ...{ seq, kind, label: `Mug ${seq}`, before: 1, after: 2, phase: 0 },
  ...{ state: "sent", attempts: 1, source: `shop.csv:${seq + 1}` },
});
const refused = { code: "INVALID_ARGUMENT", message: "price must be positive", field: "price" };

test("progress", async () => {
  const events: BulkEvent[] = [
    { type: "started", job: "7f3k", total: 1204 },
    ...Array.from({ length: 400 }, (_, seq): BulkEvent => ({ type: "step.done", step: step(seq) })),
    { type: "step.failed", step: step(401), error: refused },
    { type: "step.unknown", step: step(402), error: { code: "UNAVAILABLE", message: "no answer" } },
  ];
  const begun = beginProgress(new Date(now));
  const state = events.reduce((one, event) => advance(one, event, new Date(one.at + 50)), begun);
  const view = (
    <ProgressView title="Setting the price" target={live} state={state} stopping={false} isLargeOffered />
  );
  await compare("progress", view, { settled: /402|401/ });
});

test("the full window of a job", async () => {
  const kinds = { "product.create": 800, "collection.member": 404 };
  let state = advance(
    beginProgress(new Date(now)),
    { type: "started", job: "7f3k", total: 1204, kinds },
    new Date(now),
  );
  // A wave of paces, and a failure now and then.
  for (let seq = 1; seq <= 400; seq++) {
    const event: BulkEvent =
      seq % 57 === 0
        ? { type: "step.failed", step: step(seq, "product.create"), error: refused }
        : { type: "step.done", step: step(seq, "product.create") };
    state = advance(state, event, new Date(state.at + 60 + Math.round(50 * Math.sin(seq / 20))));
  }
  const screen = (
    <WaitedContext value={() => ({ count: 3, last: "HTTP 500; trying again in 2 s (1/3)" })}>
      <JobCockpit
        options={{
          ...{ title: "Importing spring.csv", target: live, events: (async function* () {})() },
          ...{ now: () => new Date(state.at), stop() {} },
          budget: async () => ({ requests: 112, limit: 200 }),
          background: {
            ...{ offered: true, reason: async () => undefined, leave() {} },
            signal: new AbortController().signal,
          },
        }}
        read={() => state}
        onSmall={() => {}}
      />
    </WaitedContext>
  );
  await compare("job", screen, { settled: /112 of 200|Failures: 7/ });
});

const timelineJobs: readonly TimelineJob[] = [
  ["z8wd", "till products update stoneware-mug --set price=19.90", "done", { done: 1 }, 2],
  [
    "p5ht",
    "till products update --filter 'brand = Acme' --set ribbon=Sale",
    "failed",
    { done: 37, failed: 3 },
    30,
  ],
  ["c3vn", "till products stock set MUG-INK 12", "undone", { undone: 1 }, 60],
  ["a9fz", "till orders fulfill 10001 10002", "done", { done: 2 }, 149],
  ["m2pd", "till products update --all --set price=+10%", "done", { done: 1204 }, 150],
  ["k7xq", "till products import spring.csv", "done", { done: 412 }, 200],
].map(([id, command, state, counts, hours]) => ({
  ...({ id, command, state } as Pick<TimelineJob, "id" | "command" | "state">),
  counts: { ...{ done: 0, failed: 0, sent: 0, undone: 0 }, ...(counts as object) },
  ...{ at: now - Number(hours) * 3_600_000, by: "ada on studio", unavailable: undefined },
}));

const timelineChange = (index: number, before: string, after: string, why = "") => ({
  ...{ label: `Mug ${index}`, what: "ribbon", before, after, why },
});
const timelineRows = Array.from({ length: 37 }, (_, index) => timelineChange(index + 1, "", "Sale"));
const timelineScreen = (
  <Timeline
    options={{
      ...{ target: live, timeZone: "UTC", now: () => now, load: async () => timelineJobs },
      changes: async () => ({
        rows: [...timelineRows, timelineChange(38, "", "Sale", "price must be positive")],
        more: 0,
        tookMs: 12_400,
      }),
      preview: async () => ({
        summary: "37 changes to undo. 1 change will be left alone: see the last column.",
        rows: timelineRows.map(({ label }, index) => ({
          ...timelineChange(0, index === 20 ? "Last one" : "Sale", ""),
          ...{ label, why: index === 20 ? "changed by job z8wd since; left alone" : "" },
        })),
        more: 0,
      }),
    }}
    onLeave={() => {}}
  />
);

test.each(["timeline", "timeline-undo"])("%s", async (name) => {
  await compare(name, timelineScreen, {
    settled: name === "timeline" ? /What it did[\s\S]*Mug 1/ : /Undo: 37[\s\S]*Mug 21 /,
    async prepare({ lines, type }) {
      const shows = (text: RegExp) => waitFor(() => expect(lines().join("\n")).toMatch(text));
      await shows(/Job z8wd/);
      await type("\x1b[B");
      await shows(/Job p5ht[\s\S]*Mug/);
      if (name === "timeline-undo") await type("p");
    },
  });
});

test("in 40 columns and 12 rows, the timeline shows what a job did, and the keys of its undo", async () => {
  const screen = open(timelineScreen, 40, 12);
  await waitFor(() => expect(screen.lines().join("\n")).toMatch(/What it did.*\n.*ROW.*\n.*Mug 1 /));
  expect(screen.lines().at(-1)).toBe("↑↓ select  p preview  z undo  Esc back");
  expect(screen.lines().length).toBeLessThan(12);
  screen.close();
});

test("import", async () => {
  const files = [
    { name: "..", path: "/home/ada", isFolder: true },
    { name: "photos/", path: "/home/ada/shop/photos", isFolder: true },
    { name: "spring.csv", path: "/home/ada/shop/spring.csv", isFolder: false, size: 13_170 },
    {
      name: "Preisliste Frühjahr 2026 mit Staffelpreisen und Lager.xlsx",
      path: "b",
      isFolder: false,
      size: 1_200_000,
    },
    { name: "stock.ndjson", path: "c", isFolder: false, size: 48 },
  ];
  const screen = (
    <FilePicker
      options={{
        ...{ title: "Import products: choose a file", folder: "/home/ada/shop", list: async () => files },
        preview: async () => ({
          facts: "CSV, a list, 4 columns, 3 rows, separated by ;",
          header: ["Artikelnr", "Bezeichnung", "VK brutto", "Bestand"],
          rows: [
            ["MUG-INK", "Becher \u200btintenblau", "25,90", "12"],
            ["MUG-OAT", "Becher hafer, mit einem sehr langen Namen", "26,90", "0"],
            ["BOWL-抹", "Schale", "19,00", ""],
          ],
        }),
      }}
      onLeave={() => {}}
    />
  );
  await compare("import", screen, { settled: /MUG-OAT/ });
});

// The rule of docs/ui-style.md. The last line of two captures says why an input was rejected.
const rejections = /^(products-cell-refused|products-filter)-/;
const keyText = /^(?:[↑↓←→]+|Enter|Esc|Space|Tab|Shift-Tab|Ctrl-[A-Z]|\S)(?: Enter)? (?=\S)/u;
const waysOut = /^(?:back|cancel|clear|no|quit|small view|stop safely)$/;

test.each(readdirSync("tests/ui/captures"))("%s ends with its keys, those to leave last", (file) => {
  const text = readFileSync(`tests/ui/captures/${file}`, "utf8");
  // A key has one name, in hints and in sentences.
  expect(text).not.toMatch(/(^| {2})(enter|esc|space|tab|shift\+tab|ctrl)[ +]|\b(Enter|Esc|Space|Tab)[:,]/m);
  if (rejections.test(file)) return;
  const hints = (text.trimEnd().split("\n").at(-1) ?? "").split("  ");
  const names = hints.map((hint) => {
    expect(hint).toMatch(keyText);
    return hint.replace(keyText, "");
  });
  for (const name of names) expect(name).toMatch(/^(\p{Ll}|RSVPs$)/u);
  const first = names.findIndex((name) => waysOut.test(name));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(names.slice(first).filter((name) => !waysOut.test(name))).toEqual([]);
});
