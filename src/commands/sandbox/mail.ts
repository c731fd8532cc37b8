import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

interface MailOptions extends SandboxTarget {
  to?: string;
  limit?: number;
}

const fields = {
  id: {},
  at: { label: "Sent", heading: "TIME" },
  channel: {},
  to: {},
  text: { grow: true },
  subject: {},
  code: {},
  link: {},
};

/** Lists the sandbox's messages, shows one, or deletes all. */
export async function run(
  context: Context,
  [action = "list", id]: string[],
  { to, limit, ...target }: MailOptions,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  if (action === "clear") {
    const { deleted } = await control(sandbox.clearMail, {});
    await context.notice(`Deleted ${deleted} ${deleted === 1 ? "message" : "messages"}.`);
    return undefined;
  }
  if (action !== "list" && action !== "show")
    throw new UsageError(`Invalid action "${action}": expected list, show or clear.`, { field: "action" });
  const maximum = action === "show" ? 1000 : limit;
  const { messages } = await control(sandbox.mail, { ...(to && { to }), ...(maximum && { limit: maximum }) });
  if (action === "list") {
    await context.print(messages ?? [], {
      kind: "message",
      fields,
      list: "id at channel to text",
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
  await context.printRecord(message, {
    kind: "message",
    byLabel: true,
    fields,
    list: "to channel at subject text code link",
  });
  return undefined;
}
