import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

/** The password of added members and of the demo shop's members. */
const password = "till-demo-1";

/** Lists the sandbox's members, shows one with its internal state, or changes one. */
export async function run(
  context: Context,
  [action = "list", email]: string[],
  { factor: factors = [], ...target }: SandboxTarget & { factor?: string[] },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  if (action === "list") {
    const { members } = await control(sandbox.members, {});
    await context.print(members ?? [], {
      kind: "member",
      fields: {
        email: { grow: true },
        status: {},
        factors: { path: "factors", value: (one) => (one.factors ?? []).join(",") },
        id: {},
      },
      empty: "No members yet. Add one with: till sandbox members add ada@example.com",
    });
    return undefined;
  }
  if (email === undefined)
    throw new UsageError(`Missing email address: till sandbox members ${action} <email>`, { field: "email" });
  const member = await showOrChange(control, action, email, factors);
  if (action === "add") await context.notice(`The password is ${password}.`);
  await context.printRecord(member ?? {}, {
    kind: "member",
    byLabel: true,
    fields: {
      email: { value: (one) => `${one.email} (${one.emailVerified ? "verified" : "not verified"})` },
      status: { value: (one) => [one.status, ...(one.reasons ?? [])].join(" ") },
      id: {},
      phone: {},
      factors: { value: (one) => (one.factors ?? []).join(", ") || "none" },
      totpSecret: { path: "totp.secret", label: "TOTP secret" },
      currentTotpCode: { path: "totp.code", label: "Current TOTP code" },
    },
  });
  return undefined;
}

async function showOrChange(control: Call, action: string, email: string, factors: string[]) {
  if (action === "show") return (await control(sandbox.members, { email })).members?.[0];
  const given = { ...(action === "add" && { password }), ...(factors.length > 0 && { factors }) };
  return (await control(sandbox.changeMember, { action, email, ...given })).member;
}

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
export async function mail(
  context: Context,
  [action = "list", id]: string[],
  { to, limit, ...target }: MailOptions,
): Promise<ExitCode | undefined> {
  if (action === "clear" && (to ?? id) !== undefined) {
    throw new UsageError("clear deletes all messages and takes neither an address nor a message.", {
      field: to === undefined ? "message" : "--to",
    });
  }
  const control = await sandboxControl(context, target);
  if (action === "clear") {
    const { deleted } = await control(sandbox.clearMail, {});
    await context.notice(`Deleted ${deleted} ${deleted === 1 ? "message" : "messages"}.`);
    return undefined;
  }
  if (action !== "list" && action !== "show")
    throw new UsageError(`Invalid action "${action}": expected list, show or clear.`, { field: "action" });
  const maximum = action === "show" ? 1000 : limit;
  const { messages } = await control(sandbox.mail, { to: to || undefined, limit: maximum || undefined });
  if (action === "list") {
    await context.print(messages ?? [], {
      kind: "message",
      fields,
      list: "id at channel to text",
      empty: "No messages yet.",
    });
    return undefined;
  }
  const message = (messages ?? []).find((message) => id === undefined || message.id === id);
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
