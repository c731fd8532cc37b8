import { eachSite } from "../../bulk/queue/schedules.ts";
import { checkSubmittable } from "../../cli/jobs/submit.ts";
import type { Context } from "../../context/context.ts";
import type { ParsedLine } from "../../context/host.ts";
import { checkCommand, commandLinesOf } from "../../fleet/command-lines.ts";
import { readSites } from "../../fleet/sites.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Schedule, SchedulePlace } from "../../workers/schedule.ts";
import { checkBulk, refuseDryRun } from "../../workers/worker-schedules.ts";

/** Returns where a `till each` runs, which is checked as it would run now. Throws UsageError for what workers do not run. */
export async function placeOfEach(
  context: Context,
  { name }: Schedule,
  { args, options, globals }: ParsedLine,
): Promise<SchedulePlace> {
  const { sites: text = "", detach } = options as { sites?: string; detach?: boolean };
  refuseDryRun(options);
  if (text.startsWith("failed:"))
    throw new UsageError("The failed sites of a run are known to one computer only.", {
      field: "--sites",
      hint: "Name profiles, a group or a file.",
    });
  checkCommand(args);
  const there =
    globals.profile === undefined ? context : await context.elsewhere({ profile: globals.profile });
  const sites = await readSites(there, text);
  const line = await context.parse(commandLinesOf(args, sites)[0] ?? []);
  checkBulk(line);
  refuseDryRun(line.options);
  if (detach ?? line.options.detach)
    throw new UsageError("The worker that plans all sites also applies them.", {
      field: "--detach",
      hint: "Leave --detach out.",
    });
  const profiles = [...new Set(sites.map(({ profile }) => profile))];
  for (const profile of profiles)
    await checkSubmittable(await context.elsewhere({ profile }), "till schedule");
  return { site: eachSite(name), profile: text, profiles };
}
