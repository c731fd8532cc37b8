import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { changeMembers } from "./members.ts";

/** Takes products out of a collection. */
export async function run(context: Context, args: string[]): Promise<ExitCode | undefined> {
  await changeMembers(context, args, "remove");
  return undefined;
}
