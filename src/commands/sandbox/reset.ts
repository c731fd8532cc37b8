import { confirm } from "../../cli/confirm.ts";
import { describeCounts, sandboxControl } from "../../cli/sandbox-control.ts";
import { removeCredentials } from "../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Empties the sandbox, after a question. */
export async function run(
  context: Context,
  _args: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  const { counts } = await control.status({});
  await confirm(context, `Empty the sandbox? It holds ${describeCounts(counts)}.`, yes);
  await control.reset({});
  // Who was signed in is gone with the sandbox's members and visitors.
  const { key } = await context.choices.profile();
  const forgotten = await removeCredentials(context, key, ["member", "visitor", "pending"]);
  const ended = forgotten.includes("member") ? " Whoever was signed in is signed out." : "";
  await context.notice(`The sandbox is empty.${ended}`);
  return undefined;
}
