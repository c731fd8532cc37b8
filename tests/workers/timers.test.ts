import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { launchd } from "../../src/workers/launchd.ts";
import type { Program } from "../../src/workers/program.ts";
import type { Schedule } from "../../src/workers/schedule.ts";
import { systemd } from "../../src/workers/systemd.ts";
import { windowsTask as task } from "../../src/workers/windows-task.ts";

const program: Program = {
  program: ["/usr/bin/node", "/opt/till & co/till.js"],
  cwd: "/srv/50% off",
  environment: { TILL_HOME: "/srv/a b" },
};
const systems = { systemd, launchd, task };
const place = { folder: "/timers", ownZone: "Europe/Berlin", user: 501 };

function timer(kind: keyof typeof systems, when: string | Date, given: Partial<Program> = {}) {
  const schedule: Schedule = {
    name: "nightly",
    when: typeof when === "string" ? { cron: when } : { at: when },
    timeZone: place.ownZone,
    line: ["schedule", "run", "nightly", "--due"],
  };
  return systems[kind].timer(schedule, { ...program, ...given }, place);
}

const text = (...given: Parameters<typeof timer>) => timer(...given).files[0]?.text ?? "";
const count = (source: string, part: string) => source.split(part).length - 1;

test("a timer of systemd makes up for missed runs, and is stopped before its files are deleted", () => {
  const { files, start } = timer("systemd", "0 6 * * *");
  expect(files.map(({ path }) => path)).toEqual([
    "/timers/till-nightly.service",
    "/timers/till-nightly.timer",
  ]);
  expect(files[0]?.text).toContain(
    'ExecStart=/usr/bin/node "/opt/till & co/till.js" schedule run nightly --due\n',
  );
  expect(files[1]?.text).toContain(
    "OnCalendar=*-*-* 06:00:00 Europe/Berlin\nAccuracySec=1s\nPersistent=true\n",
  );
  expect(start.at(-1)).toEqual(["systemctl", "--user", "enable", "--now", "till-nightly.timer"]);
  expect(systemd.removal("nightly", place)).toEqual({
    stop: [["systemctl", "--user", "disable", "--now", "till-nightly.timer"]],
    files: files.map(({ path }) => path),
  });
});

test("an agent of launchd has each argument, the folder and the environment, escaped for XML", () => {
  const list = text("launchd", "30 6 * * *");
  expect(list).toContain("<key>Label</key><string>till.nightly</string>");
  expect(list).toContain("<string>/opt/till &#38; co/till.js</string>\n    <string>schedule</string>");
  expect(list).toContain("<key>WorkingDirectory</key><string>/srv/50% off</string>");
  expect(list).toContain("<key>TILL_HOME</key><string>/srv/a b</string>");
  expect(list).toContain(
    "<dict><key>Hour</key><integer>6</integer><key>Minute</key><integer>30</integer></dict>",
  );
  expect(timer("launchd", "0 6 * * *").start).toEqual([
    ["launchctl", "bootstrap", "gui/501", "/timers/till.nightly.plist"],
  ]);
});

test("an agent of launchd is a property list that an XML parser reads", () => {
  const awkward = {
    program: ["/usr/bin/node", "/Apps/Till & Söhne's <x>.app/till.js"],
    cwd: '/Users/Ka\u0308the/"50 %"',
  };
  expect(propertiesOf(text("launchd", "*/30 8 * * 0,5", awkward))).toEqual({
    Label: "till.nightly",
    ProgramArguments: [...awkward.program, "schedule", "run", "nightly", "--due"],
    WorkingDirectory: awkward.cwd,
    EnvironmentVariables: { TILL_HOME: "/srv/a b" },
    StartCalendarInterval: [0, 5].flatMap((Weekday) =>
      [0, 30].map((Minute) => ({ Weekday, Hour: 8, Minute })),
    ),
  });
});

/** Returns what a property list contains. Throws for text that is not XML, and for elements that are not of property lists. */
function propertiesOf(source: string): unknown {
  type Open = { name: string; text: string; items: unknown[] };
  const open: Open[] = [];
  const parser = new SaxesParser();
  const top = (): Open => open.at(-1) as Open;
  let result: unknown;
  parser.on("opentag", ({ name }) => open.push({ name, text: "", items: [] }));
  parser.on("text", (part) => {
    if (open.length > 0) top().text += part;
  });
  parser.on("closetag", () => {
    const { name, text, items } = open.pop() as Open;
    const pairs = () => items.flatMap((key, at) => (at % 2 === 0 ? [[key, items[at + 1]]] : []));
    const values: Record<string, () => unknown> = {
      plist: () => items[0],
      dict: () => Object.fromEntries(pairs()),
      array: () => items,
      key: () => text,
      string: () => text,
      integer: () => Number(text),
    };
    const value = values[name]?.();
    if (open.length > 0) top().items.push(value);
    else result = value;
  });
  parser.write(source).close();
  return result;
}

test.each([
  ["* * * * *", 1, "<dict></dict>"],
  ["*/30 8,9 * * 1-5", 20, "<key>Weekday</key><integer>5</integer><key>Hour</key><integer>9</integer>"],
  ["0 0 13 * 5", 2, "<dict><key>Weekday</key><integer>5</integer><key>Hour</key>"],
  ["0 0 1 1,7 *", 2, "<key>Month</key><integer>7</integer><key>Day</key><integer>1</integer>"],
])("%s has %i entries in launchd's calendar", (cron, entries, entry) => {
  const list = text("launchd", cron);
  expect(count(list, "<dict>") - 2).toBe(entries);
  expect(list).toContain(entry);
});

test("a single time is that of the computer for launchd, and absolute for Windows", () => {
  const at = new Date("2026-12-31T23:30Z");
  expect(text("launchd", at)).toContain(
    "<dict><key>Month</key><integer>1</integer><key>Day</key><integer>1</integer><key>Hour</key><integer>0</integer><key>Minute</key><integer>30</integer></dict>",
  );
  expect(text("task", at)).toContain(
    "<TimeTrigger><StartBoundary>2026-12-31T23:30:00Z</StartBoundary></TimeTrigger>",
  );
});

test("a task of Windows sets the environment with cmd.exe, quotes every word, and runs later if it was missed", () => {
  const xml = text("task", "0 6 * * *");
  expect(xml).toContain("<Command>cmd.exe</Command>");
  expect(xml).toContain(
    "<Arguments>/d /s /c &#34;set &#34;TILL_HOME=/srv/a b&#34;&#38;&#38; /usr/bin/node &#34;/opt/till &#38; co/till.js&#34; schedule run nightly --due&#34;</Arguments>",
  );
  expect(xml).toContain("<StartWhenAvailable>true</StartWhenAvailable>");
  const spaced = text("task", "0 6 * * *", {
    environment: {},
    program: ["C:\\Program Files\\nodejs\\node.exe", "till.js"],
  });
  expect(spaced).toContain("<Command>C:\\Program Files\\nodejs\\node.exe</Command>");
  expect(spaced).toContain("<Arguments>till.js schedule run nightly --due</Arguments>");
});

test.each([
  ["0 6 * * *", 1, "T06:00:00</StartBoundary><ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>"],
  [
    "*/15 * * * *",
    1,
    "<Interval>PT15M</Interval><Duration>P1D</Duration></Repetition><StartBoundary>2026-01-01T00:00:00",
  ],
  ["0 6,18 * * 1,7", 2, "<DaysOfWeek><Sunday/><Monday/></DaysOfWeek></ScheduleByWeek>"],
  [
    "0 0 1 1,7 *",
    1,
    "<DaysOfMonth><Day>1</Day></DaysOfMonth><Months><January/><July/></Months></ScheduleByMonth>",
  ],
  ["0 0 13 * 5", 2, "<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><Friday/></DaysOfWeek>"],
  [
    "0 0 * 12 5",
    1,
    "<Week>Last</Week></Weeks><DaysOfWeek><Friday/></DaysOfWeek><Months><December/></Months>",
  ],
])("%s has %i triggers in a task of Windows", (cron, triggers, part) => {
  const xml = text("task", cron);
  expect(count(xml, "<CalendarTrigger>")).toBe(triggers);
  expect(xml).toContain(part);
});

test("times that a system does not know are refused", () => {
  expect(() => text("task", "*/7 * * * *")).toThrow("too many for this system");
  const tokyo: Schedule = { name: "a", when: { cron: "0 6 * * *" }, timeZone: "Asia/Tokyo", line: [] };
  for (const system of [launchd, task])
    expect(() => system.timer(tokyo, program, place)).toThrow(
      "runs in the time zone of this computer, Europe/Berlin",
    );
  expect(systemd.timer(tokyo, program, place).files[1]?.text).toContain("Asia/Tokyo");
});

test("the computer's time zone may have another name", () => {
  const kolkata: Schedule = { name: "a", when: { cron: "0 6 * * *" }, timeZone: "Asia/Kolkata", line: [] };
  for (const system of [launchd, task])
    expect(() => system.timer(kolkata, program, { ...place, ownZone: "Asia/Calcutta" })).not.toThrow();
});

test.each(["launchd", "task"] as const)(
  "days that match both fields are refused for %s, which runs on more",
  (kind) => {
    for (const cron of ["0 6 */10 * mon", "0 6 1-7 * */2"])
      expect(() => text(kind, cron)).toThrow(
        "cannot run on days that match both day of the month and weekday",
      );
    for (const cron of ["0 6 */1 * mon", "0 6 1-7 * *", "0 6 13 * 5"]) expect(text(kind, cron)).not.toBe("");
  },
);

test("a single time with seconds is not before it where a timer has minutes", () => {
  const at = new Date("2026-12-31T23:29:00.500Z");
  expect(text("launchd", at)).toContain("<key>Minute</key><integer>30</integer>");
  expect(text("task", at)).toContain("<StartBoundary>2026-12-31T23:29:01Z</StartBoundary>");
  expect(timer("systemd", at).files[1]?.text).toContain("OnCalendar=2027-01-01 00:29:01 Europe/Berlin\n");
});
