import chalk from "chalk";
import { createElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Activity } from "../../src/output/activity.ts";
import { mount } from "../../src/ui/mount.tsx";
import { type Pty, type PtyOptions, spawnPty } from "../support/pty.ts";
import { type OpenTerminal, openTerminal } from "../support/terminal.ts";
import { buildFixture } from "./build.ts";

let fixture: Awaited<ReturnType<typeof buildFixture>>;
const open: Pty[] = [];

beforeAll(async () => {
  fixture = await buildFixture("screens");
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
});
afterAll(() => fixture.remove());

function run(scenario: string[], options: PtyOptions = {}): Pty {
  const env = { NODE_ENV: "production", ...options.env };
  const pty = spawnPty(process.execPath, [fixture.script, ...scenario], { ...options, env });
  open.push(pty);
  return pty;
}

/** Returns the exit code after checking that the terminal was restored. */
async function exitCodeOf(pty: Pty): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect(pty.cursorVisible()).toBe(true);
  expect(pty.alternateScreen()).toBe(false);
  expect(pty.mouse()).toBe(false);
  expect(pty.raw()).not.toContain("\x1b[3J");
  expect(pty.raw().lastIndexOf("\x1b[?1007r")).toBeGreaterThanOrEqual(pty.raw().lastIndexOf("\x1b[?1007h"));
  expect(pty.raw()).not.toContain("\x1b[?2004h");
  return code;
}

/** Resizes the window and waits until the program has redrawn. */
async function resizeAndRedraw(pty: Pty, columns: number, rows: number): Promise<void> {
  const before = pty.raw().length;
  pty.resize(columns, rows);
  await pty.waitFor(() => pty.raw().length > before);
  await pty.quiet();
}

const answerOf = (pty: Pty) => pty.history().at(-1);

describe("the confirm screen on a terminal", () => {
  it.each([
    ["y", "✔ Apply 1,204 changes? yes", '"yes"'],
    ["n", "✖ Apply 1,204 changes? no", '"no"'],
    ["\r", "✖ Apply 1,204 changes? no", '"no"'],
    ["\x1b", "✖ Apply 1,204 changes? no", '"no"'],
    ["q", "✖ Apply 1,204 changes? no", '"no"'],
    ["\x03", "✖ Apply 1,204 changes? no", '"interrupted"'],
  ])("collapses to one line after %j", async (keys, line, answer) => {
    const pty = run(["confirm"]);
    await pty.waitFor("y/N");
    pty.type(keys);
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history()).toEqual([line, `answer ${answer}`]);
  });

  it("does not accept pasted text as a yes", async () => {
    const pty = run(["confirm"]);
    await pty.waitFor("y/N");
    pty.type("yyy");
    pty.type("\x1b");
    await exitCodeOf(pty);
    expect(answerOf(pty)).toBe('answer "no"');
  });

  it("requires the number to be typed if y is not enough, in one chunk or several", async () => {
    const pty = run(["typed"]);
    await pty.waitFor("Type 1,204 to confirm");
    pty.type("y\r");
    await pty.waitFor("This is not 1,204");
    pty.type("\x7f12");
    pty.type("04\r");
    await exitCodeOf(pty);
    expect(answerOf(pty)).toBe('answer "yes"');
  });

  it("disappears on SIGTERM and rejects with its reason", async () => {
    const pty = run(["confirm"]);
    await pty.waitFor("y/N");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
    expect(pty.history()).toEqual(["error terminated"]);
  });

  it.each([41, 30, 20])(
    "leaves no remains of old frames when the window becomes %i columns wide",
    async (columns) => {
      const pty = run(["confirm"], { columns: 100, rows: 60 });
      await pty.waitFor("y/N");
      await resizeAndRedraw(pty, columns, 60);
      pty.type("n");
      await exitCodeOf(pty);
      expect(pty.history().join(" ").replaceAll(/\s+/g, " ")).toBe('✖ Apply 1,204 changes? no answer "no"');
    },
  );

  it("survives many resizes in a row", async () => {
    const pty = run(["confirm"], { columns: 100, rows: 60 });
    await pty.waitFor("y/N");
    for (let round = 0; round < 60; round++) {
      pty.resize(20 + ((round * 37) % 80), 40 + ((round * 7) % 20));
      if (round % 5 === 0) await new Promise(setImmediate);
    }
    await resizeAndRedraw(pty, 80, 60);
    await pty.waitFor((screen) => screen.filter((line) => line.includes("2 min 11 s")).length === 1);
    pty.type("n");
    await exitCodeOf(pty);
    expect(pty.history().at(-2)).toBe("✖ Apply 1,204 changes? no");
  });

  it("keeps the lines above it when the window is resized", async () => {
    const pty = run(["confirm", "preface"], { columns: 100, rows: 60 });
    await pty.waitFor("y/N");
    for (const columns of [60, 30, 100, 45, 80]) await resizeAndRedraw(pty, columns, 60);
    pty.type("n");
    await exitCodeOf(pty);
    expect(pty.history()).toEqual(["what was here before", "✖ Apply 1,204 changes? no", 'answer "no"']);
  });

  it.each([
    [40, 12],
    [80, 8],
    [20, 5],
  ])("keeps the question visible in a window of %i × %i", async (columns, rows) => {
    const pty = run(["confirm"], { columns, rows });
    await pty.waitFor("y yes");
    expect(pty.history().length).toBeLessThan(rows);
    pty.type("n");
    await exitCodeOf(pty);
    expect(answerOf(pty)).toBe('answer "no"');
  });

  it("writes no colours if they are disabled", async () => {
    const pty = run(["confirm", "mono"]);
    await pty.waitFor("y/N");
    pty.type("y");
    await exitCodeOf(pty);
    expect(pty.raw()).not.toMatch(/\x1b\[[\d;]*m/);
  });
});

describe("the progress screen on a terminal", () => {
  /** What is left of a job with failed rows: a table of the last problems. */
  const problems = [
    expect.stringMatching(/^┌/),
    "│ row   │ result │ reason                 │",
    expect.stringMatching(/^├/),
    "│ Mug 7 │ failed │ price must be positive │",
    expect.stringMatching(/^└/),
  ];

  it("shows the job until it ends and leaves its result and problems", async () => {
    const pty = run(["job"]);
    await pty.waitFor("till jobs resume 7f3");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history()).toEqual([
      expect.stringMatching(/^✖ Setting the price: 39 done, 1 failed in /),
      ...problems,
      'answer {"done":39,"failed":1,"phase":"finished"}',
    ]);
  });

  it("stops the job at Ctrl-C and stays until it has ended", async () => {
    const pty = run(["endless"]);
    await pty.waitFor(
      /failed:\s+Mug\s+7\s+\(shop.csv:8\):\s+price\s+must\s+be\s+positive\s+\(INVALID_ARGUMENT,\s+request\s+r1\)/,
    );
    pty.type("\x03");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history()).toContainEqual(
      expect.stringMatching(/^✖ Setting the price: \d+ done, \d+ failed, [\d,]+ not started in /),
    );
    expect(pty.history().at(-2)).toMatch(/^└/);
  });

  it("limits the frame rate for very many events", async () => {
    const pty = run(["flood"]);
    expect(await exitCodeOf(pty)).toBe(0);
    expect(answerOf(pty)).toBe('answer {"done":98000,"failed":2000,"phase":"finished"}');
    expect(pty.raw().split("till jobs resume").length).toBeLessThan(200);
  });

  it("survives many resizes and keys in a row", async () => {
    const pty = run(["endless"], { columns: 100, rows: 30 });
    await pty.waitFor("till jobs resume 7f3");
    for (let round = 0; round < 40; round++) {
      pty.resize(40 + ((round * 37) % 60), 10 + ((round * 13) % 20));
      pty.type("x\r");
    }
    pty.resize(80, 24);
    await pty.waitFor((screen) => screen.filter((line) => line.includes("Ctrl-C stops")).length === 1);
    pty.type("\x03");
    await exitCodeOf(pty);
    expect(pty.history().filter((line) => line.includes("Ctrl-C stops"))).toEqual([]);
  });

  it("shows notices of other code above it without breaking them", async () => {
    const pty = run(["notices"]);
    expect(await exitCodeOf(pty)).toBe(0);
    const notices = Array.from({ length: 5 }, (_, index) => `rate limited, retrying (${index + 1}/5)`);
    expect(pty.history().slice(0, 5)).toEqual(notices);
    expect(pty.history()[5]).toMatch(/^✖ Setting the price: /);
  });
});

describe("mount", () => {
  it("can be called repeatedly", async () => {
    const pty = run(["sequence"]);
    await pty.waitFor("y/N");
    pty.type("y");
    await pty.waitFor("Name of the run:");
    pty.type("Ünïcode 名前\r");
    await exitCodeOf(pty);
    expect(pty.history().join("")).toContain('{"answer":"Ünïcode 名前"}');
  });

  it("does not show a secret", async () => {
    const pty = run(["secret"]);
    await pty.waitFor("API key:");
    pty.type("hunter2");
    await pty.waitFor("(hidden)");
    pty.type("\r");
    await exitCodeOf(pty);
    expect(pty.raw()).not.toContain("hunter2");
    expect(pty.history()).toEqual(["✔ API key: (hidden)", 'answer "length 7"']);
  });

  it("selects with the arrow keys, even if they are pressed fast", async () => {
    const pty = run(["select"]);
    await pty.waitFor("❯ sandbox");
    pty.type("\x1b[B\x1b[B\x1b[A\r");
    await exitCodeOf(pty);
    expect(pty.history()).toEqual(["✔ Which profile? main", 'answer {"answer":"MAIN"}']);
  });

  it("leaves the alternate screen and prints the output that was held back", async () => {
    const pty = run(["full"]);
    await pty.waitFor("Full:");
    expect(pty.alternateScreen()).toBe(true);
    pty.resize(50, 12);
    pty.type("hello");
    await pty.waitFor("hello");
    pty.type("\r");
    await exitCodeOf(pty);
    expect(pty.history()).toEqual(["a notice while the screen is full", 'answer "hello"']);
  });

  it("leaves the alternate screen after SIGTERM", async () => {
    const pty = run(["full"]);
    await pty.waitFor("Full:");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
  });

  it.each(["crash", "fullcrash"])("restores the terminal if the program crashes: %s", async (scenario) => {
    const pty = run([scenario]);
    expect(await exitCodeOf(pty)).toBe(1);
    expect(pty.history().join("\n")).toContain("a bug of ours");
  });

  it("restores the terminal after a signal without a handler", async () => {
    const pty = run(["confirm"]);
    await pty.waitFor("y/N");
    pty.signal("SIGHUP");
    expect(await exitCodeOf(pty)).toBe(129);
  });

  it("rejects with the error of a component without printing it", async () => {
    const pty = run(["broken"]);
    expect(await exitCodeOf(pty)).toBe(1);
    expect(pty.history()).toEqual(["error a component threw"]);
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
      { ...terminal, activity: activity as Activity, colour: true },
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
    expect({ paused, level: chalk.level }).toEqual({ paused: false, level });
    expect(terminal.screen()).toEqual(["error: the terminal is gone"]);
  });
});
