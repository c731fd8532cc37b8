import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type MouseEvent, tapReports } from "../../src/ui/mouse.ts";
import { waitFor } from "../support/runs.ts";

/** A stream with a tap, and what was read from it, as Ink reads. */
function tapped() {
  const stdin = new PassThrough() as unknown as NodeJS.ReadStream & PassThrough;
  const events: MouseEvent[] = [];
  const focused: true[] = [];
  const backgrounds: string[] = [];
  const read: string[] = [];
  const end = tapReports(stdin, {
    onMouse: (event) => events.push(event),
    onFocus: () => focused.push(true),
    onBackground: (color) => backgrounds.push(color),
  });
  stdin.on("readable", () => {
    for (let chunk = stdin.read(); chunk !== null; chunk = stdin.read()) read.push(String(chunk));
  });
  const send = async (text: string) => {
    stdin.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { stdin, events, focused, backgrounds, read, end, send };
}

test("a report in several chunks is one event, however long they take", async () => {
  const { send, events, read } = tapped();
  await send("j\x1b[<0;1");
  await new Promise((resolve) => setTimeout(resolve, 30));
  await send("0;5");
  await send("Mk");
  expect(events).toEqual([{ type: "press", x: 9, y: 4 }]);
  expect(read.join("")).toBe("jk");
});

test("a report that is split after its first byte is not the Esc key", async () => {
  const { send, events, read } = tapped();
  await send("\x1b");
  await send("[<64;1;1M");
  expect({ events, read }).toEqual({ events: [{ type: "wheelup", x: 0, y: 0 }], read: [] });
});

test("Esc and arrow keys are read as before", async () => {
  const { send, read } = tapped();
  await send("\x1b[A");
  await send("\x1b");
  await waitFor(() => expect(read.join("")).toBe("\x1b[A\x1b"));
});

test("after its end, the stream is read as it is", async () => {
  const { send, events, read, end } = tapped();
  end();
  await send("\x1b[<0;1;1M");
  expect({ events, read }).toEqual({ events: [], read: ["\x1b[<0;1;1M"] });
});

test("the focus of the window is reported, and not typed", async () => {
  const { send, focused, read } = tapped();
  await send("a\x1b[I");
  await send("b\x1b[O\x1b[");
  await send("I");
  expect({ focused, read: read.join("") }).toEqual({ focused: [true, true], read: "ab" });
});

test.each(["\x07", "\x1b\\"])(
  "the color of the background, which ends with %j, is reported and not typed, wherever it is split",
  async (end) => {
    const answer = `\x1b]11;rgb:1e1e/1E1E/2a2a${end}`;
    for (let at = 1; at < answer.length; at++) {
      const { send, backgrounds, read } = tapped();
      await send(`j${answer.slice(0, at)}`);
      await send(`${answer.slice(at)}k`);
      expect({ backgrounds, read: read.join("") }).toEqual({
        backgrounds: ["rgb:1e1e/1E1E/2a2a"],
        read: "jk",
      });
    }
  },
);

test("Alt and a bracket is read as before", async () => {
  const { send, read } = tapped();
  await send("\x1b]");
  await waitFor(() => expect(read.join("")).toBe("\x1b]"));
});
