import { type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";

interface MailOptions extends SandboxTarget {
  to?: string;
  limit?: number;
}

/** Lists the sandbox's messages, shows one, or deletes all. */
export async function run(
  context: Context,
  [action = "list", id]: string[],
  { to, limit, ...target }: MailOptions,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  if (action === "clear") {
    const { deleted } = await control.clearMail({});
    await context.notice(`Deleted ${deleted} ${deleted === 1 ? "message" : "messages"}.`);
    return undefined;
  }
  if (action !== "list" && action !== "show")
    throw new UsageError(`Invalid action "${action}": expected list, show or clear.`, { field: "action" });
  const maximum = action === "show" ? 1000 : limit;
  const { messages } = await control.mail({ ...(to && { to }), ...(maximum && { limit: maximum }) });
  type Message = NonNullable<typeof messages>[number];
  const { streams, format, globals } = context;
  const view = { streams, format, kind: "message", fields: globals.fields };
  if (action === "list") {
    await renderList<Message>({
      ...view,
      columns: [
        column<Message>("ID", (one) => one.id ?? "", { path: "id" }),
        column<Message>("TIME", (one) => one.at ?? "", { path: "at" }),
        column<Message>("CHANNEL", (one) => one.channel ?? "", { path: "channel" }),
        column<Message>("TO", (one) => one.to ?? "", { path: "to" }),
        column<Message>("TEXT", (one) => one.text ?? "", { path: "text", grow: true }),
      ],
      rows: messages ?? [],
      empty: "No messages yet.",
    });
    return undefined;
  }
  const message = (messages ?? []).find((one) => id === undefined || one.id === id);
  if (!message) {
    throw new TillError(
      exitCodes.notFound,
      id === undefined ? "No messages yet." : `Unknown message ${id}.`,
      {
        hint: "List all messages: till sandbox mail",
      },
    );
  }
  await renderRecord<Message>({
    ...view,
    columns: [
      column<Message>("To", (one) => one.to ?? ""),
      column<Message>("Channel", (one) => one.channel ?? ""),
      column<Message>("Sent", (one) => one.at ?? ""),
      column<Message>("Subject", (one) => one.subject ?? ""),
      column<Message>("Text", (one) => one.text ?? ""),
      column<Message>("Code", (one) => one.code ?? ""),
      column<Message>("Link", (one) => one.link ?? ""),
    ],
    record: message,
  });
  return undefined;
}
