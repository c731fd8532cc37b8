import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("an update of one end of an event sends both, which the platform replaces together", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const before = await world.till("events get raku-night --json");
  const { dateAndTimeSettings: times } = JSON.parse(before.stdout);
  const sent: unknown[] = [];
  const onRequest = ({ method, body }: { method: string; body?: string | undefined }) =>
    method === "PATCH" && sent.push(JSON.parse(body ?? "{}").event.dateAndTimeSettings);
  expect((await world.till("events update raku-night --start 2020-05-01T18:00Z", { onRequest })).code).toBe(
    0,
  );
  expect((await world.till("events update raku-night --end 2040-05-01T18:00Z", { onRequest })).code).toBe(0);
  expect(sent).toMatchObject([
    { startDate: "2020-05-01T18:00:00.000Z", endDate: times.endDate },
    { startDate: "2020-05-01T18:00:00.000Z", endDate: "2040-05-01T18:00:00.000Z" },
  ]);
});

test("a file with a series and single events is imported once, however often it is run; undo leaves a published series", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const rows = [
    "title,timeZone,start,end,dates,places",
    "Wheel course,Europe/Berlin,,,2030-05-01T19:00/21:00;2030-05-08T19:00/2030-05-09T01:00,5",
    "Glaze talk,Europe/Berlin,2030-05-01T19:00,2030-05-01T20:00,,",
  ];
  writeFileSync(world.path("e.csv"), rows.join("\n"));
  const listed = async () => (await world.till("events list --drafts --all")).stdout;
  const before = await listed();
  expect((await world.till("events import e.csv --yes")).code).toBe(0);
  const imported = await listed();
  expect(imported.split("\n").length - before.split("\n").length).toBe(3);
  const again = await world.till("events import e.csv --yes");
  expect([again.code, again.stdout + again.stderr]).toEqual([0, expect.stringContaining("0 to change")]);
  expect(await listed()).toBe(imported);
  writeFileSync(world.path("f.csv"), rows.join("\n").replace("05-08T19:00/", "05-08T18:00/"));
  const other = await world.till("events import f.csv --yes");
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining(
      "f.csv:2: the dates of a published series cannot change: change its single events",
    ),
  ]);
  const { items } = JSON.parse((await world.till("jobs list --json")).stdout);
  const undone = await world.till(`jobs undo ${items.at(-1).id} --yes`);
  expect([undone.code, undone.stderr]).toEqual([
    9,
    expect.stringContaining("The platform made a single event of each date. Delete them: till events delete"),
  ]);
  expect(await listed()).toBe(imported.replace(/^Glaze talk.*\n/m, ""));
});

test("a draft of a series is imported once and undone", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const header = "title,status,timeZone,dates";
  const row = "Wheel course,DRAFT,Europe/Berlin,2030-05-01T19:00/21:00;2030-05-08T19:00/21:00";
  writeFileSync(world.path("e.csv"), `${header}\n${row}`);
  const listed = async () => (await world.till("events list --drafts --all")).stdout;
  const before = await listed();
  expect((await world.till("events import e.csv --yes")).code).toBe(0);
  expect((await world.till("events import e.csv --yes")).stdout).toContain("0 to change");
  expect((await world.till("events export e2.csv")).code).toBe(0);
  expect(readFileSync(world.path("e2.csv"), "utf8")).toContain(
    "2030-05-01T19:00+02:00/2030-05-01T21:00+02:00;2030-05-08T19:00+02:00/2030-05-08T21:00+02:00",
  );
  expect((await world.till("events import e2.csv --yes")).stdout).toContain("0 to change");
  const { items } = JSON.parse((await world.till("jobs list --json")).stdout);
  expect((await world.till(`jobs undo ${items.at(-1).id} --yes`)).code).toBe(0);
  expect(await listed()).toBe(before);
});
