import type { Context } from "../../context/context.ts";
import type { ParsedLine } from "../../context/host.ts";
import { shellWord } from "../../kernel/command-line.ts";
import { jsonText } from "../../output/json.ts";
import { printNext, type Schedule, timesAfter } from "./schedule.ts";
import { crontabLines, programOf, systemdUnits, unitFolder } from "./units.ts";

/** The time zone of this computer, by which cron goes. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Without a shared journal no worker runs schedules: these are the lines for cron and systemd, which do. */
const localNote =
  "There is no shared journal (setting journal), so no worker runs schedules. cron or systemd on this computer can:";

/** Prints the lines for cron and systemd that run a schedule. */
export async function printLocal(context: Context, schedule: Schedule, parsed: ParsedLine): Promise<void> {
  const program = await programOf(context);
  const named = { ...schedule, line: await withProfile(context, schedule.line, parsed) };
  const crontab = crontabLines(named, program, ownZone());
  const units = systemdUnits(named, program);
  const folder = unitFolder(context);
  const next = timesAfter(schedule, context.now(), 3);
  const { stdout } = context.streams;
  if (context.globals.json || context.format === "json") {
    const { name, when, timeZone, line } = named;
    const record = {
      _kind: "schedule",
      name,
      ...when,
      timeZone,
      line,
      next,
      crontab,
      systemd: { folder, units },
    };
    await stdout.write(`${jsonText(record)}\n`);
    return;
  }
  await context.notice(localNote);
  await printNext(context, schedule, next);
  const parts = [
    ["# cron: add to crontab -e", ...crontab].join("\n"),
    ...units.map(({ name, text }) => `# systemd: ${folder}/${name}\n${text.trimEnd()}`),
    `# then: systemctl --user daemon-reload && systemctl --user enable --now till-${schedule.name}.timer`,
  ];
  await stdout.write(`${parts.join("\n\n")}\n`);
  if (crontab.length > 1)
    await context.notice(
      "CRON_TZ is known to cronie (Fedora, RHEL, Arch), not to the cron of Debian and Ubuntu: use systemd there.",
    );
}

/** Adds the profile in use to a command line that names none. */
async function withProfile(
  context: Context,
  line: readonly string[],
  { globals }: ParsedLine,
): Promise<readonly string[]> {
  const { name, origins } = await context.profile();
  if (globals.profile !== undefined || origins.name?.source === "environment") return line;
  const dashes = line.indexOf("--");
  const end = dashes < 0 ? line.length : dashes;
  return [...line.slice(0, end), "--profile", name, ...line.slice(end)];
}

/** Prints the commands that list, remove or run the schedules of cron and systemd. */
export async function printLocalCommands(
  context: Context,
  act: "list" | "remove" | "run-now",
  name?: string,
): Promise<void> {
  const unit = `till-${name}`;
  const marked = shellWord(`# till: ${name}`).replace(/'$/, "$$'");
  const folder = unitFolder(context);
  const commands = {
    list: { cron: "crontab -l | grep '# till: '", systemd: "systemctl --user list-timers --all 'till-*'" },
    remove: {
      cron: `crontab -l | grep -v ${marked} | crontab -`,
      systemd: `systemctl --user disable --now ${unit}.timer && rm ${folder}/${unit}.timer ${folder}/${unit}.service`,
    },
    "run-now": {
      cron: `crontab -l | grep ${marked} | cut -d ' ' -f 6- | sed 's/\\\\%/%/g' | sh`,
      systemd: `systemctl --user start ${unit}.service`,
    },
  }[act];
  const { stdout } = context.streams;
  if (context.globals.json || context.format === "json") {
    await stdout.write(
      `${jsonText({ _kind: "schedule-commands", ...(name !== undefined && { name }), ...commands })}\n`,
    );
    return;
  }
  await context.notice(localNote);
  await stdout.write(`# cron\n${commands.cron}\n\n# systemd\n${commands.systemd}\n`);
}
