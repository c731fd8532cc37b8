import type { ReactElement } from "react";
import { Line } from "../components/frame.tsx";
import { useKeys } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";

/** Waits for a key, so that the output before it can be read. */
export async function waitForKey(terminal: Terminal, signal: AbortSignal): Promise<void> {
  await mount<undefined>((answer) => <KeyPrompt onKey={() => answer(undefined)} />, terminal, { signal });
}

function KeyPrompt({ onKey }: { onKey(): void }): ReactElement {
  useKeys((keys) => {
    if (keys.some((key) => ["enter", "esc", "q", " "].includes(key))) onKey();
  });
  return <Line tone="dim" text="Press Enter to return to the list." />;
}
