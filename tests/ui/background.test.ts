import { createElement, useState } from "react";
import { expect, test } from "vitest";
import type { Background, Theme } from "../../src/output/streams.ts";
import { useKeys } from "../../src/ui/keys.ts";
import { type Answer, mount } from "../../src/ui/mount.tsx";
import { Text } from "../../src/ui/terminal.ts";
import { backgroundQuery, inkNumber, nearestOf256, rgb, themes } from "../../src/ui/themes.ts";
import { openTerminal } from "../support/terminal.ts";

/** A screen that shows the keys that it gets in a color of the theme, and ends at q. */
function Keys({ answer }: { answer: Answer<string> }) {
  const [keys, setKeys] = useState("");
  useKeys((pressed) => {
    if (pressed.includes("q")) answer(keys);
    else setKeys(keys + pressed.join(""));
  });
  return createElement(Text, { color: `ansi256(${inkNumber("key")})` }, `keys:${keys}.`);
}

interface Setting {
  theme?: Theme;
  color?: boolean;
  background?: Background;
}

/** Shows the screen on a terminal with 256 colors. */
function show({ theme = "auto", color = true, background = {} }: Setting = {}) {
  const terminal = openTerminal({}, () => {});
  const { stdin, stdout, stderr } = terminal;
  const streams = { stdin, stdout, stderr, color, colors: 256 as const, theme, background };
  const ended = mount<string>((answer) => createElement(Keys, { answer }), streams, {
    alternateScreen: true,
  });
  return { ...terminal, ended, background };
}

/** The SGR code of the color of keys in a theme. */
const codeIn = (theme: Theme) => `38;5;${nearestOf256(...rgb(themes[theme].key ?? ""))}`;

/** Waits until the screen has a color, and returns what the screen shows. */
async function colored(terminal: ReturnType<typeof show>, theme: Theme): Promise<string> {
  await terminal.waitFor(() => terminal.styles()[0]?.[0] === codeIn(theme));
  return terminal.screen().join("\n");
}

const answers = {
  light: "\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\",
  dark: "\x1b]11;rgb:1e/1e/1e\x07",
} as const;

test.each(["light", "dark"] as const)(
  "a terminal that names a %s background gets its colors",
  async (name) => {
    const terminal = show();
    await terminal.waitFor("keys:");
    expect(await colored(terminal, "auto")).toBe("keys:.");
    expect(terminal.raw().split(backgroundQuery)).toHaveLength(2);
    terminal.type(answers[name]);
    expect(await colored(terminal, name)).toBe("keys:.");
    terminal.type("q");
    expect(await terminal.ended).toBe("");
    expect(terminal.background.theme).toBe(name);
  },
);

test("an answer between keys, in parts, and long after the question is not typed", async () => {
  const terminal = show();
  await terminal.waitFor("keys:");
  terminal.type("a");
  await terminal.waitFor("keys:a.");
  terminal.type(`b${answers.light.slice(0, 12)}`);
  await terminal.waitFor("keys:ab.");
  terminal.type(`${answers.light.slice(12)}c`);
  expect(await colored(terminal, "light")).toMatch(/^keys:abc?\.$/);
  await terminal.waitFor("keys:abc.");
  terminal.type("q");
  expect(await terminal.ended).toBe("abc");
});

test("a screen that is closed at once still reads the answer", async () => {
  const terminal = show();
  await terminal.waitFor("keys:");
  terminal.type("q");
  await new Promise(setImmediate);
  terminal.type(answers.light);
  expect(await terminal.ended).toBe("");
  expect(terminal.background.theme).toBe("light");
  expect(terminal.stdin.read()).toBeNull();
});

test("a terminal that does not answer keeps the theme, and the screen closes", async () => {
  const terminal = show();
  await terminal.waitFor("keys:");
  terminal.type("xq");
  terminal.type("q");
  expect(await terminal.ended).toMatch(/^x?$/);
  expect(terminal.background.theme).toBeUndefined();
});

test("what is known of the background decides before the answer, which corrects it", async () => {
  const terminal = show({ background: { theme: "dark" } });
  await colored(terminal, "dark");
  terminal.type(answers.light);
  await colored(terminal, "light");
  terminal.type("q");
  await terminal.ended;
});

test.each<[string, Setting]>([
  ["with a theme of its own", { theme: "light" }],
  ["without color", { color: false }],
  ["that was asked before", { background: { isAsked: true } }],
])("a terminal %s is not asked", async (_, setting) => {
  const terminal = show(setting);
  await terminal.waitFor("keys:");
  terminal.type("q");
  await terminal.ended;
  expect(terminal.raw()).not.toContain("\x1b]11");
});
