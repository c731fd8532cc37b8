import { escapeMarkup } from "../src/kernel/text.ts";
import { type Ink, nearestOf256, rgb as parts, themes as screenThemes } from "../src/ui/themes.ts";

/** A cell of a terminal: `fg` and `bg` are indexes into the palette of 256 colors. */
export interface Cell {
  /** One character, or a space. */
  text: string;
  /** 1, or 2 for a wide character. */
  width: number;
  fg?: number;
  bg?: number;
  bold?: boolean;
  dim?: boolean;
  underline?: boolean;
  inverse?: boolean;
}

/** What a terminal shows for some time. */
export interface Frame {
  rows: Cell[][];
  ms: number;
}

/** The size of a window in cells, and its description for people who cannot see it. */
export interface Window {
  columns: number;
  rows: number;
  title: string;
  description: string;
  /** The animation begins with the first frame that has this text, not with an empty window. */
  begin?: string;
}

// The advance of most monospaced fonts is 0.6 em; `textLength` keeps the others in the grid.
const cell = { width: 8, height: 17, font: 13.3, baseline: 13 };
const margin = 14;

/**
 * Draws frames as an animated SVG without scripts. A row is drawn once for as long as it stays the same. Without animations,
 * and for readers who prefer reduced motion, the last frame is shown.
 */
export function recordingSvg(frames: readonly Frame[], window: Window): string {
  const total = frames.reduce((sum, { ms }) => sum + ms, 0);
  const starts = frames.map((_, index) => frames.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  const lineOf = (row: readonly Cell[]) => row.map(({ text }) => text).join("");
  const first = frames.findIndex(({ rows }) => rows.some((row) => lineOf(row).includes(window.begin ?? "")));
  const delay = starts[first] ? `;animation-delay:-${starts[first]}ms` : "";
  const colors = new Set<number>();
  const spans = new Map<string, string[]>();
  for (let y = 0; y < window.rows; y++) {
    const drawn = frames.map(({ rows }) => drawRow(rows[y] ?? [], y, colors));
    for (let from = 0, to = 0; from < frames.length; from = to) {
      while (to < frames.length && drawn[to] === drawn[from]) to++;
      const span = `${from}-${to}`;
      if (drawn[from]) spans.set(span, [...(spans.get(span) ?? []), drawn[from] ?? ""]);
    }
  }
  const percent = (frame: number) => `${Number((((starts[frame] ?? 0) / total) * 100).toFixed(3))}%`;
  const keyframes: string[] = [];
  const groups = [...spans].map(([span, drawn], index) => {
    const [from = 0, to = 0] = span.split("-").map(Number);
    const last = to === frames.length;
    if (from === 0 && last) return `<g>${drawn.join("")}</g>`;
    const steps = [
      ...(from > 0 ? ["0%{visibility:hidden}"] : []),
      `${percent(from)}{visibility:visible}`,
      ...(last ? [] : [`${percent(to)}{visibility:hidden}`]),
    ];
    keyframes.push(`@keyframes k${index}{${steps.join("")}}`);
    return `<g class="a${last ? "" : " h"}" style="animation-name:k${index}">${drawn.join("")}</g>`;
  });
  const width = window.columns * cell.width + 2 * margin;
  const height = window.rows * cell.height + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeMarkup(window.title)}</title>
<desc id="desc">${escapeMarkup(window.description)}</desc>
<style>
text{font:${cell.font}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.w{stroke:#8886}
.b{font-weight:bold}.d{opacity:.6}.u{text-decoration:underline}
.h{visibility:hidden}
.a{animation-timing-function:step-end;animation-iteration-count:infinite}
@media (prefers-reduced-motion:no-preference){.a{animation-duration:${total}ms${delay}}}
${palette(colors, "light")}
@media (prefers-color-scheme:dark){${palette(colors, "dark")}}
${keyframes.join("\n")}
</style>
<rect class="w bg" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${groups.join("\n")}
</svg>
`;
}

interface Run {
  /** The column. */
  x: number;
  /** In columns. */
  width: number;
  text: string;
  key: string;
}

/** Draws a row: its backgrounds, and one element for each text of the same style without two spaces in it. */
function drawRow(row: readonly Cell[], y: number, colors: Set<number>): string {
  const top = margin + y * cell.height;
  const place = (x: number, at: number) => `x="${margin + x * cell.width}" y="${at}"`;
  const boxes = runsOf(row, (style) => background(style, colors)).map(({ x, width, key }) =>
    key === ""
      ? ""
      : `<rect class="${key}" ${place(x, top)} width="${width * cell.width}" height="${cell.height}"/>`,
  );
  // Fonts differ in wide characters, which must not stretch the others.
  const texts = runsOf(row, (style) => `${front(style, colors)}/${style.width}`)
    .flatMap(words)
    .map(({ x, width, text, key }) => {
      const look = key.slice(0, -2);
      return `<text${look && ` class="${look}"`} ${place(x, top + cell.baseline)} textLength="${width * cell.width}">${escapeMarkup(text)}</text>`;
    });
  return [...boxes, ...texts].join("");
}

/** Joins neighboring cells with the same key. */
function runsOf(row: readonly Cell[], keyOf: (cell: Cell) => string): Run[] {
  const runs: Run[] = [];
  let x = 0;
  for (const each of row) {
    const key = keyOf(each);
    const last = runs.at(-1);
    if (last?.key === key) {
      last.text += each.text;
      last.width += each.width;
    } else runs.push({ x, width: each.width, text: each.text, key });
    x += each.width;
  }
  return runs;
}

/** Splits a run at two or more spaces, which SVG would show as one. */
function words({ x, text, key }: Run): Run[] {
  const size = key.endsWith("2") ? 2 : 1;
  const columns = (part: string) => [...graphemes.segment(part)].length * size;
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: word, index }) => ({
    x: x + columns(text.slice(0, index)),
    width: columns(word),
    text: word,
    key,
  }));
}

const graphemes = new Intl.Segmenter();

const named = (colors: Set<number>, index: number) => {
  colors.add(index);
  return `c${index}`;
};

function front({ fg, bg, inverse, ...marks }: Cell, colors: Set<number>): string {
  const index = inverse ? bg : fg;
  const color = index !== undefined ? named(colors, index) : inverse ? "bg" : "";
  return [color, marks.bold && "b", marks.dim && "d", marks.underline && "u"].filter(Boolean).join(" ");
}

function background({ fg, bg, inverse }: Cell, colors: Set<number>): string {
  const index = inverse ? fg : bg;
  return index !== undefined ? named(colors, index) : inverse ? "fg" : "";
}

const themes = {
  light: { text: "#1f2328", ground: "#f6f8fa", towards: 0, share: 0.25 },
  dark: { text: "#e6edf3", ground: "#151b23", towards: 255, share: 0.4 },
};

/** The inks of screens by their index: recordings are made with the theme for unknown backgrounds. */
const inks = new Map(
  Object.entries(screenThemes.auto).map(([ink, color]) => [nearestOf256(...parts(color)), ink as Ink]),
);

/**
 * Returns the colors as CSS: inks as the theme for the ground has them, others of the palette darker on a light and lighter on a dark
 * ground.
 */
function palette(colors: ReadonlySet<number>, theme: keyof typeof themes): string {
  const { text, ground, towards, share } = themes[theme];
  const mixed = (part: number) => Math.round(part + (towards - part) * share);
  return [
    `text,.fg{fill:${text}}.bg{fill:${ground}}`,
    ...[...colors]
      .sort((a, b) => a - b)
      .map((index) => {
        const ink = inks.get(index);
        const color = (ink && screenThemes[theme][ink]) ?? `rgb(${rgb(index).map(mixed).join(",")})`;
        return `.c${index}{fill:${color}}`;
      }),
  ].join("");
}

/** Returns red, green and blue of a color of xterm's palette. */
function rgb(index: number): number[] {
  if (index >= 232) return Array(3).fill(8 + (index - 232) * 10);
  if (index >= 16) {
    const level = (power: number) => Math.floor((index - 16) / power) % 6;
    return [36, 6, 1].map((power) => level(power) && 55 + level(power) * 40);
  }
  if (index === 7 || index === 8) return Array(3).fill(index === 7 ? 229 : 127);
  const strength = index < 8 ? 205 : 255;
  return [1, 2, 4].map((bit) => (index & bit ? strength : 0));
}
