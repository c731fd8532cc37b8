import { stripVTControlCharacters } from "node:util";
import chalk from "chalk";
import { expect, test } from "vitest";
import { styleFor } from "../../src/output/style.ts";
import { paint, shades } from "../../src/ui/theme.ts";
import { recolor, themes } from "../../src/ui/themes.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** Returns the relative luminance (WCAG) of a color channel from 0 to 255. */
function luminance(color: Colour): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.039_28 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const hex = (text: string): Colour => {
  const value = Number.parseInt(text, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** The first sixteen colors differ between terminals; the others are the same everywhere. */
const palettes = {
  xterm:
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
  code: "000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5",
  apple:
    "000000 c23621 25bc24 adad27 492ee1 d338d3 33bbc8 cbcccd 818383 fc391f 31e722 eaec23 5833ff f935f8 14f0f0 e9ebeb",
};
const steps = [0, 95, 135, 175, 215, 255];

function colorOf(index: number, palette: readonly Colour[]): Colour {
  if (index < 16) return palette[index] ?? [0, 0, 0];
  if (index >= 232) return [8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10];
  const at = index - 16;
  return [steps[Math.floor(at / 36)] ?? 0, steps[Math.floor(at / 6) % 6] ?? 0, steps[at % 6] ?? 0];
}

const grounds = {
  black: hex("000000"),
  white: hex("ffffff"),
  "VS Code's dark": hex("1e1e1e"),
  cream: hex("fdf6e3"),
};

/** Returns the lowest contrast of a color on any background, in any palette. */
function lowestContrast(index: number): number {
  const ratios = Object.values(palettes).flatMap((palette) =>
    Object.values(grounds).map((ground) => contrast(colorOf(index, palette.split(" ").map(hex)), ground)),
  );
  return Math.min(...ratios);
}

test("contrast is computed as in WCAG", () => {
  expect(contrast(grounds.black, grounds.white)).toBeCloseTo(21);
  expect(lowestContrast(3)).toBeLessThan(2);
  expect(lowestContrast(2)).toBeLessThan(3);
});

const numberOf = (sequence: string) => Number(/(?:38;5;|ansi256\()(\d+)/.exec(sequence)?.[1]);
const { dim, key, good, bad, warn } = styleFor({ color: true, colors: 256 });
const all = [
  ...Object.entries(shades[256]).map(([name, { color }]) => [name, numberOf(color)] as const),
  ...Object.entries({ dim, key, good, bad, warn }).map(
    ([name, paint]) => [name, numberOf(paint("text"))] as const,
  ),
];

test.each(all)("%s (color %i) is readable on dark and light backgrounds", (_, index) => {
  expect(lowestContrast(index)).toBeGreaterThanOrEqual(3);
});

/** Returns the lowest contrast of an SGR color on these backgrounds. */
function contrastOn(sequence: string, backgrounds: readonly (keyof typeof grounds)[]): number {
  const color = colorOf(Number(/38;5;(\d+)/.exec(sequence)?.[1]), []);
  return Math.min(...backgrounds.map((name) => contrast(color, grounds[name])));
}

test.each([
  ["dark", ["black", "VS Code's dark"]],
  ["light", ["white", "cream"]],
] as const)("the colors of the %s theme have a contrast of at least 4.5 on its backgrounds", (theme, on) => {
  for (const sequence of Object.values(themes[theme])) {
    expect(sequence).toMatch(/^38;5;\d+$/);
    expect(contrastOn(sequence, on)).toBeGreaterThanOrEqual(4.5);
  }
});

test("a theme draws each color in its own, and other colors as they are", () => {
  const drawn = Object.values(shades[256])
    .map(({ color }) => `\x1b[38;5;${numberOf(color)}mtext\x1b[39m`)
    .join("");
  for (const theme of ["dark", "light", "high-contrast", "16-colors"] as const) {
    const expected = Object.keys(shades[256]).map(
      (tone) => `\x1b[${themes[theme][tone as keyof (typeof themes)["dark"]]}mtext\x1b[39m`,
    );
    expect(recolor(theme)(drawn)).toBe(expected.join(""));
    expect(recolor(theme)("\x1b[38;5;99mpixel")).toBe("\x1b[38;5;99mpixel");
  }
  expect(recolor("auto")(drawn)).toBe(drawn);
});

test("a painted text has the SGR codes of its style, and none without color", () => {
  const level = chalk.level;
  try {
    chalk.level = 2;
    expect(stripVTControlCharacters(paint("sold out", "failed"))).toBe("sold out");
    expect(paint("sold out", "failed")).toMatch(/^\x1b\[(31|38;5;196)m/);
    chalk.level = 0;
    expect(paint("sold out", "failed")).toBe("sold out");
  } finally {
    chalk.level = level;
  }
});
