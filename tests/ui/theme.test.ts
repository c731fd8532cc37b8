import { stripVTControlCharacters } from "node:util";
import chalk from "chalk";
import { expect, test } from "vitest";
import { styleFor } from "../../src/output/style.ts";
import { paint } from "../../src/ui/theme.ts";
import { inkNumber, nearestOf256, recolor, rgb, themes } from "../../src/ui/themes.ts";

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

const { dim, key, good, bad, warn } = styleFor({ color: true, colors: 256 });
const printed = Object.entries({ dim, key, good, bad, warn }).map(
  ([name, paint]) => [name, Number(/38;5;(\d+)/.exec(paint("text"))?.[1])] as const,
);
const onScreens = Object.entries(themes.auto)
  .filter(([name]) => !/(tint|accent)$/i.test(name))
  .map(([name, color]) => [name, nearestOf256(...rgb(color))] as const);

test.each([...printed, ...onScreens])(
  "%s (color %i) is readable on dark and light backgrounds",
  (_, index) => {
    expect(lowestContrast(index)).toBeGreaterThanOrEqual(3);
  },
);

const backgrounds = {
  auto: [],
  dark: ["black", "VS Code's dark"],
  light: ["white", "cream"],
  "high-contrast": [],
} as const satisfies Record<string, readonly (keyof typeof grounds)[]>;

const depths = {
  "all colors": (color = "") => rgb(color),
  "256 colors": (color = "") => colorOf(nearestOf256(...rgb(color)), []),
};

test.each(
  (Object.keys(backgrounds) as (keyof typeof backgrounds)[]).flatMap((theme) =>
    (Object.keys(depths) as (keyof typeof depths)[]).map((depth) => [theme, depth] as const),
  ),
)("text in the theme %s in %s has a contrast of at least 4.5", (theme, depth) => {
  const inks = themes[theme];
  const colorIn = depths[depth];
  const low = Object.entries(inks).flatMap(([name, color]) => {
    if (name === "tint" || name === "accent") return [];
    const on = name.endsWith("Tint")
      ? [colorIn(inks.tint)]
      : name.endsWith("Accent")
        ? [colorIn(inks.accent)]
        : backgrounds[theme].map((ground) => grounds[ground]);
    const ratios = on.map((ground) => contrast(colorIn(color), ground));
    return ratios.some((ratio) => ratio < 4.5) ? [`${name} ${ratios.map((ratio) => ratio.toFixed(2))}`] : [];
  });
  expect(low).toEqual([]);
});

test.each(["tint", "accent"] as const)("the %s is visible on each background", (ink) => {
  for (const [theme, on] of Object.entries(backgrounds))
    for (const ground of on)
      expect(contrast(rgb(themes[theme as "dark"][ink] ?? ""), grounds[ground])).toBeGreaterThan(1.15);
});

test("a theme draws each ink in its color, or in that of the terminal, and other colors as they are", () => {
  const drawn = `\x1b[38;5;${inkNumber("dim")}m\x1b[48;5;${inkNumber("tint")}mtext`;
  expect(recolor("auto", false)(drawn)).toBe("\x1b[38;5;243m\x1b[48;5;237mtext");
  expect(recolor("light", true)(drawn)).toBe("\x1b[38;2;87;96;106m\x1b[48;2;208;227;249mtext");
  expect(recolor("high-contrast", false)(drawn)).toMatch(/^\x1b\[39m\x1b\[48;5;\d+mtext$/);
  for (const theme of ["auto", "dark", "light", "high-contrast"] as const)
    expect(recolor(theme, false)("\x1b[38;5;99m\x1b[48;5;237mpixel")).toBe(
      "\x1b[38;5;99m\x1b[48;5;237mpixel",
    );
});

test("a painted text has the SGR codes of its style, and none without color", () => {
  const level = chalk.level;
  try {
    chalk.level = 2;
    expect(stripVTControlCharacters(paint("sold out", "failed"))).toBe("sold out");
    expect(paint("sold out", "failed")).toMatch(new RegExp(`^\\x1b\\[(31|38;5;${inkNumber("failed")})m`));
    chalk.level = 0;
    expect(paint("sold out", "failed")).toBe("sold out");
  } finally {
    chalk.level = level;
  }
});
