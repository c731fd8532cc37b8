import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";

interface MailOptions {
  to?: string;
  limit?: number;
}

/** Shows the messages that the platform would have sent, one of them, or empties the mailbox. */
export async function run(
  context: Context,
  [action = "list", id]: string[],
  { to, limit }: MailOptions,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  if (action === "clear") {
    const { deleted } = await control.clearMail({});
    await context.notice(
      `The mailbox is empty; ${deleted} ${deleted === 1 ? "message" : "messages"} deleted.`,
    );
    return undefined;
  }
  if (action !== "list" && action !== "show")
    throw new UsageError(`Say list, show or clear, not "${action}".`, { field: "action" });
  const wanted = action === "show" ? 1000 : limit;
  const { messages } = await control.mail({ ...(to && { to }), ...(wanted && { limit: wanted }) });
  type Message = NonNullable<typeof messages>[number];
  const { streams, format, globals } = context;
  const view = { streams, format, kind: "message", fields: globals.fields };
  if (action === "list") {
    await renderList<Message>({
      ...view,
      columns: [
        column<Message>("ID", (one) => one.id ?? "", { path: "id" }),
        column<Message>("TIME", (one) => one.at ?? "", { path: "at" }),
        column<Message>("BY", (one) => one.channel ?? "", { path: "channel" }),
        column<Message>("TO", (one) => one.to ?? "", { path: "to" }),
        column<Message>("TEXT", (one) => one.text ?? "", { path: "text", grow: true }),
      ],
      rows: messages ?? [],
      empty: "No message yet.",
    });
    return undefined;
  }
  const message = (messages ?? []).find((one) => id === undefined || one.id === id);
  if (!message) {
    throw new TillError(
      exitCodes.notFound,
      id === undefined ? "No message yet." : `There is no message ${id}.`,
      {
        hint: "See them with: till sandbox mail",
      },
    );
  }
  await renderRecord<Message>({
    ...view,
    columns: [
      column<Message>("To", (one) => one.to ?? ""),
      column<Message>("By", (one) => one.channel ?? ""),
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
