import type { Theme } from "../output/streams.ts";

/** The inks of screens: on the terminal's background, on the tint of the selected row, and on the accent of what is active. */
const inks = [
  "dim",
  "key",
  "done",
  "failed",
  "warning",
  "tint",
  "onTint",
  "dimOnTint",
  "keyOnTint",
  "doneOnTint",
  "failedOnTint",
  "warningOnTint",
  "accent",
  "onAccent",
] as const;

export type Ink = (typeof inks)[number];

/** Returns the number of an ink among the 256 colors. No picture uses the first sixteen, which terminals define. */
export const inkNumber = (ink: Ink): number => inks.indexOf(ink);

const onDark = {
  tint: "#2d3746",
  onTint: "#f0f3f6",
  dimOnTint: "#a8b3bf",
  keyOnTint: "#87cfff",
  doneOnTint: "#87d787",
  failedOnTint: "#ff9790",
  warningOnTint: "#f2cc60",
  accent: "#1a5fb4",
  onAccent: "#ffffff",
};

/**
 * The colors of each theme. Those of `auto` are for unknown backgrounds: its colors have a contrast of at least 3:1 on black and on white, and its
 * selected row is dark everywhere. All others have at least 4.5:1. `high-contrast` uses the terminal's own color where it has none.
 */
export const themes: Readonly<Record<Theme, Readonly<Partial<Record<Ink, string>>>>> = {
  auto: {
    ...onDark,
    dim: "#767676",
    key: "#0087af",
    done: "#008700",
    failed: "#ff0000",
    warning: "#af8700",
  },
  dark: {
    ...onDark,
    dim: "#949ea8",
    key: "#6cb6ff",
    done: "#6fd87a",
    failed: "#ff7b72",
    warning: "#e3b341",
  },
  light: {
    dim: "#57606a",
    key: "#0550ae",
    done: "#116329",
    failed: "#a40e26",
    warning: "#7d4e00",
    tint: "#d0e3f9",
    onTint: "#1f2328",
    dimOnTint: "#4d5560",
    keyOnTint: "#0a4a9c",
    doneOnTint: "#0c5424",
    failedOnTint: "#9a0b21",
    warningOnTint: "#6b4200",
    accent: "#0959b8",
    onAccent: "#ffffff",
  },
  "high-contrast": {
    tint: "#0a4fa8",
    onTint: "#ffffff",
    dimOnTint: "#ffffff",
    keyOnTint: "#ffffff",
    doneOnTint: "#ffffff",
    failedOnTint: "#ffffff",
    warningOnTint: "#ffffff",
    // The selected cell is on the selected row.
    accent: "#9a3200",
    onAccent: "#ffffff",
  },
};

/** Returns a function that draws inks in the colors of a theme: exactly if the terminal has all colors, else in the nearest of 256. */
export function recolor(theme: Theme, hasAllColors: boolean): (output: string) => string {
  const codes = new Map(
    inks.flatMap((name, index) =>
      (["3", "4"] as const).map((layer) => {
        const color = themes[theme][name];
        const to =
          color === undefined
            ? "9"
            : hasAllColors
              ? `8;2;${rgb(color).join(";")}`
              : `8;5;${nearestOf256(...rgb(color))}`;
        return [`${layer}8;5;${index}`, `\x1b[${layer}${to}m`];
      }),
    ),
  );
  return (output) => output.replace(/\x1b\[([34]8;5;\d+)m/g, (code, ink) => codes.get(ink) ?? code);
}

/** Asks the terminal for the color of its background (OSC 11). */
export const backgroundQuery = "\x1b]11;?\x1b\\";

/** Returns the theme for a background, as terminals name it: `rgb:1e1e/1e1e/1e1e`, with one to four digits each. */
export function themeFor(background: string): Theme | undefined {
  const named = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(background);
  if (named === null) return undefined;
  const [red = 0, green = 0, blue = 0] = named
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 ? "dark" : "light";
}

/** Returns red, green and blue of a color: `#1a5fb4`. */
export const rgb = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** The levels of the color cube, colors 16 to 231. */
const steps = [0, 95, 135, 175, 215, 255];

/** Returns the nearest of the 256 colors: in the color cube, or in the grays from 232. */
export function nearestOf256(red: number, green: number, blue: number): number {
  const cube = [red, green, blue].map(nearestStep) as [number, number, number];
  const gray = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const distance = (values: readonly number[]) =>
    [red, green, blue].reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0);
  const level = 8 + gray * 10;
  const asCube = cube.map((step) => steps[step] ?? 0);
  return distance([level, level, level]) < distance(asCube)
    ? 232 + gray
    : 16 + cube[0] * 36 + cube[1] * 6 + cube[2];
}

function nearestStep(value: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - value) < Math.abs((steps[best] ?? 0) - value) ? index : best),
    0,
  );
}
