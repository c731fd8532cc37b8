import { shellWord } from "../kernel/command-line.ts";
import { minute } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { localTimeOf } from "../kernel/zoned-time.ts";
import type { Program } from "./program.ts";
import type { Schedule } from "./schedule.ts";
import { isSameZone, roundedUp } from "./timers.ts";

/** Returns the line for crontab, with the time zone above it if it is not the computer's own. */
export function crontabLines(
  { name, when, timeZone, line }: Schedule,
  { program, cwd, environment }: Program,
  ownZone: string,
): string[] {
  const once = "at" in when ? localTimeOf(roundedUp(when.at, minute), ownZone) : "";
  const command = [
    `cd ${shellWord(cwd)} &&`,
    ...("at" in when ? [`[ "$(date +%Y)" = ${once.slice(0, 4)} ] &&`] : []),
    ...Object.entries(environment).map(([key, value]) => `${key}=${shellWord(value)}`),
    ...[...program, ...line].map((word) => shellWord(word)),
  ].join(" ");
  if (/[\r\n]/.test(command)) {
    throw new UsageError("A line break cannot be part of a crontab line.", { field: "command" });
  }
  const zone = "cron" in when && !isSameZone(timeZone, ownZone) ? [`CRON_TZ=${timeZone}`] : [];
  const times = "cron" in when ? plainSteps(when.cron) : cronOf(once);
  // In a crontab, a percent sign ends the command.
  return [...zone, `${times} ${command.replaceAll("%", "\\%")} # till: ${name}`];
}

/** The last values of the fields of a cron expression. */
const lastValues = [59, 23, 31, 12, 7];

/** Returns a cron expression without steps behind one value, which Vixie cron ignores: `5-59/15` for `5/15`. */
const plainSteps = (cron: string): string =>
  cron
    .trim()
    .split(/\s+/)
    .map((field, index) => field.replace(/(?<=^|,)(\w+)\//g, `$1-${lastValues[index]}/`))
    .join(" ");

/** Returns the minute of a local time as a cron expression, without the year. */
function cronOf(local: string): string {
  const [, month, day, hour, minute] = local.split(/[-T:]/).map(Number);
  return `${minute} ${hour} ${day} ${month} *`;
}
