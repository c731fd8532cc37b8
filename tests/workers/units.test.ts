import { expect, test } from "vitest";
import { parseCron } from "../../src/kernel/cron.ts";
import { crontabLines } from "../../src/workers/crontab.ts";
import type { Program } from "../../src/workers/program.ts";
import type { Schedule } from "../../src/workers/schedule.ts";
import { calendarOf, systemdUnits } from "../../src/workers/systemd.ts";

const program: Program = {
  program: ["/usr/bin/node", "/opt/till's/till.js"],
  cwd: "/srv/50% off",
  environment: {},
};
const nightly: Schedule = {
  name: "nightly",
  when: { cron: "0 6 * * *" },
  timeZone: "UTC",
  line: ["products", "update", "--filter", `name = "it's $HOME \\"`, "--set", "price=+10%"],
};

test("a crontab line escapes percent signs and quotes every word", () => {
  expect(crontabLines(nightly, { ...program, environment: { TILL_HOME: "/srv/a b" } }, "UTC")).toEqual([
    `0 6 * * * cd '/srv/50\\% off' && TILL_HOME='/srv/a b' /usr/bin/node "/opt/till's/till.js" products update --filter 'name = "it'\\''s $HOME \\"' --set price=+10\\% # till: nightly`,
  ]);
});

test.each([
  ["5/15 8/4 1/10 feb/3 mon/2", "5-59/15 8-23/4 1-31/10 feb-12/3 mon-7/2"],
  ["*/5,7 0-8/2 * * 1-5", "*/5,7 0-8/2 * * 1-5"],
  ["1,2/20  6 * * *", "1,2-59/20 6 * * *"],
])("a crontab line has %s as old versions of cron read it", (cron, times) => {
  const [line] = crontabLines({ ...nightly, when: { cron } }, program, "UTC");
  expect(line).toMatch(`${times} cd `);
  expect(parseCron(times)).toEqual({ ...parseCron(cron), text: times });
});

test("a schedule in another time zone has a line CRON_TZ above it", () => {
  expect(crontabLines({ ...nightly, timeZone: "Europe/Berlin" }, program, "UTC")[0]).toBe(
    "CRON_TZ=Europe/Berlin",
  );
});

test("a single run is converted to the computer's time zone and checks the year, which cron does not support", () => {
  const xmas = { ...nightly, when: { at: new Date("2026-12-31T23:30Z") }, line: ["apply", "sale.ndjson"] };
  const [line] = crontabLines(xmas, { ...program, cwd: "/srv" }, "Europe/Berlin");
  expect(line).toMatch(/^30 0 1 1 \* cd \/srv && \[ "\$\(date \+\\%Y\)" = 2027 \] && /);
});

test("a single time with seconds is not before it in a crontab, which has minutes", () => {
  const [line] = crontabLines(
    { ...nightly, when: { at: new Date("2026-12-31T23:29:00.500Z") } },
    program,
    "Europe/Berlin",
  );
  expect(line).toMatch(/^30 0 1 1 \* .* = 2027 \] /);
});

test("the computer's time zone may have another name in a crontab", () => {
  const lines = crontabLines({ ...nightly, timeZone: "Asia/Kolkata" }, program, "Asia/Calcutta");
  expect(lines).toEqual([expect.stringMatching(/^0 6 \* \* \* /)]);
});

test("a line break is refused for cron", () => {
  expect(() => crontabLines({ ...nightly, line: ["a\nb"] }, program, "UTC")).toThrow("A line break");
});

test("systemd units escape specifiers, variables and quotes", () => {
  const [service, timer] = systemdUnits(nightly, { ...program, environment: { TILL_HOME: "/srv/50% a" } });
  expect(service?.name).toBe("till-nightly.service");
  expect(service?.text.split("\n").slice(4)).toEqual([
    "[Service]",
    "Type=oneshot",
    "WorkingDirectory=/srv/50%% off",
    'Environment="TILL_HOME=/srv/50%% a"',
    `ExecStart=/usr/bin/node "/opt/till's/till.js" products update --filter "name = \\"it's $$HOME \\\\\\"" --set price=+10%%`,
    "",
  ]);
  expect(timer?.text).toContain("OnCalendar=*-*-* 06:00:00 UTC\n");
});

test.each([
  ["*/20 8-9 * * mon-fri", ["Mon,Tue,Wed,Thu,Fri *-*-* 08,09:00,20,40:00 UTC"]],
  ["* * * * *", ["*-*-* *:*:00 UTC"]],
  ["0 0 13 * 5", ["*-*-13 00:00:00 UTC", "Fri *-*-* 00:00:00 UTC"]],
  ["0 0 1 1,7 *", ["*-01,07-01 00:00:00 UTC"]],
])("%s for systemd", (cron, lines) => {
  expect(calendarOf({ when: { cron }, timeZone: "UTC" })).toEqual(lines);
});

test("a single time in an hour that occurs twice is that time for systemd", () => {
  const calendar = (at: string) =>
    calendarOf({ when: { at: new Date(at) }, timeZone: "Europe/Berlin" }).join();
  expect(calendar("2026-10-25T00:30Z")).toBe("2026-10-25 00:30:00 UTC");
  expect(calendar("2026-10-25T01:30Z")).toBe("2026-10-25 01:30:00 UTC");
  expect(calendar("2026-10-25T02:30Z")).toBe("2026-10-25 03:30:00 Europe/Berlin");
});
