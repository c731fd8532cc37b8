import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { confirm } from "../ask.ts";
import { controlOf, countWords } from "../sandbox-control.ts";

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
  await context.notice("The sandbox is empty.");
  return undefined;
}
