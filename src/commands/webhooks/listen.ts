import { shortName } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { createEventPrinter, type FeedEntry } from "./event-printer.ts";
import { createSummarizer } from "./event-summary.ts";
import { type Listener, type ListenOptions, openListener } from "./listener.ts";

/** Shows and forwards the embedded sandbox's events until stopped. */
export async function run(
  context: Context,
  _args: string[],
  options: ListenOptions,
): Promise<ExitCode | undefined> {
  const listener = await openListener(context, options);
  const { url } = listener;
  let outcome: "quit" | "interrupted" | undefined;
  try {
    outcome = await showScreen(context, listener, options);
    if (outcome === undefined) {
      const print = createEventPrinter(context);
      if (url !== undefined)
        await context.notice(
          `Forwarding to ${url}, from event ${listener.position() + 1} on. Press Ctrl-C to stop.`,
        );
      // With forwarding, an event is printed once per delivery attempt instead.
      const onEntry = (entry: FeedEntry) => (url !== undefined && !entry.answer ? undefined : print(entry));
      await listener.follow(onEntry, context.signal);
    }
    if (!options.once) await context.notice(stopMessage(listener));
  } finally {
    await listener.close();
  }
  const { signal } = context;
  if (outcome === "interrupted") return exitCodes.interrupted;
  if (!signal.aborted) return undefined;
  return signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}

/** Shows the live screen until the user leaves it. Returns undefined without a suitable terminal. */
async function showScreen(
  context: Context,
  listener: Listener,
  { once }: ListenOptions,
): Promise<"quit" | "interrupted" | undefined> {
  const { streams, format, globals, signal } = context;
  const { terminal } = streams;
  if (!terminal || once || globals.quiet || format !== "table") return undefined;
  const { showFeed } = await import("../../ui/screens/webhook-feed.tsx");
  const { profile } = await context.site();
  const summarize = createSummarizer();
  const done = new AbortController();
  const combined = AbortSignal.any([signal, done.signal]);
  const failed = Promise.withResolvers<never>();
  // Handled by Promise.race below; this prevents an unhandled rejection until then.
  failed.promise.catch(() => {});
  let onEntry: (entry: FeedEntry) => void = () => {};
  return await showFeed(
    { ...terminal, colour: streams.stderr.colour },
    {
      target: { profile, live: false },
      address: listener.url,
      resend: (seq) =>
        void listener
          .resend(seq, (entry) => onEntry(entry), combined)
          .catch((error) => {
            if (!combined.aborted) failed.reject(error);
          }),
      async listen(show, screenClosed) {
        screenClosed.addEventListener("abort", () => done.abort(screenClosed.reason));
        onEntry = ({ event, answer }) => {
          const { seq, at, type, entityId } = event;
          if (answer) show({ type: "delivered", seq, delivery: answer });
          else
            show({
              type: "received",
              event: {
                seq,
                at,
                topic: shortName(type),
                entity: entityId,
                what: summarize(event),
                payload: event.payload,
              },
            });
        };
        await Promise.race([listener.follow(onEntry, combined), failed.promise]);
      },
    },
  );
}

function stopMessage(listener: Listener): string {
  const position = listener.position();
  return listener.url === undefined
    ? `Stopped. To continue from here, use --from ${position}.`
    : `Stopped. The next run with the same URL and topics continues with event ${position + 1}.`;
}
