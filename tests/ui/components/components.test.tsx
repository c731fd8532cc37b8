import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/kernel/text.ts";
import { filledCells } from "../../../src/ui/components/charts.ts";
import { visibleLine } from "../../../src/ui/components/field.tsx";
import { Bar, Frame, Hint, messageLines, Panel } from "../../../src/ui/components/frame.tsx";
import { List, moveSelection, windowAround } from "../../../src/ui/components/list.tsx";
import {
  columnGap,
  fitsInkTable,
  layoutColumns,
  SummaryTable,
  spokenCells,
  summaryHeight,
  Table,
} from "../../../src/ui/components/table.tsx";
import { Text } from "../../../src/ui/terminal.ts";
import { linesOf } from "../frame.tsx";

const hostile = "x\x1b]52;c;aGk=\x07\x1b[2J\u202egpj\r\x9b31m";

describe("layoutColumns", () => {
  it("keeps columns that fit, narrows the widest, then drops the last", () => {
    expect(layoutColumns([{ natural: 10 }, { natural: 20 }], 32)).toEqual([10, 20]);
    expect(layoutColumns([{ natural: 10 }, { natural: 20 }], 26)).toEqual([10, 14]);
    expect(layoutColumns([{ natural: 10 }, { natural: 20 }, { natural: 9 }], 20)).toEqual([9, 9, 0]);
    expect(layoutColumns([{ natural: 30, min: 20 }], 7)).toEqual([7]);
  });

  it("never exceeds the available width, uses all of it, and keeps the first column", () => {
    const need = fc.record({
      natural: fc.integer({ min: 1, max: 60 }),
      min: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(need, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 120 }),
        (needs, room) => {
          const widths = layoutColumns(needs, room);
          const shown = widths.filter((width) => width > 0);
          const used = shown.reduce((sum, width) => sum + width + columnGap, -columnGap);
          expect(used).toBeLessThanOrEqual(room);
          expect(widths[0]).toBeGreaterThan(0);
          for (const [index, width] of widths.entries())
            expect(width).toBeLessThanOrEqual(needs[index]!.natural);
          const narrowed = widths.some((width, index) => width > 0 && width < needs[index]!.natural);
          if (narrowed) expect(used).toBe(room);
        },
      ),
    );
  });
});

describe("the hint bar", () => {
  const keys = ["one", "two", "three", "quit"].map((name) => ({ key: name.charAt(0), name }));

  it("leaves out keys that do not fit, except the last one, and truncates none", () => {
    expect(linesOf(<Hint keys={keys} />, 30)).toEqual(["o one  t two  t three  q quit"]);
    expect(linesOf(<Hint keys={keys} />, 28)).toEqual(["o one  t two  q quit"]);
    expect(linesOf(<Hint keys={keys} />, 10)).toEqual(["q quit"]);
  });
});

describe("messageLines", () => {
  it("says that more follows after six lines", () => {
    const six = "1\n2\n3\n4\n5\n6";
    expect(messageLines(six, 20)).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(messageLines(`${six} and some\n7`, 20).at(-1)).toBe("6 and some …");
    expect(messageLines(`${six}\n7`, 2).at(-1)).toBe("6…");
    expect(messageLines("word ".repeat(40), 20).at(-1)).toBe("word word word word…");
  });
});

describe("spokenCells", () => {
  it("reads a cell without a title as it is, and leaves out empty cells", () => {
    expect(spokenCells(["", "QTY", "NOTE"], ["Subtotal", "2", " "])).toBe("Subtotal, QTY 2");
  });
});

describe("windowAround", () => {
  it("shows the selected row, fills the height if possible, and moves as little as necessary", () => {
    const input = fc.integer({ min: 1, max: 200 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        selected: fc.integer({ min: 0, max: count - 1 }),
        height: fc.integer({ min: 1, max: 40 }),
        previous: fc.integer({ min: 0, max: count - 1 }),
      }),
    );
    fc.assert(
      fc.property(input, ({ count, selected, height, previous }) => {
        const { start, end } = windowAround(selected, count, height, previous);
        expect(end - start).toBe(Math.min(count, height));
        expect(selected >= start && selected < end).toBe(true);
        const stays = selected >= previous && selected < previous + height && previous + height <= count;
        if (stays) expect(start).toBe(previous);
      }),
    );
  });

  it("keeps the selection within the list", () => {
    expect(
      ["down", "pagedown", "end", "home", "pageup", "x"].map((key) => moveSelection(2, key, 20, 5)),
    ).toEqual([3, 7, 19, 0, 0, 2]);
  });
});

describe("Bar", () => {
  it("is full only at 100%, and not empty above 0%", () => {
    expect([
      filledCells(0, 10, 20),
      filledCells(1, 1e6, 20),
      filledCells(999_999, 1e6, 20),
      filledCells(10, 10, 20),
    ]).toEqual([0, 1, 19, 20]);
    expect(filledCells(1, 0, 20)).toBe(0);
    expect(linesOf(<Bar value={61} total={100} width={10} />)).toEqual(["██████░░░░  61%"]);
    expect(linesOf(<Bar value={9999} total={10_000} width={4} />)).toEqual(["███░  99%"]);
  });
});

describe("Table", () => {
  const columns = [
    { title: "name", cell: (row: string[]) => row[0] ?? "" },
    { title: "price", cell: (row: string[]) => row[1] ?? "", align: "right" as const },
  ];

  it("aligns characters of any width", () => {
    const rows = [
      ["青いマグ", "10.00"],
      ["Mug", "9.00"],
      ["👩‍🚀 e\u0301", "100.00"],
    ];
    expect(linesOf(<Table columns={columns} rows={rows} selected={1} height={10} width={40} />)).toEqual([
      "  name       price",
      "  青いマグ   10.00",
      "❯ Mug         9.00",
      "  👩‍🚀 e\u0301      100.00",
    ]);
  });

  it("renders only the rows around the selected one", () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [`row ${index}`, String(index)]);
    const lines = linesOf(<Table columns={columns} rows={rows} selected={54_321} height={5} width={40} />);
    expect(lines).toHaveLength(5);
    expect(lines).toContain("❯ row 54321  54321");
  });

  it("truncates cells and escapes control characters", () => {
    const lines = linesOf(<Table columns={columns} rows={[[hostile, "1"]]} height={5} width={24} />, 24);
    expect(lines.every((line) => displayWidth(line) <= 24)).toBe(true);
    expect(lines.join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    expect(lines[1]).toContain("x␛]52;c;aGk=");
  });
});

describe("List", () => {
  it("marks the selected item and keeps it visible", () => {
    const items = ["one", "two\nlines", "three", "four"];
    expect(linesOf(<List items={items} selected={1} height={2} width={40} />)).toEqual([
      "  one",
      "❯ two␊lines",
    ]);
    expect(linesOf(<List items={items} selected={3} height={2} width={40} />)).toEqual(["  three", "❯ four"]);
  });
});

it("an input line in a narrow place shows the part around its cursor", () => {
  const at = (before: string, after: string, width: number) => {
    const line = visibleLine({ before, after }, width);
    return `${line.before}|${line.after}`;
  };
  expect(at("129.00", "", 7)).toBe("129.00|");
  expect(at("129.00", "", 6)).toBe("…9.00|");
  expect(at("12", "9.00", 6)).toBe("12|9.0");
  expect(at("", "129.00", 4)).toBe("|129");
  expect(at("抹茶碗", "とても", 8)).toBe("抹茶碗|");
  expect(at("抹茶碗", "とても", 9)).toBe("抹茶碗|と");
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 3, max: 30 }),
      (before, after, width) => {
        const line = visibleLine({ before, after }, width);
        expect(displayWidth(line.before) + 1 + displayWidth(line.after)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

describe("SummaryTable", () => {
  const summary = {
    columns: ["product", "before"],
    rows: [
      ["Blue mug", "10.00"],
      ["Pot", "9.00"],
    ],
  };

  it("uses ink-table if it can draw the table correctly", () => {
    const lines = linesOf(<SummaryTable summary={summary} width={80} />);
    expect(lines).toEqual([
      "┌──────────┬────────┐",
      "│ PRODUCT  │ BEFORE │",
      "├──────────┼────────┤",
      "│ Blue mug │ 10.00  │",
      "├──────────┼────────┤",
      "│ Pot      │ 9.00   │",
      "└──────────┴────────┘",
    ]);
    expect(lines).toHaveLength(summaryHeight(summary, 80));
  });

  it.each([
    ["wide characters", [["青いマグ", "10.00"]], 80],
    ["control characters", [[hostile, "10.00"]], 80],
    ["too little room", summary.rows, 20],
  ])("uses Table for %s", (_, rows, width) => {
    const given = { ...summary, rows };
    expect(fitsInkTable(given, width)).toBe(false);
    const lines = linesOf(<SummaryTable summary={given} width={width} />, width);
    expect(lines).toHaveLength(summaryHeight(given, width));
    expect(lines.join("")).not.toMatch(/[│\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    expect(lines.every((line) => displayWidth(line) <= width)).toBe(true);
  });
});

describe("Frame", () => {
  it("shows its target as text and escapes control characters in the title", () => {
    const [title, place] = linesOf(
      <Frame title={hostile} target={{ profile: "main", site: "Mugs", live: true }}>
        {null}
      </Frame>,
    );
    expect(title).toBe("x␛]52;c;aGk=␇␛[2J\\u{202e}gpj␍\\u{9b}31m");
    expect(place).toBe("LIVE site Mugs (profile main)");
  });
});

it("facts and parts of the corner are left out before the title of a panel is", () => {
  const top = (width: number) => {
    const corner = "1 staged edit  all marked  1 of 3,000";
    const panel = (
      <Panel title="Products" facts="filter price > 100" corner={corner} width={width} height={3}>
        <Text> </Text>
      </Panel>
    );
    return linesOf(panel, 120)[0];
  };
  expect(top(73)).toBe("╭ Products  filter price > 100 ── 1 staged edit  all marked  1 of 3,000 ╮");
  expect(top(69)).toBe("╭ Products  filter price >… ─ 1 staged edit  all marked  1 of 3,000 ╮");
  expect(top(60)).toBe("╭ Products ───────── 1 staged edit  all marked  1 of 3,000 ╮");
  expect(top(44)).toBe("╭ Products ───── 1 staged edit  1 of 3,000 ╮");
  expect(top(30)).toBe("╭ Products ────── 1 of 3,000 ╮");
});
