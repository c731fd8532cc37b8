import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type CanvasOptions, eraseReflowed, openCanvas } from "../../src/ui/canvas.ts";

/** A fake terminal with a size that records what is written to it. */
function fakeTerminal(columns: number) {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const out = Object.assign(stream, { columns, rows: 24, isTTY: true }) as unknown as NodeJS.WriteStream;
  return {
    out,
    /** Returns what was written since the last call. */
    taken() {
      const all = text;
      text = "";
      return all;
    },
    resize(width: number) {
      out.columns = width;
      out.emit("resize");
    },
  };
}

function open(terminal: ReturnType<typeof fakeTerminal>, options: Partial<CanvasOptions> = {}) {
  const foreign: string[] = [];
  const canvas = openCanvas(terminal.out, [], {
    alternateScreen: false,
    onResize() {},
    onForeign: (text) => foreign.push(text),
    ...options,
  });
  return { ...canvas, foreign };
}

describe("eraseReflowed", () => {
  it("erases all rows of wrapped lines and moves the cursor down by the number of lines", () => {
    expect(eraseReflowed(["0123456789", "01234", ""], 10)).toBe("");
    expect(eraseReflowed(["0123456789", "01234", ""], 4)).toBe("\x1b[5A\r\x1b[J\x1b[2B");
    expect(eraseReflowed(["青いマグ", ""], 4)).toBe("\x1b[2A\r\x1b[J\x1b[1B");
    expect(eraseReflowed([], 4)).toBe("");
  });
});

describe("a canvas", () => {
  it.each([
    ["a color that ends where it begins", "\x1b[38;5;243m\x1b[39mtext", "text"],
    ["bold that ends where it begins", "\x1b[1m\x1b[22mtext", "text"],
    ["a color inside of another one, both without text", "\x1b[36m\x1b[38;5;243m\x1b[39mtext", "text"],
    [
      "a color inside of another one, which it ends",
      "\x1b[36mA\x1b[33m\x1b[39mtext",
      "\x1b[36mA\x1b[39mtext",
    ],
    [
      "blanks, but not those with a background",
      `A${" ".repeat(8)}\x1b[44m${" ".repeat(8)}\x1b[49m`,
      `A\x1b[8C\x1b[44m${" ".repeat(8)}\x1b[49m`,
    ],
    ["dim inside of bold, which it ends", "\x1b[1mA\x1b[2m\x1b[22mtext", "\x1b[1mA\x1b[22mtext"],
    ["a color after another one has ended", "\x1b[36mA\x1b[39m\x1b[90m\x1b[39mB", "\x1b[36mA\x1b[39mB"],
    ["a color with text", "\x1b[36mA\x1b[39mB", "\x1b[36mA\x1b[39mB"],
  ])("drops what changes nothing: %s", (_, output, drawn) => {
    const terminal = fakeTerminal(20);
    const { stream, release } = open(terminal);
    stream.write(output);
    expect(terminal.taken()).toBe(drawn);
    release();
  });

  it("erases the current frame, and nothing after Ink has erased it", () => {
    const terminal = fakeTerminal(20);
    const { stream, release } = open(terminal);
    stream.write("\x1b[1m0123456789\x1b[22m\nshort\n");
    stream.write("\x1b[?2026l");
    terminal.taken();
    terminal.resize(5);
    expect(terminal.taken()).toBe("\x1b[3A\r\x1b[J\x1b[2B");
    stream.write("\x1b[2K\x1b[1A\x1b[2K\x1b[G");
    terminal.taken();
    terminal.resize(3);
    expect(terminal.taken()).toBe("");
    release();
    terminal.resize(1);
    expect(terminal.taken()).toBe("");
  });

  it("passes the output of other code to the screen in whole lines and calls its callbacks", async () => {
    const terminal = fakeTerminal(20);
    const { foreign, release } = open(terminal);
    await new Promise((done) => terminal.out.write("a notice\n", done));
    await new Promise((done) => terminal.out.write(Buffer.from("ünfinished"), "utf8", done));
    expect(foreign).toEqual(["a notice\n", "ünfinished\n"]);
    expect(terminal.taken()).toBe("");
    release();
    terminal.out.write("afterwards\n");
    expect(terminal.taken()).toBe("afterwards\n");
    expect(Object.hasOwn(terminal.out, "write")).toBe(false);
  });

  it("turns the mouse wheel into arrow keys, and does not wrap, only on the alternate screen", () => {
    const terminal = fakeTerminal(20);
    const { stream, release } = open(terminal, { alternateScreen: true });
    stream.write("\x1b[?1049h");
    expect(terminal.taken()).toBe("\x1b[?1049h\x1b[H\x1b[J\x1b[?1007s\x1b[?1007h\x1b[?7l\x1b[?1004h");
    stream.write("a frame\n");
    expect(terminal.taken()).toBe("a frame\n");
    stream.write("\x1b[?1049l");
    expect(terminal.taken()).toBe("\x1b[?1004l\x1b[?7h\x1b[?1007r\x1b[?1049l");
    release();
  });

  it("holds back the output of other code until the alternate screen is left", () => {
    const terminal = fakeTerminal(20);
    const { foreign, release } = open(terminal, { alternateScreen: true });
    terminal.out.write("a notice\n");
    expect([foreign, terminal.taken()]).toEqual([[], ""]);
    release();
    expect(terminal.taken()).toBe("a notice\n");
  });

  it("leaves the alternate screen if Ink has not, and draws nothing afterwards", () => {
    const terminal = fakeTerminal(20);
    const { stream, release } = open(terminal, { alternateScreen: true, mouse: true });
    stream.write("\x1b[?1049h");
    terminal.taken();
    release();
    expect(terminal.taken()).toMatch(/\x1b\[\?1002l.*\x1b\[\?1007r\x1b\[\?1049l\x1b\[\?25h$/s);
    stream.write("\x1b[?1049l");
    expect(terminal.taken()).toBe("");
  });
});
