import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ColorFlag,
  type ColorVariables,
  colorFor,
  colorsOf,
  type ManyColors,
} from "../../src/output/streams.ts";

const cases: [flag: ColorFlag, env: ColorVariables, isTTY: boolean, color: boolean][] = [
  [undefined, {}, true, true],
  [undefined, {}, false, false],
  ["auto", {}, true, true],
  ["auto", { NO_COLOR: "1" }, true, false],
  ["always", { NO_COLOR: "1", TERM: "dumb" }, false, true],
  [true, { NO_COLOR: "1" }, false, true],
  ["never", { FORCE_COLOR: "1" }, true, false],
  [false, { FORCE_COLOR: "1" }, true, false],
  [undefined, { NO_COLOR: "" }, true, true],
  [undefined, { NO_COLOR: "0" }, true, false],
  [undefined, { NO_COLOR: "1", FORCE_COLOR: "1", CLICOLOR_FORCE: "1" }, true, false],
  [undefined, { FORCE_COLOR: "1" }, false, true],
  [undefined, { FORCE_COLOR: "3", TERM: "dumb", CLICOLOR: "0" }, false, true],
  [undefined, { FORCE_COLOR: "0" }, true, false],
  [undefined, { FORCE_COLOR: "false" }, true, false],
  [undefined, { FORCE_COLOR: "" }, false, false],
  [undefined, { CLICOLOR_FORCE: "1", CLICOLOR: "0" }, false, true],
  [undefined, { CLICOLOR_FORCE: "0" }, false, false],
  [undefined, { CLICOLOR_FORCE: "0" }, true, true],
  [undefined, { CLICOLOR: "0" }, true, false],
  [undefined, { CLICOLOR: "1" }, false, false],
  [undefined, { CLICOLOR: "1", TERM: "dumb" }, true, false],
  [undefined, { TERM: "dumb" }, true, false],
  [undefined, { TERM: "xterm-256color" }, true, true],
];

test.each(cases)("flag %s, environment %o, terminal %s: color %s", (flag, env, isTTY, color) => {
  expect(colorFor({ flag, env, isTTY })).toBe(color);
});

const value = fc.option(fc.constantFrom("", "0", "1", "true"), { nil: undefined });
const anyEnv = fc.record({
  NO_COLOR: value,
  FORCE_COLOR: value,
  CLICOLOR_FORCE: value,
  CLICOLOR: value,
  TERM: value,
});

test("the flag takes precedence over NO_COLOR", () => {
  fc.assert(
    fc.property(anyEnv, fc.boolean(), (env, isTTY) => {
      expect(colorFor({ flag: "always", env, isTTY })).toBe(true);
      expect(colorFor({ flag: "never", env, isTTY })).toBe(false);
      expect(colorFor({ env: { ...env, NO_COLOR: "x" }, isTTY })).toBe(false);
    }),
  );
});

test.each<[ColorVariables, ManyColors | undefined]>([
  [{}, undefined],
  [{ TERM: "xterm" }, undefined],
  [{ TERM: "linux" }, undefined],
  [{ TERM: "xterm-256color" }, 256],
  [{ TERM: "tmux-256color" }, 256],
  [{ TERM: "xterm-kitty" }, 256],
  [{ TERM: "xterm", COLORTERM: "yes" }, 256],
  [{ TERM: "xterm", COLORTERM: "truecolor" }, 16_777_216],
  [{ TERM: "xterm-256color", COLORTERM: "24bit" }, 16_777_216],
])("a terminal of %o has %s colors", (env, colors) => {
  expect(colorsOf(env)).toBe(colors);
});
