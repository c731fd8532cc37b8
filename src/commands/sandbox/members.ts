import { type SandboxControl, type SandboxTarget, sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** The password of added members and of the demo shop's members. */
const password = "till-demo-1";

/** Lists the sandbox's members, shows one with its internal state, or changes one. */
export async function run(
  context: Context,
  [action = "list", email]: string[],
  { factor: factors = [], ...target }: SandboxTarget & { factor?: string[] },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const { streams, format, globals } = context;
  const view = { streams, format, kind: "member", fields: globals.fields };
  if (action === "list") {
    const { members } = await control.members({});
    type Member = NonNullable<typeof members>[number];
    await renderList<Member>({
      ...view,
      columns: [
        column<Member>("EMAIL", (one) => one.email ?? "", { path: "email", grow: true }),
        column<Member>("STATUS", (one) => one.status ?? "", { path: "status" }),
        column<Member>("FACTORS", (one) => (one.factors ?? []).join(","), { path: "factors" }),
        column<Member>("ID", (one) => one.id ?? "", { path: "id" }),
      ],
      rows: members ?? [],
      empty: "No members yet. Add one with: till sandbox members add ada@example.com",
    });
    return undefined;
  }
  if (email === undefined)
    throw new UsageError(`Missing email address: till sandbox members ${action} <email>`, { field: "email" });
  const member = await showOrChange(control, action, email, factors);
  if (action === "add") await context.notice(`The password is ${password}.`);
  type Member = NonNullable<typeof member>;
  await renderRecord<Member>({
    ...view,
    columns: [
      column<Member>("Email", (one) => `${one.email} (${one.emailVerified ? "verified" : "not verified"})`),
      column<Member>("Status", (one) => [one.status, ...(one.reasons ?? [])].join(" ")),
      column<Member>("Id", (one) => one.id ?? ""),
      column<Member>("Phone", (one) => one.phone ?? ""),
      column<Member>("Factors", (one) => (one.factors ?? []).join(", ") || "none"),
      column<Member>("TOTP secret", (one) => one.totp?.secret ?? ""),
      column<Member>("Current TOTP code", (one) => one.totp?.code ?? ""),
    ],
    record: member ?? {},
  });
  return undefined;
}

async function showOrChange(control: SandboxControl, action: string, email: string, factors: string[]) {
  if (action === "show") return (await control.members({ email })).members?.[0];
  const given = { ...(action === "add" && { password }), ...(factors.length > 0 && { factors }) };
  return (await control.changeMember({ action, email, ...given })).member;
}
