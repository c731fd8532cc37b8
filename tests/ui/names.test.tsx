import type { IUnicodeVersionProvider } from "@xterm/headless";
import * as fc from "fast-check";
import { type ReactElement, useState } from "react";
import { expect, test } from "vitest";
import { fit as cut, displayWidth, padEnd, sanitizeLine } from "../../src/kernel/text.ts";
import { useKeys } from "../../src/ui/keys.ts";
import { mount } from "../../src/ui/mount.tsx";
import { Box, Text } from "../../src/ui/terminal.ts";
import { paint } from "../../src/ui/theme.ts";
import { openTerminal } from "../support/terminal.ts";

/** Random names: words of one script, emoji of all kinds, marks without letters, and any code points. */
const scripts = [
  [0x0e01, 0x0e4e],
  [0x0e81, 0x0ecd],
  [0x0900, 0x097f],
  [0x0b82, 0x0bcd],
  [0x0d00, 0x0d4f],
  [0x1000, 0x109f],
  [0x1780, 0x17d3],
  [0x0600, 0x06ff],
  [0x0591, 0x05ea],
  [0x0300, 0x036f],
  [0x1100, 0x1112],
  [0xac00, 0xd7fb],
  [0x3041, 0x30ff],
  [0x4e00, 0x9fff],
  [0xff61, 0xff9f],
  [0x1f1e6, 0x1f1ff],
  [0x1f300, 0x1faff],
  [0x20, 0x7e],
  [0xa1, 0x24f],
  [0xa1, 0x1ffff],
] as const;
const special = [
  "👨‍👩‍👧",
  "❤️",
  "⌚︎",
  "👍🏽",
  "🏳️‍🌈",
  "1️⃣",
  "#⃣",
  "🇩🇪",
  "กำ",
  "ຳ",
  "क्षत्रिय",
  "é",
  "ｶﾞ",
  "\u200d",
  "\u200b",
  "\ufeff",
];
const code = fc
  .constantFrom(...scripts)
  .chain(([from, to]) => fc.array(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: 6 }))
  .map((codes) => String.fromCodePoint(...codes.filter((one) => one < 0xd800 || one > 0xdfff)));
const name = fc
  .array(fc.oneof(code, fc.constantFrom(...special)), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
const names = fc.sample(name, { seed: 33, numRuns: 2_000 });

/** A terminal that gives each code point its width, as xterm and tmux do. */
const byCharacter: IUnicodeVersionProvider = {
  version: "characters",
  wcwidth: (point) => Math.min(2, displayWidth(String.fromCodePoint(point))) as 0 | 1 | 2,
  charProperties(point, before) {
    const width = this.wcwidth(point);
    const joins = width === 0 && (before & 6) !== 0;
    return ((joins ? Math.max(width, (before >> 1) & 3) : width) << 1) | (joins ? 1 : 0);
  },
};

/** A terminal that draws each cluster in one or two cells, as kitty and Ghostty do. */
function byCluster(): IUnicodeVersionProvider {
  const clusters = [""];
  const segmenter = new Intl.Segmenter();
  return {
    version: "clusters",
    wcwidth: (point) => Math.min(2, displayWidth(String.fromCodePoint(point))) as 0 | 1 | 2,
    charProperties(point, before) {
      if (point < 0x80) return 2;
      const character = String.fromCodePoint(point);
      const cluster = (clusters[before >> 3] ?? "") + character;
      const joins = before >> 3 > 0 && [...segmenter.segment(cluster)].length === 1;
      clusters.push(joins ? cluster : character);
      const wide = joins
        ? Math.max((before >> 1) & 3, cluster.includes("\ufe0f") ? 2 : 0)
        : this.wcwidth(point);
      return ((clusters.length - 1) << 3) | (wide << 1) | (joins ? 1 : 0);
    },
  };
}

/** Names of letters and their marks. */
const plain = /^[\p{L} -~][\p{L}\p{Mc}\p{Mn} -~…]*$/u;

const [width, across, down] = [18, 5, 50];

/** The text of a cell of the table on a page. */
const textAt = (page: number, row: number, column: number) =>
  cut(sanitizeLine(names[(page * down + row) * across + column] ?? ""), width);

/** A page of names in a table, with a pane; `n` opens the next page, and any other key selects the next row. */
function Names(): ReactElement {
  const [{ page, at }, setPosition] = useState({ page: 0, at: 0 });
  useKeys((keys) => {
    for (const key of keys)
      setPosition((now) => (key === "n" ? { page: now.page + 1, at: 0 } : { ...now, at: now.at + 1 }));
  });
  const lines = Array.from({ length: down }, (_, row) => {
    const cells = Array.from({ length: across }, (_, column) => padEnd(textAt(page, row, column), width));
    const line = `│${cells.join("│")}│`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
      <Text key={row} wrap="truncate">
        {row === at ? paint(line, "chosen") : line}
      </Text>
    );
  });
  return (
    <Box flexDirection="column">
      <Text>{`page ${page} row ${at}`}</Text>
      <Box>
        <Box flexDirection="column" flexShrink={0}>
          {lines}
        </Box>
        <Text>{Array(down).fill("║").join("\n")}</Text>
      </Box>
    </Box>
  );
}

test.each([
  ["each character", byCharacter, names.length],
  ["each cluster", byCluster(), 500],
  ["characters as in Unicode 6", undefined, 500],
])("names of all scripts stay in their columns on a terminal that measures %s", async (_, widths, count) => {
  const pages = Math.ceil(count / (across * down));
  const terminal = openTerminal({ columns: 100, rows: down + 2, ...(widths && { widths }) }, () => {});
  const { stdin, stdout, stderr } = terminal;
  const halt = new AbortController();
  const shown = mount(
    () => <Names />,
    { stdin, stdout, stderr },
    {
      alternateScreen: true,
      maxFps: 1000,
      signal: halt.signal,
    },
  ).catch(() => {});
  const wrong: unknown[] = [];
  const border = (width + 1) * across;
  for (let page = 0; page < pages; page++) {
    await terminal.waitFor(`page ${page} row 0`);
    terminal.type("j");
    await terminal.waitFor(`page ${page} row 1`);
    for (const [row, cells] of terminal
      .cells()
      .slice(1, down + 1)
      .entries()) {
      for (let column = 0; column <= across; column++) {
        const at = column * (width + 1);
        if (!cells[at]?.startsWith("│")) wrong.push({ before: textAt(page, row, column - 1) });
        // What every terminal draws in the same cells is there as a whole.
        const text = column < across ? textAt(page, row, column) : "";
        const cell = cells
          .slice(at + 1, at + 1 + width)
          .join("")
          .trimEnd();
        if (widths === byCharacter && plain.test(text) && cell !== text.trimEnd()) wrong.push({ text, cell });
      }
      if (cells[border + 1] !== "║") wrong.push({ page, row, pane: cells.indexOf("║") });
    }
    terminal.type("n");
  }
  halt.abort();
  await shown;
  await terminal.end();
  expect(wrong).toEqual([]);
});
