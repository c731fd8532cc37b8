import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { eventCall, findEvent, readGroups } from "../../resources/events/read.ts";
import { printEvent, shownGroups } from "./show.ts";

/** Prints one event, found by id or slug. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { groups }: { groups?: string },
): Promise<ExitCode | undefined> {
  const asked = readGroups(groups);
  const call = await eventCall(context);
  await printEvent(context, await findEvent(call, reference, asked.length > 0 ? asked : shownGroups));
  return undefined;
}
