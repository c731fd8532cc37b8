import { afterEach, describe, expect, test, vi } from "vitest";
import { beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource, Detail } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { type PageStyle, pageLine, pageLines, paintLine } from "../../../../src/ui/screens/browse/detail.tsx";
import { waitFor } from "../../../support/runs.ts";
import { open } from "../../frame.tsx";
import { renderForScreenReader } from "../screen-reader.ts";
import { mugs, service } from "./sample-resource.ts";

const shown: { close(): void }[] = [];
afterEach(() => {
  for (const one of shown.splice(0)) one.close();
});

const detailOf = (id: string): Detail => ({
  id,
  label: `page of ${id}`,
  lines: [{ label: "Glaze", text: `glaze of ${id}` }],
  related: [],
  address: undefined,
  picture: undefined,
  code: undefined,
  history: [],
});

/** A list whose rows are read when the test says so. */
function gated() {
  const reads: {
    id: string;
    signal: AbortSignal | undefined;
    answer(detail?: Detail): void;
    fail(error: Error): void;
  }[] = [];
  const resource = service(() => mugs(5), {
    detail: (id, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Detail>();
      reads.push({ id, signal, answer: (detail = detailOf(id)) => resolve(detail), fail: reject });
      return promise;
    },
  });
  return { resource, reads };
}

function optionsFor(resource: BrowseResource, more: { restMs?: number; pane?: boolean } = {}) {
  const { restMs = 0, pane = true } = more;
  return {
    initial: beginBrowse([resource], { resource: resource.name, pane, now: 0 }),
    target: { profile: "sandbox", live: false },
    ...{ freshMs: 1e9, restMs, now: () => 0 },
    openWeb: async () => {},
    rememberPane: vi.fn(async () => {}),
  };
}

function show(
  resource: BrowseResource,
  { columns = 120, ...more }: Parameters<typeof optionsFor>[1] & { columns?: number } = {},
) {
  const options = optionsFor(resource, more);
  const app = open(<Browse options={options} onLeave={() => {}} />, columns, 20);
  shown.push(app);
  const text = () => app.lines().join("\n");
  const shows = (expected: string | RegExp) => waitFor(() => expect(text()).toMatch(expected));
  return { ...app, text, waitFor: shows, options };
}

describe("the pane", () => {
  test("shows the fields that the list has of the selected row, then all of them", async () => {
    const { resource, reads } = gated();
    const screen = show(resource);
    await screen.waitFor(/╭ Mug 0 ─+╮\n/);
    expect(screen.text()).toMatch(/│ Price {2}0\.00 USD/);
    expect(screen.text()).not.toContain("glaze");
    await waitFor(() => expect(reads.length).toBe(1));
    reads[0]?.answer();
    await screen.waitFor("glaze of id-0");
  });

  test("cancels a read when the selection moves on, and ignores its answer", async () => {
    const { resource, reads } = gated();
    const screen = show(resource);
    await waitFor(() => expect(reads.length).toBe(1));
    await screen.type("j");
    await waitFor(() => expect(reads.map(({ id }) => id)).toEqual(["id-0", "id-1"]));
    expect(reads[0]?.signal?.aborted).toBe(true);
    reads[0]?.answer();
    reads[1]?.answer();
    await screen.waitFor("glaze of id-1");
    expect(screen.text()).not.toContain("glaze of id-0");
  });

  test("reads nothing while the selection moves", async () => {
    const { resource, reads } = gated();
    const screen = show(resource, { restMs: 60_000 });
    await screen.waitFor(/❯ +Mug 0/);
    await screen.type("j", "j");
    await screen.waitFor(/❯ +Mug 2/);
    expect(screen.text()).toMatch(/╭ Mug 2 ─+╮\n/);
    expect(reads).toEqual([]);
  });

  test("says why a row could not be read, and Enter tries again", async () => {
    const { resource, reads } = gated();
    const screen = show(resource);
    await waitFor(() => expect(reads.length).toBe(1));
    reads[0]?.fail(new Error("the shop does not answer"));
    await screen.waitFor("the shop does not answer");
    await screen.type("\r");
    await waitFor(() => expect(reads.length).toBe(2));
    reads[1]?.answer();
    await screen.waitFor("glaze of id-0");
  });

  test("Enter opens the row without another read", async () => {
    const { resource, reads } = gated();
    const screen = show(resource);
    await waitFor(() => expect(reads.length).toBe(1));
    reads[0]?.answer();
    await screen.waitFor("glaze of id-0");
    await screen.type("\r");
    await screen.waitFor("Esc back");
    expect(screen.text()).toContain("glaze of id-0");
    expect(reads.length).toBe(1);
  });

  test("i hides and shows it, and the choice is kept", async () => {
    const { resource } = gated();
    const screen = show(resource);
    await screen.waitFor("╭ Mug 0");
    await screen.type("i");
    await waitFor(() => expect(screen.text()).not.toContain("╮╭"));
    await screen.type("i");
    await screen.waitFor("╭ Mug 0");
    expect(screen.options.rememberPane.mock.calls).toEqual([[false], [true]]);
  });

  test("needs 110 columns, and is hidden for screen readers", async () => {
    const narrow = gated();
    const screen = show(narrow.resource, { columns: 109 });
    await screen.waitFor(/❯ +Mug 0/);
    await screen.type("i");
    await screen.waitFor("The pane needs a window of 110 columns.");
    const spoken = gated();
    const reader = renderForScreenReader(<Browse options={optionsFor(spoken.resource)} onLeave={() => {}} />);
    shown.push(reader);
    await reader.hears("NAME Mug 0");
    expect([...narrow.reads, ...spoken.reads]).toEqual([]);
  });
});

describe("tables on a page", () => {
  const detail: Detail = {
    ...detailOf("id-0"),
    sections: [
      {
        title: "Tickets",
        columns: [
          { title: "TYPE", align: "left" },
          { title: "SOLD", align: "right" },
        ],
        rows: [
          { cells: ["Seat", "6 of 24"], tones: [undefined, undefined], share: 0.25 },
          { cells: ["Bal\x1bcony", "4 of 4"], tones: [undefined, "failed"], share: 1 },
        ],
      },
      { title: "Body", text: '{\n  "id": 1\n}' },
    ],
  };
  const drawn = (style: Partial<PageStyle>) =>
    pageLines(detail, { width: 60, spoken: false, ...style }).map((line) => paintLine(line, 60));

  test("tables have bars", () => {
    expect(drawn({}).slice(1)).toEqual([
      " ",
      "Tickets",
      "TYPE         SOLD",
      "Seat      6 of 24  ███░░░░░░░",
      "Bal␛cony   4 of 4  ██████████",
      " ",
      "Body",
      "{",
      '  "id": 1',
      "}",
    ]);
  });

  test("a screen reader reads tables as sentences", () => {
    expect(drawn({ spoken: true })).toContain("TYPE Seat, SOLD 6 of 24, 25%");
  });

  test("no line is wider than the page", () => {
    for (let width = 10; width < 60; width++)
      for (const line of pageLines(detail, { width, spoken: false }))
        expect(paintLine(line, width).length).toBeLessThanOrEqual(width);
    expect(paintLine(pageLine(""), 10)).toBe(" ");
  });
});
