import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { changeMembers } from "./members.ts";

/** Takes products out of a collection. */
export async function run(context: Context, args: string[]): Promise<ExitCode | undefined> {
  await changeMembers(context, args, "remove");
  return undefined;
}
