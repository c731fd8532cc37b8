import { render } from "ink-testing-library";
import type { ReactElement } from "react";
import { expect } from "vitest";
import { Box, SizeContext } from "../../src/ui/terminal.ts";
import { waitFor } from "../support/runs.ts";

/** Renders a component in a window of a given size. Returns its last frame and a function that sends keys. */
export function open(element: ReactElement, columns = 80, rows = 24) {
  const inWindow = (width: number, height: number) => (
    <SizeContext value={{ columns: width, rows: height }}>
      <Box width={width} flexDirection="column">
        {element}
      </Box>
    </SizeContext>
  );
  const app = render(inWindow(columns, rows));
  // The window of the test renderer has 100 columns.
  const setWidth = (width: number) => {
    Object.defineProperty(app.stdout, "columns", { value: width, configurable: true });
    app.stdout.emit("resize");
  };
  setWidth(columns);
  const lines = () => (app.lastFrame() ?? "").split("\n");
  return {
    lines,
    /** Changes the size of the window. */
    resize(width: number, height: number) {
      setWidth(width);
      app.rerender(inWindow(width, height));
    },
    async type(...pieces: string[]) {
      // The component receives keys only after the effects of the first frame.
      await waitFor(() => expect(app.stdin.listenerCount("readable")).toBe(1));
      for (const piece of pieces) app.stdin.write(piece);
    },
    /** Waits until these lines are rendered. */
    shows: (expected: unknown[]) => waitFor(() => expect(lines()).toEqual(expected)),
    close: () => app.unmount(),
  };
}

/** Returns lines without the frame around them, which has a blank on its inside on pages. */
export function withoutFrame(lines: readonly string[]): string[] {
  return lines.map((line) => (line.startsWith("│") ? line.replace(/^│ ?/, "").replace(/ *│$/, "") : line));
}

/** Returns the frame of a component that does not change. */
export function linesOf(element: ReactElement, columns = 80, rows = 24): string[] {
  const app = open(element, columns, rows);
  const lines = app.lines();
  app.close();
  return lines;
}
