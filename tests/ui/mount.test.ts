import chalk from "chalk";
import { createElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Activity } from "../../src/output/activity.ts";
import { mount } from "../../src/ui/mount.tsx";
import type { EmulatorOptions, TerminalExit } from "../support/emulator.ts";
import { exitCodeOf, type OpenTerminal, openTerminal } from "../support/terminal.ts";
import { type Scenario, showScenario } from "./screens.ts";

const open: Running[] = [];

afterEach(async () => {
  for (const running of open.splice(0)) {
    running.halt.abort(new Error("the test ended"));
    await running.exit;
  }
});

/** A screen of this process. */
interface Running extends OpenTerminal {
  readonly halt: AbortController;
  readonly exit: Promise<TerminalExit>;
}

interface RunOptions extends EmulatorOptions {
  color?: false;
  /** Printed before the screen is shown. */
  preface?: string;
}

function run(scenario: Scenario, { color, preface, ...size }: RunOptions = {}): Running {
  const halt = new AbortController();
  const terminal = openTerminal(size, () => {});
  if (preface !== undefined) terminal.stderr.write(preface);
  const { stdin, stdout, stderr } = terminal;
  const streams = { stdin, stdout, stderr, ...(color === false && { color }) };
  const exit = showScenario(scenario, { terminal: streams, halt }).then(async (code) => ({
    code,
    ...(await terminal.end()),
  }));
  const running = { ...terminal, halt, exit };
  open.push(running);
  return running;
}

/** Resizes the window and waits until the screen draws. */
async function resizeAndRedraw(terminal: Running, columns: number, rows: number): Promise<void> {
  const before = terminal.raw().length;
  terminal.resize(columns, rows);
  await terminal.waitFor(() => terminal.raw().length > before);
}

const answerOf = (terminal: Running) => terminal.history().at(-1);

describe("the confirm screen on a terminal", () => {
  it.each([
    ["y", "✔ Apply 1,204 changes? yes", '"yes"'],
    ["n", "✖ Apply 1,204 changes? no", '"no"'],
    ["\r", "✖ Apply 1,204 changes? no", '"no"'],
    ["\x1b", "✖ Apply 1,204 changes? no", '"no"'],
    ["q", "✖ Apply 1,204 changes? no", '"no"'],
    ["\x03", "✖ Apply 1,204 changes? no", '"interrupted"'],
  ])("collapses to one line after %j", async (keys, line, answer) => {
    const terminal = run("confirm");
    await terminal.waitFor("y/N");
    terminal.type(keys);
    expect(await exitCodeOf(terminal)).toBe(0);
    expect(terminal.history()).toEqual([line, `answer ${answer}`]);
  });

  it("does not accept pasted text as a yes", async () => {
    const terminal = run("confirm");
    await terminal.waitFor("y/N");
    terminal.type("yyy");
    terminal.type("\x1b");
    await exitCodeOf(terminal);
    expect(answerOf(terminal)).toBe('answer "no"');
  });

  it("requires the number to be typed if y is not enough, in one chunk or several", async () => {
    const terminal = run("typed");
    await terminal.waitFor("Type 1,204 to confirm");
    terminal.type("y\r");
    await terminal.waitFor("This is not 1,204");
    terminal.type("\x7f12");
    terminal.type("04\r");
    await exitCodeOf(terminal);
    expect(answerOf(terminal)).toBe('answer "yes"');
  });

  it("disappears when it is stopped and rejects with the reason", async () => {
    const terminal = run("confirm");
    await terminal.waitFor("y/N");
    terminal.halt.abort(new Error("terminated"));
    expect(await exitCodeOf(terminal)).toBe(143);
    expect(terminal.history()).toEqual(["error terminated"]);
  });

  it.each([41, 30, 20])(
    "leaves no remains of old frames when the window becomes %i columns wide",
    async (columns) => {
      const terminal = run("confirm", { columns: 100, rows: 60 });
      await terminal.waitFor("y/N");
      await resizeAndRedraw(terminal, columns, 60);
      terminal.type("n");
      await exitCodeOf(terminal);
      expect(terminal.history().join(" ").replaceAll(/\s+/g, " ")).toBe(
        '✖ Apply 1,204 changes? no answer "no"',
      );
    },
  );

  it("survives many resizes in a row", async () => {
    const terminal = run("confirm", { columns: 100, rows: 60 });
    await terminal.waitFor("y/N");
    for (let round = 0; round < 60; round++) {
      terminal.resize(20 + ((round * 37) % 80), 40 + ((round * 7) % 20));
      if (round % 5 === 0) await new Promise(setImmediate);
    }
    await resizeAndRedraw(terminal, 80, 60);
    await terminal.waitFor((screen) => screen.filter((line) => line.includes("2 min 11 s")).length === 1);
    terminal.type("n");
    await exitCodeOf(terminal);
    expect(terminal.history().at(-2)).toBe("✖ Apply 1,204 changes? no");
  });

  it("keeps the lines above it when the window is resized", async () => {
    const terminal = run("confirm", { columns: 100, rows: 60, preface: "what was here before\n" });
    await terminal.waitFor("y/N");
    for (const columns of [60, 30, 100, 45, 80]) await resizeAndRedraw(terminal, columns, 60);
    terminal.type("n");
    await exitCodeOf(terminal);
    expect(terminal.history()).toEqual(["what was here before", "✖ Apply 1,204 changes? no", 'answer "no"']);
  });

  it.each([
    [40, 12],
    [80, 8],
    [20, 5],
  ])("keeps the question visible in a window of %i × %i", async (columns, rows) => {
    const terminal = run("confirm", { columns, rows });
    await terminal.waitFor("y yes");
    expect(terminal.history().length).toBeLessThan(rows);
    terminal.type("n");
    await exitCodeOf(terminal);
    expect(answerOf(terminal)).toBe('answer "no"');
  });

  it("writes no colors if they are disabled", async () => {
    const terminal = run("confirm", { color: false });
    await terminal.waitFor("y/N");
    terminal.type("y");
    await exitCodeOf(terminal);
    expect(terminal.raw()).not.toMatch(/\x1b\[[\d;]*m/);
  });
});

describe("the progress screen on a terminal", () => {
  /** What is left of a job with failed rows: a table of the last problems. */
  const problems = [
    expect.stringMatching(/^┌/),
    "│ ROW   │ RESULT │ REASON                 │",
    expect.stringMatching(/^├/),
    "│ Mug 7 │ failed │ price must be positive │",
    expect.stringMatching(/^└/),
  ];

  it("shows the job until it ends and leaves its result and problems", async () => {
    const terminal = run("job");
    await terminal.waitFor("till jobs resume 7f3");
    expect(await exitCodeOf(terminal)).toBe(0);
    expect(terminal.history()).toEqual([
      expect.stringMatching(/^✖ Setting the price: 39 done, 1 failed in /),
      ...problems,
      'answer {"done":39,"failed":1,"phase":"finished"}',
    ]);
  });

  it("stops the job at Ctrl-C and stays until it has ended", async () => {
    const terminal = run("endless");
    await terminal.waitFor(
      /failed:\s+Mug\s+7\s+\(shop.csv:8\):\s+price\s+must\s+be\s+positive\s+\(INVALID_ARGUMENT,\s+request\s+r1\)/,
    );
    terminal.type("\x03");
    expect(await exitCodeOf(terminal)).toBe(0);
    expect(terminal.history()).toContainEqual(
      expect.stringMatching(/^✖ Setting the price: \d+ done, \d+ failed, [\d,]+ not started in /),
    );
    expect(terminal.history().at(-2)).toMatch(/^└/);
  });

  it("limits the frame rate for very many events", async () => {
    const began = performance.now();
    const terminal = run("flood");
    expect(await exitCodeOf(terminal)).toBe(0);
    const seconds = (performance.now() - began) / 1000;
    expect(answerOf(terminal)).toBe('answer {"done":98000,"failed":2000,"phase":"finished"}');
    // 15 a second: on a busy computer it takes longer, and has more frames.
    expect(terminal.raw().split("till jobs resume").length).toBeLessThan(15 * seconds + 5);
  });

  it("survives many resizes and keys in a row", async () => {
    const terminal = run("endless", { columns: 100, rows: 30 });
    await terminal.waitFor("till jobs resume 7f3");
    for (let round = 0; round < 40; round++) {
      terminal.resize(40 + ((round * 37) % 60), 10 + ((round * 13) % 20));
      terminal.type("x\r");
    }
    terminal.resize(80, 24);
    await terminal.waitFor((screen) => screen.filter((line) => line.includes("Ctrl-C stop")).length === 1);
    terminal.type("\x03");
    await exitCodeOf(terminal);
    expect(terminal.history().filter((line) => line.includes("Ctrl-C stop"))).toEqual([]);
  });

  it("shows notices of other code above it without breaking them", async () => {
    const terminal = run("notices");
    expect(await exitCodeOf(terminal)).toBe(0);
    const notices = Array.from({ length: 5 }, (_, index) => `rate limited, retrying (${index + 1}/5)`);
    expect(terminal.history().slice(0, 5)).toEqual(notices);
    expect(terminal.history()[5]).toMatch(/^✖ Setting the price: /);
  });
});

describe("mount", () => {
  it("can be called repeatedly", async () => {
    const terminal = run("sequence");
    await terminal.waitFor("y/N");
    terminal.type("y");
    await terminal.waitFor("Name of the run:");
    terminal.type("Ünïcode 名前\r");
    await exitCodeOf(terminal);
    expect(terminal.history().join("")).toContain('{"answer":"Ünïcode 名前"}');
  });

  it("does not show a secret", async () => {
    const terminal = run("secret");
    await terminal.waitFor("API key:");
    terminal.type("hunter2");
    await terminal.waitFor("(hidden)");
    terminal.type("\r");
    await exitCodeOf(terminal);
    expect(terminal.raw()).not.toContain("hunter2");
    expect(terminal.history()).toEqual(["✔ API key: (hidden)", 'answer "length 7"']);
  });

  it("selects with the arrow keys, even if they are pressed fast", async () => {
    const terminal = run("select");
    await terminal.waitFor("❯ sandbox");
    terminal.type("\x1b[B\x1b[B\x1b[A\r");
    await exitCodeOf(terminal);
    expect(terminal.history()).toEqual(["✔ Which profile? main", 'answer {"answer":"MAIN"}']);
  });

  it("leaves the alternate screen and prints the output that was held back", async () => {
    const terminal = run("full");
    await terminal.waitFor("Full:");
    expect(terminal.alternateScreen()).toBe(true);
    terminal.resize(50, 12);
    terminal.type("hello");
    await terminal.waitFor("hello");
    terminal.type("\r");
    await exitCodeOf(terminal);
    expect(terminal.history()).toEqual(["a notice while the screen is full", 'answer "hello"']);
  });

  it.each([
    ["Ctrl-L", "\x0c"],
    ["the focus", "\x1b[I"],
  ])("draws everything again after %s, and does not wrap lines", async (_, input) => {
    const terminal = run("full", { rows: 6 });
    await terminal.waitFor("Full:");
    expect(terminal.wraps()).toBe(false);
    const before = terminal.screen();
    const broken = "\x1b[H\x1b[JFul\n\n\n\nother output\x1b[3;7H\x1b[?7h";
    await new Promise<void>((resolve) => terminal.stderr._write(broken, "utf8", () => resolve()));
    await terminal.waitFor("other output");
    terminal.type(input);
    await terminal.waitFor((screen) => screen.join("\n") === before.join("\n"));
    expect(terminal.wraps()).toBe(false);
    terminal.type("hello\r");
    await exitCodeOf(terminal);
    expect(terminal.history().at(-1)).toBe('answer "hello"');
  });

  it("rejects with the error of a component without printing it", async () => {
    const terminal = run("broken");
    expect(await exitCodeOf(terminal)).toBe(1);
    expect(terminal.history()).toEqual(["error a component threw"]);
  });

  it.each<[string, (terminal: OpenTerminal, fail: () => never) => void]>([
    [
      "raw mode fails",
      ({ stdin }, fail) => {
        const { setRawMode } = stdin;
        stdin.setRawMode = (raw) => (raw ? fail() : Reflect.apply(setRawMode, stdin, [raw]));
      },
    ],
    [
      "drawing fails after the alternate screen was entered",
      ({ stderr, raw }, fail) => {
        const { on } = stderr;
        stderr.on = (...listener: unknown[]) =>
          raw().includes("\x1b[?1049h") ? fail() : Reflect.apply(on, stderr, listener);
      },
    ],
  ])("restores the terminal and rejects if %s", async (_, sabotage) => {
    const terminal = openTerminal({}, () => {});
    sabotage(terminal, () => {
      throw new Error("the terminal is gone");
    });
    const { level } = chalk;
    let paused = false;
    const activity: Pick<Activity, "pause"> = {
      pause() {
        paused = true;
        return () => {
          paused = false;
        };
      },
    };
    const shown = mount(
      () => createElement("ink-text", null, "a frame"),
      { ...terminal, activity: activity as Activity, color: true },
      { alternateScreen: true, mouse: true },
    );
    await expect(shown).rejects.toThrow("the terminal is gone");
    terminal.stderr.write("error: the terminal is gone\n");
    terminal.resize(60, 20);
    const { ttyBefore, ttyAfter } = await terminal.end();
    expect(ttyAfter).toBe(ttyBefore);
    expect(terminal.cursorVisible()).toBe(true);
    expect(terminal.alternateScreen()).toBe(false);
    expect(terminal.mouse()).toBe(false);
    expect(terminal.wraps()).toBe(true);
    expect({ paused, level: chalk.level }).toEqual({ paused: false, level });
    expect(terminal.screen()).toEqual(["error: the terminal is gone"]);
  });
});
