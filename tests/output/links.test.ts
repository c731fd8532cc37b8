import { expect, test } from "vitest";
import { columnsOf, detailColumns } from "../../src/output/field.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { renderRecord } from "../../src/output/render.ts";
import { hasLinks, processStreams } from "../../src/output/streams.ts";
import { writeTable } from "../../src/output/table.ts";

interface Item {
  name: string;
  page: string;
}
const item: Item = { name: "Cup", page: "https://example.com/cup" };
const open = (address: string, text: string) => `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\`;

async function table(
  row: Item,
  { links, color, isTTY = true }: { links: boolean; color: boolean; isTTY?: boolean },
) {
  const { stdout, text } = memoryStreams({ isTTY, color, columns: 30 });
  const columns = columnsOf<Item>({ name: {}, page: { min: 10 } });
  await writeTable(
    { ...stdout, links },
    [{ ...columns[0]!, link: ({ page }) => page }, columns[1]!],
    [row, row],
  );
  return text.stdout.split("\n")[isTTY ? 1 : 0];
}

test("a text leads to its address, also where it is cut, and the padding is no part of it", async () => {
  expect(await table({ ...item, page: `${item.page}-with-a-long-name` }, { links: true, color: true })).toBe(
    `${open(`${item.page}-with-a-long-name`, "Cup")}   ${open(`${item.page}-with-a-long-name`, "https://example.com/cup…")}`,
  );
});

test("there are no links without color, on other terminals, and in output for programs", async () => {
  const plain = "Cup   https://example.com/cup";
  expect(await table(item, { links: true, color: false })).toBe(plain);
  expect(await table(item, { links: false, color: true })).toBe(plain);
  expect(await table(item, { links: true, color: true, isTTY: false })).toBe("Cup\thttps://example.com/cup");
});

test("what is no web address, or has control characters, is no link", async () => {
  for (const page of [
    "javascript:alert(1)",
    "https://example.com/\x1b]0;x\x07",
    "https://example.com/a b",
    "cup",
  ])
    expect(await table({ ...item, page }, { links: true, color: true })).not.toContain("\x1b]8");
});

test("an address in details is a link", async () => {
  const { stdout, ...streams } = memoryStreams({ isTTY: true, color: true });
  await renderRecord({
    streams: { ...streams, stdout: { ...stdout, links: true } },
    ...{ format: "table", kind: "item", record: item, columns: detailColumns<Item>({ page: {} }) },
  });
  expect(streams.text.stdout).toContain(open(item.page, item.page));
});

test.each([
  [{ TERM: "xterm-kitty" }, true],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, true],
  [{ TERM: "xterm-256color", VTE_VERSION: "7600" }, true],
  [{ TERM: "xterm-256color", VTE_VERSION: "4800" }, false],
  [{ WT_SESSION: "1" }, true],
  [{ TERM: "xterm-256color" }, false],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, false],
  [{ TERM: "tmux-256color", TERM_PROGRAM: "iTerm.app", TMUX: "/tmp/tmux" }, false],
  [{ TERM: "dumb", VTE_VERSION: "7600" }, false],
])("links on a terminal with %j: %j", (variables, links) => {
  expect(hasLinks(variables)).toBe(links);
});

test("a pipe has no links", () => {
  const stream = { isTTY: false, on() {}, write() {} };
  const { stdout } = processStreams({
    ...{ stdin: stream, stdout: stream, stderr: stream },
    variables: { TERM: "xterm-kitty" },
  } as unknown as Parameters<typeof processStreams>[0]);
  expect(stdout.links).toBe(false);
});
