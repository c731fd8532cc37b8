import { confirm } from "../../cli/ask.ts";
import { controlOf, countWords } from "../../cli/sandbox-control.ts";
import { forgetKept } from "../../cli/sign-in/keeping.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Empties the sandbox, after a question. */
export async function run(
  context: Context,
  _args: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const control = await controlOf(context);
  const { counts } = await control.status({});
  await confirm(context, `Empty the sandbox? It holds ${countWords(counts)}.`, yes);
  await control.reset({});
  // Who was signed in is gone with the sandbox's members and visitors.
  const { key } = await context.choices.profile();
  const forgotten = await forgetKept(context, key, ["member", "visitor", "pending"]);
  const ended = forgotten.includes("member") ? " Whoever was signed in is signed out." : "";
  await context.notice(`The sandbox is empty.${ended}`);
  return undefined;
}
