import { PassThrough } from "node:stream";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { ink } from "../../../src/ui/terminal.ts";

/** Renders a component for a screen reader. Returns the lines of its last frame and a function that sends keys. */
export function renderForScreenReader(element: ReactElement) {
  let frame = "";
  const stdout = Object.assign(new PassThrough(), { columns: 200, rows: 50, isTTY: true });
  stdout.on("data", (chunk) => {
    frame = String(chunk);
  });
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode() {},
    ref() {},
    unref() {},
  });
  const app = ink.render(element, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: stdin as unknown as NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: true,
  });
  const lines = () => frame.split("\n").filter((line) => line !== "");
  return {
    lines,
    async type(text: string) {
      await vi.waitFor(() => stdin.listenerCount("readable") > 0, { interval: 2, timeout: 10_000 });
      stdin.write(text);
    },
    hears: (text: string | RegExp) =>
      vi.waitFor(
        () => {
          const all = lines().join("\n");
          if (typeof text === "string" ? !all.includes(text) : !text.test(all))
            throw new Error(`Never heard ${text}, but:\n${all}`);
        },
        { interval: 2, timeout: 3000 },
      ),
    close: () => app.unmount(),
  };
}
