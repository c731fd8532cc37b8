import { shortName } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { createTeller } from "./about.ts";
import { type Heard, printer } from "./feed.ts";
import { type Listener, type ListenOptions, openListener } from "./listener.ts";

/** Shows the embedded sandbox's events as they happen, and forwards them, until it is stopped. */
export async function run(
  context: Context,
  _args: string[],
  options: ListenOptions,
): Promise<ExitCode | undefined> {
  const listener = await openListener(context, options);
  const { address } = listener;
  let left: "quit" | "interrupted" | undefined;
  try {
    left = await onScreen(context, listener, options);
    if (left === undefined) {
      const print = printer(context);
      if (address !== undefined)
        await context.notice(
          `Forwarding to ${address}, from event ${listener.place() + 1} on. Stop with Ctrl-C.`,
        );
      // Of what is forwarded a line is printed with each answer.
      const tell = (heard: Heard) => (address !== undefined && !heard.answer ? undefined : print(heard));
      await listener.follow(tell, context.signal);
    }
    if (!options.once) await context.notice(farewell(listener));
  } finally {
    await listener.close();
  }
  const { signal } = context;
  if (left === "interrupted") return exitCodes.interrupted;
  if (!signal.aborted) return undefined;
  return signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}

/** Shows the live screen, where there is a terminal for it, until it is left; undefined where there is none. */
async function onScreen(
  context: Context,
  listener: Listener,
  { once }: ListenOptions,
): Promise<"quit" | "interrupted" | undefined> {
  const { streams, format, globals, signal } = context;
  const { terminal } = streams;
  if (!terminal || once || globals.quiet || format !== "table") return undefined;
  const { showFeed } = await import("../../ui/screens/webhook-feed.tsx");
  const { profile } = await context.site();
  const about = createTeller();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const failed = Promise.withResolvers<never>();
  // Whoever waits for the listener hears of it; until then it is nobody's.
  failed.promise.catch(() => {});
  let tell: (heard: Heard) => void = () => {};
  return await showFeed(
    { ...terminal, colour: streams.stderr.colour },
    {
      target: { profile, live: false },
      address: listener.address,
      resend: (seq) =>
        void listener
          .resend(seq, (heard) => tell(heard), until)
          .catch((error) => {
            if (!until.aborted) failed.reject(error);
          }),
      async listen(show, screenGone) {
        screenGone.addEventListener("abort", () => over.abort(screenGone.reason));
        tell = ({ event, answer }) => {
          const { seq, at, type, entityId } = event;
          if (answer) show({ type: "answered", seq, answer });
          else
            show({
              type: "heard",
              event: { seq, at, topic: shortName(type), entity: entityId, what: about(event) },
            });
        };
        await Promise.race([listener.follow(tell, until), failed.promise]);
      },
    },
  );
}

function farewell(listener: Listener): string {
  const next = listener.place() + 1;
  return listener.address === undefined
    ? `Stopped. To go on from here: --from ${next - 1}`
    : `Stopped. The next start with the same address and topics goes on with event ${next}.`;
}
