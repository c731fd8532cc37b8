import { encode } from "uqr";
import { afterEach, describe, expect, test } from "vitest";
import { displayWidth } from "../../../../src/kernel/text.ts";
import { qrWithin } from "../../../../src/output/qr.ts";
import { beginBrowse, readingOf, viewOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource, Detail } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { DetailPage } from "../../../../src/ui/screens/browse/detail.tsx";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { waitFor } from "../../../support/runs.ts";
import { linesOf, open, withoutFrame } from "../../frame.tsx";
import { mugs, service } from "./sample-resource.ts";

const shown: ReturnType<typeof open>[] = [];
afterEach(() => {
  for (const one of shown.splice(0)) one.close();
});

const code = "https://shop.example/events/check-in/ZMHP-N9BB-08902,a1256cd5-d47a-48d9-9408-ce1d21445b5d";
const look: Detail = {
  id: "id-0",
  label: "Mug 0",
  lines: [
    { label: "Id", text: "id-0" },
    { label: "Description", text: "thrown in one piece ".repeat(8).trim() },
  ],
  related: [],
  address: undefined,
  picture: undefined,
  code: undefined,
  history: [],
};

/** Renders the detail page in a window of some columns and rows. */
function detail(
  more: Partial<Detail>,
  { width = 80, height = 20, scroll = 0, ascii = false } = {},
): string[] {
  const resource = service(() => mugs(1));
  const state = beginBrowse([resource], { resource: resource.name, now: 0 });
  const openRow = { id: "id-0", detail: { ...look, ...more } };
  const lines = linesOf(
    <DetailPage state={state} row={openRow} width={width} height={height} scroll={scroll} ascii={ascii} />,
    width,
    height,
  );
  expect(lines.length).toBeLessThanOrEqual(height);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  return lines[0]?.startsWith("╭") ? withoutFrame(lines.slice(1, -1)) : lines;
}

/** Returns the modules of a QR code drawn with half blocks; true is dark. */
function squaresOf(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => [
    [...line].map((half) => half === " " || half === "▄"),
    [...line].map((half) => half === " " || half === "▀"),
  ]);
}

describe("a QR code", () => {
  test.each([
    [80, 21, 1],
    [80, 22, 2],
    [120, 40, 4],
  ])(
    "in %d columns and %d lines is beside the fields, with a quiet zone of %d modules",
    (width, height, border) => {
      const lines = detail({ code }, { width, height });
      const { data } = encode(code, { border });
      const drawn = lines
        .slice(lines[0] === "Mug 0" ? 1 : 0)
        .map((line) => line.padEnd(lines[0] === "Mug 0" ? width : width - 4).slice(-data.length))
        .slice(0, Math.ceil(data.length / 2));
      expect(squaresOf(drawn).slice(0, data.length)).toEqual(data);
      expect(lines.join("\n")).toContain("Description");
    },
  );

  test("is above the fields in a narrow window", () => {
    const lines = detail({ code }, { width: 50, height: 30 });
    const { data } = encode(code, { border: 4 });
    const drawn = lines.slice(1, 1 + Math.ceil(data.length / 2)).map((line) => line.padEnd(data.length));
    expect(squaresOf(drawn).slice(0, data.length)).toEqual(data);
    expect(lines.join("\n")).toContain("id-0");
  });

  test.each([
    [{ width: 80, height: 20 }, "The QR code needs a larger window."],
    [{ width: 38, height: 40 }, "The QR code needs a larger window."],
    [{ ascii: true }, "it has no block characters"],
  ])("that does not fit (%j) is left out with a message", (room, why) => {
    const text = detail({ code }, room).join("\n");
    expect(text).not.toMatch(/[█▀▄]/);
    expect(text.replace(/\s+/g, " ")).toContain(why);
    expect(text).toContain("id-0");
  });

  test("has a quiet zone on every side in any window", () => {
    for (let lines = 20; lines < 30; lines++) {
      const drawn = qrWithin(code, { columns: 80, lines }) ?? [];
      expect(drawn.length).toBeLessThanOrEqual(lines);
      expect(drawn[0]).toMatch(/^[█▀]+$/);
      for (const line of drawn) expect(line).toMatch(/^[█▀].*[█▀]$/);
    }
    expect(qrWithin(code, { columns: 80, lines: 19 })).toBeUndefined();
  });
});

test("a table is above fields of less weight, and leaves out what is spare before it cuts names", () => {
  const lines = look.lines.map((line) => ({ ...line, isBelow: line.label === "Description" }));
  const columns = [
    { title: "VARIANT", align: "left" },
    { title: "SKU", align: "left", isSpare: true },
    { title: "PRICE", align: "right" },
  ] as const;
  const rows = ["140 × 200 cm / Sand", "140 × 280 cm / Sand"].map((name) => ({
    cells: [name, "CLOTH-M-SAND", "89.00 USD"],
    tones: [],
  }));
  const sections = [{ title: "Variants", columns, rows }];
  const wide = detail({ lines, sections }).join("\n");
  expect(wide).toMatch(/Id +id-0\n\nVariants\nVARIANT +SKU +PRICE\n/);
  expect(wide).toMatch(/140 × 280 cm \/ Sand +CLOTH-M-SAND +89\.00 USD\n\nDescription +thrown/);
  const narrow = detail({ lines, sections }, { width: 40 }).join("\n");
  expect(narrow).toMatch(/VARIANT +PRICE\n140 × 200 cm \/ Sand +89\.00 USD\n140 × 280 cm \/ Sand +89/);
  const alone = detail({ lines }).join("\n");
  expect(alone).toMatch(/Id +id-0\nDescription +thrown/);
});

test("the history is below the fields and can be scrolled to", () => {
  const history = Array.from({ length: 30 }, (_, index) => ({
    when: `${index + 1} days ago`,
    text: `price ${index} → ${index + 1} (job ab${index})`,
  }));
  const top = detail({ history });
  expect(top.join("\n")).toMatch(/History\n1 days ago +price 0 → 1 \(job ab0\)\n/);
  expect(top.at(-1)).toMatch(/^↓ \d+ more$/);
  const end = detail({ history }, { scroll: 1000 });
  expect(end.at(-1)).toContain("price 29 → 30");
  expect(detail({}).join("\n")).not.toContain("History");
  const hostile = detail({ history: [{ when: "\x1b[2J", text: "a\x1b]0;owned\x07b" }] }).join("\n");
  expect(hostile).not.toMatch(/[\x1b\x07]/);
});

test("a page does not scroll beyond its end, so that the first key up moves it", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({ label: "Line", text: String(index) }));
  const resource = service(() => mugs(1), { detail: async () => ({ ...look, lines }) });
  const options = {
    initial: beginBrowse([resource], { resource: resource.name, now: 0 }),
    target: { profile: "sandbox", live: false },
    freshMs: 1e9,
    now: () => 0,
    openWeb: async () => {},
  };
  const app = open(<Browse options={options} onLeave={() => {}} />, 80, 16);
  shown.push(app);
  const waitForText = (text: RegExp) =>
    waitFor(() => expect(withoutFrame(app.lines()).join("\n")).toMatch(text));
  await waitForText(/❯ +Mug 0/);
  await app.type("\r");
  await waitForText(/Line +0\n/);
  for (let page = 0; page < 9; page++) await app.type(" ");
  await waitForText(/Line +39/);
  await app.type("k");
  await waitForText(/Line +37\n↓ 2 more/);
});

describe("lines below a list", () => {
  const cart = (totals: () => Promise<string[]>, count = 2): BrowseResource =>
    service(() => mugs(count), {
      name: "cart",
      singular: "item",
      title: "Cart",
      emptyHint: "Put something in.",
      totals,
    });
  function show(resource: BrowseResource, columns = 80, rows = 16) {
    const options = {
      initial: beginBrowse([resource], { resource: resource.name, now: 0 }),
      target: { profile: "sandbox", live: false },
      freshMs: 1e9,
      now: () => 0,
      openWeb: async () => {},
    };
    const app = open(<Browse options={options} onLeave={() => {}} />, columns, rows);
    shown.push(app);
    const waitForText = (text: string | RegExp) =>
      waitFor(() => expect(withoutFrame(app.lines()).join("\n")).toMatch(text));
    return { ...app, waitForText };
  }

  test("are read with the list each time", async () => {
    let total = 1;
    const screen = show(cart(async () => [`Total ${total}.00 USD`]));
    await screen.waitForText(/Mug 1.*\n\n {3}Total 1\.00 USD/);
    total = 2;
    await screen.type("r");
    await screen.waitForText("Total 2.00 USD");
  });

  test("show an error if they cannot be read, and the rows stay", async () => {
    const screen = show(cart(() => Promise.reject(new Error("the shop does not answer"))));
    await screen.waitForText(/❯ +Mug 0[\s\S]*Could not read the totals: the shop does not answer/);
  });

  test("leave most of the window to the list, and keep its selected row visible", async () => {
    const many = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const screen = show(cart(async () => many, 60));
    await screen.waitForText("line 0");
    await screen.type("G");
    await screen.waitForText(/❯ +Mug 59/);
    expect(screen.lines().length).toBeLessThanOrEqual(15);
    expect(screen.lines().filter((line) => /^│ {4}line/.test(line))).toHaveLength(3);
  });

  test("an empty list says how to create the first row", async () => {
    await show(cart(async () => [], 0)).waitForText("No items yet.\nPut something in.");
  });

  test("of another list are ignored", () => {
    const resources = [cart(async () => []), service(() => mugs(3))];
    const state = beginBrowse(resources, { resource: "cart", now: 0 });
    const event = { type: "totals", totals: ["Total 1"] } as const;
    expect(viewOf(reduceBrowse(state, { ...event, reading: readingOf(state) })).totals).toEqual(["Total 1"]);
    const other = beginBrowse(resources, { resource: "products", now: 0 });
    expect(viewOf(reduceBrowse(other, { ...event, reading: readingOf(state) })).totals).toEqual([]);
  });
});
