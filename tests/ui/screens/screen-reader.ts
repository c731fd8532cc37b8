import { PassThrough } from "node:stream";
import type { ReactElement } from "react";
import { expect } from "vitest";
import { ink } from "../../../src/ui/terminal.ts";
import { waitFor } from "../../support/runs.ts";

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
      await waitFor(() => expect(stdin.listenerCount("readable")).toBeGreaterThan(0));
      stdin.write(text);
    },
    hears: (text: string | RegExp) =>
      waitFor(() => {
        const all = lines().join("\n");
        if (typeof text === "string" ? !all.includes(text) : !text.test(all))
          throw new Error(`Never heard ${text}, but:\n${all}`);
      }),
    close: () => app.unmount(),
  };
}
