import { confirm } from "../../cli/confirm.ts";
import { duration } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";

/** Deletes the records of finished jobs, which cannot be undone afterwards. */
export async function run(
  context: Context,
  _args: string[],
  { olderThan, yes }: { olderThan: string | number; yes?: boolean },
): Promise<ExitCode | undefined> {
  const age = typeof olderThan === "number" ? olderThan : duration("--older-than")(olderThan);
  await confirm(context, "Delete the records of finished jobs? They cannot be undone afterwards.", yes, {
    local: true,
  });
  const before = new Date(context.now().getTime() - age);
  const inUse: string[] = [];
  const jobs = await context.jobs();
  const removed = await jobs.prune(before, (id) => inUse.push(id));
  if (inUse.length > 0) {
    await context.notice(
      `Another program has the records of these jobs open, so they were kept: ${inUse.join(", ")}.`,
    );
  }
  if (context.format !== "table") await context.printRecord({ removed }, { kind: "removedJobs", fields: {} });
  else await context.notice(`Deleted the records of ${countOf(removed.length, "job")}.`);
  return undefined;
}
