import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Cell, recordingSvg } from "../../scripts/recording-svg.ts";

const window = { columns: 20, rows: 2, title: "A & B", description: "<list>" };
const row = (text: string, style: Partial<Cell> = {}): Cell[] =>
  [...text].map((each) => ({ text: each, width: /\p{Script=Han}/u.test(each) ? 2 : 1, ...style }));
const draw = (...rows: Cell[][][]) =>
  recordingSvg(
    rows.map((each) => ({ rows: each, ms: 500 })),
    window,
  );
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test("texts, the title and the description are escaped", () => {
  const svg = draw([row(`a < "b" & c`)]);
  expect(svg).toContain("a &#60; &#34;b&#34; &#38; c</text>");
  expect(svg).toContain('<title id="title">A &#38; B</title>');
  expect(svg).toContain('<desc id="desc">&#60;list&#62;</desc>');
});

test("columns stay aligned: spaces are left out, and wide characters take two columns", () => {
  const svg = draw([row("a  b 抹茶 c")]);
  expect(texts(svg)).toEqual(["a", "b", "抹茶", "c"]);
  const x = [...svg.matchAll(/<text x="(\d+)"/g)].map(([, at]) => (Number(at) - 14) / 8);
  expect(x).toEqual([0, 3, 5, 10]);
});

test("a row is drawn once for as long as it stays the same", () => {
  const svg = draw([row("same"), row("one")], [row("same"), row("two")], [row("same")]);
  expect(texts(svg).sort()).toEqual(["one", "same", "two"]);
  expect(svg).toContain("{0%{visibility:visible}33.333%{visibility:hidden}}");
  expect(svg).toContain("{0%{visibility:hidden}33.333%{visibility:visible}66.667%{visibility:hidden}}");
});

test("without animations, only the last frame is visible", () => {
  const svg = draw([row("first")], [row("last")]);
  const shown = svg.split("\n").filter((line) => line.startsWith("<g") && !line.includes('class="a h"'));
  expect(texts(shown.join())).toEqual(["last"]);
  const durations = svg.split("\n").filter((line) => line.includes("animation-duration"));
  expect(durations).toEqual(["@media (prefers-reduced-motion:no-preference){.a{animation-duration:1000ms}}"]);
});

test("the animation begins with a frame that shows something", () => {
  const frames = ["$", "$ till", "Apply?"].map((text) => ({ rows: [row(text)], ms: 500 }));
  expect(recordingSvg(frames, { ...window, begin: "Apply?" })).toContain(
    "animation-duration:1500ms;animation-delay:-1000ms}",
  );
  expect(readFileSync("docs/recording.svg", "utf8")).toMatch(/animation-delay:-\d+ms/);
});

test("inverse text swaps its colors, and each palette color has a variant for each theme", () => {
  const svg = draw([row("x", { inverse: true }), [...row("y", { fg: 196 }), ...row("z", { fg: 201 })]]);
  expect(svg).toMatch(/<rect class="fg"[^>]*><text class="bg"[^>]*>x</);
  expect(svg).toMatch(/<text class="c196"[^>]*>y</);
  // 196 is the ink of failures, 201 none.
  expect(svg).toContain(".c196{fill:#a40e26}");
  expect(svg).toContain(".c196{fill:#ff7b72}");
  expect(svg).toContain(".c201{fill:rgb(191,0,191)}");
  expect(svg).toContain(".c201{fill:rgb(255,102,255)}");
});

test("the recording has no script, no external address, and at most 250 kB", () => {
  const svg = readFileSync("docs/recording.svg", "utf8");
  expect(svg.length).toBeLessThan(250_000);
  expect(svg).not.toMatch(/<script|\son\w+=|<foreignObject|@import|url\(|href/i);
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/\w+:\/\//);
  expect(svg).toContain("till jobs undo last");
});
