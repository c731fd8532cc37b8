import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { changeMembers } from "./members.ts";

/** Puts products into a collection. */
export async function run(context: Context, args: string[]): Promise<ExitCode | undefined> {
  await changeMembers(context, args, "add");
  return undefined;
}
