import type { Theme } from "../output/streams.ts";
import { shades } from "./theme.ts";

type Tone = keyof (typeof shades)[256];

/** The colors of a theme by their SGR parameters: one of the fixed 256, one of the 16 of the terminal, or its own. */
type Colors = Readonly<Record<Tone, string>>;

const fixed = (index: number) => `38;5;${index}`;

/**
 * The themes of screens. Those for dark and light backgrounds have a contrast of at least 4.5:1 there; `high-contrast` uses the
 * terminal's own color for all text, and `16-colors` its palette.
 */
export const themes = {
  dark: {
    dim: fixed(246),
    key: fixed(75),
    done: fixed(77),
    failed: fixed(203),
    warning: fixed(214),
  },
  light: {
    dim: fixed(240),
    key: fixed(25),
    done: fixed(22),
    failed: fixed(124),
    warning: fixed(94),
  },
  "high-contrast": { dim: "39", key: "39", done: "39", failed: "39", warning: "39" },
  "16-colors": { dim: "90", key: "36", done: "32", failed: "31", warning: "33" },
} as const satisfies Record<Exclude<Theme, "auto">, Colors>;

/**
 * Returns a function that draws in the colors of a theme what is drawn in those of `theme.ts`; `auto` changes nothing, and neither
 * does any theme on a terminal with 16 colors.
 */
export function recolor(theme: Theme): (output: string) => string {
  if (theme === "auto") return (output) => output;
  const colors = themes[theme];
  const codes = Object.entries(shades[256]).map(([tone, { color }]) => [
    `\x1b[${fixed(Number(/\((\d+)\)/.exec(color)?.[1]))}m`,
    `\x1b[${colors[tone as Tone]}m`,
  ]);
  const byCode = new Map(codes.map(([from = "", to = ""]) => [from, to]));
  return (output) => output.replace(/\x1b\[38;5;\d+m/g, (code) => byCode.get(code) ?? code);
}
