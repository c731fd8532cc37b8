import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { ReactElement } from "react";
import { expect } from "vitest";
import { waitFor } from "../support/runs.ts";
import { open } from "./frame.tsx";

const sizes = [
  [60, 20],
  [80, 24],
  [120, 40],
  [200, 50],
] as const;

/** Renders a screen at each size and compares it with its files; `settled` matches when it is complete. */
export async function compare(
  name: string,
  element: ReactElement,
  {
    settled,
    prepare,
    unify = (text) => text,
  }: {
    settled: RegExp;
    prepare?(screen: ReturnType<typeof open>): Promise<void>;
    /** Replaces what depends on the speed of the computer. */
    unify?: (text: string) => string;
  },
): Promise<void> {
  const screen = open(element, ...sizes[0]);
  // Letters that were found are underlined, with and without colors.
  const lines = () => screen.lines().map(stripVTControlCharacters);
  try {
    await prepare?.(screen);
    for (const [columns, rows] of sizes) {
      screen.resize(columns, rows);
      await waitFor(() => {
        const frame = lines().join("\n");
        expect(frame).toMatch(settled);
        expect(frame).not.toMatch(/^(.*│ )?…$/m);
      });
      const drawn = `${lines()
        .map((line) => line.trimEnd())
        .join("\n")
        .trimEnd()}\n`;
      const text = unify(drawn);
      const file = resolve("tests/ui/captures", `${name}-${columns}.txt`);
      if (process.env.UPDATE) writeFileSync(file, text);
      expect.soft(text, file).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
    }
  } finally {
    screen.close();
  }
}
