import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { openBrowser } from "../../cli/browser.ts";
import { sandboxControl } from "../../cli/sandbox/control.ts";
import type { RunningSandbox } from "../../config/running-sandboxes.ts";
import type { Context } from "../../context/context.ts";
import { newRequests, printer } from "./log.ts";

/** The keys while a sandbox runs on a terminal. */
export const liveKeys =
  "Keys: c clear, o open its page, a advance the clock by an hour, d decline the next payment, q quit.";

/**
 * Returns a function that prints the requests from now on to stderr, and on a terminal acts on keys, until the command is
 * stopped.
 */
export async function openLive(
  context: Context,
  { name, baseUrl }: RunningSandbox,
): Promise<() => Promise<void>> {
  const { streams, signal } = context;
  const control = await sandboxControl(context, { name });
  const print = printer({ streams: { stdout: streams.stderr }, format: "table" });
  const latest = (await control(sandbox.log, { limit: 1 })).requests?.at(-1)?.id ?? 0;
  const next = async (after: number) => {
    const { requests = [] } = await control(sandbox.queryLog, { after, limit: 1000 });
    // The control calls of this command and of others are not the shop's traffic.
    return (requests ?? []).filter(
      ({ path }) => !path?.startsWith("/__till/") || path.startsWith("/__till/pages"),
    );
  };
  return async () => {
    const stopKeys = readKeys(context, (key) => act(context, control, baseUrl, key));
    try {
      for await (const request of newRequests(next, latest, signal)) await print(request);
    } finally {
      stopKeys();
    }
  };
}

/** Calls `onKey` for each key that is pressed. Returns a function that gives the terminal back. */
function readKeys({ streams, stop, notice }: Context, onKey: (key: string) => Promise<void>): () => void {
  const stdin = streams.terminal?.stdin;
  if (stdin === undefined) return () => {};
  const read = (bytes: Buffer) => {
    for (const key of bytes.toString("utf8")) {
      // In raw mode, Ctrl-C is a key like any other.
      if (key === "\u0003" || key === "q") stop();
      else onKey(key).catch((error: Error) => notice(error.message));
    }
  };
  stdin.setRawMode(true);
  stdin.on("data", read);
  stdin.resume();
  return () => {
    stdin.off("data", read);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

async function act(context: Context, control: Call, baseUrl: string, key: string): Promise<void> {
  if (key === "c") await context.streams.stderr.write("\u001b[2J\u001b[H");
  else if (key === "o") {
    const page = `${baseUrl}/__till/pages/home`;
    await context.notice(`Opening ${page} in the browser.`);
    await openBrowser(page);
  } else if (key === "a") {
    const { now } = await control(sandbox.advance, { by: "1h" });
    await context.notice(`The clock shows ${now}.`);
  } else if (key === "d") {
    await control(sandbox.nextPayment, { outcome: "DECLINED" });
    await context.notice("The next payment is declined.");
  } else if (key === "?" || key === "h") await context.notice(liveKeys);
}
