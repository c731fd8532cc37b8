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

test("a question of a form keeps what no flag changes, also what has no flag", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const { id } = JSON.parse((await world.till("events get studio-open-day --json")).stdout);
  const add = async (question: object) => {
    const body = JSON.stringify({ eventId: id, ...question });
    expect(await world.till(["api", "eventForms.addControl", "--input", "-"], { stdin: body })).toMatchObject(
      {
        code: 0,
      },
    );
  };
  const inputs = async () => {
    const { items } = JSON.parse((await world.till("events form get studio-open-day --json")).stdout);
    return Object.fromEntries(
      items.flatMap((one: { id: string; type: string; inputs: object[] }) => [
        [one.id, [one.type, ...one.inputs]],
      ]),
    );
  };
  await add({ address: { labels: { addressLine: "Where", city: "Town" }, full: true, mandatory: true } });
  await add({
    additionalGuests: {
      labels: { multiple: "Friends", single: "Names" },
      maxGuests: 3,
      namesMandatory: true,
    },
  });
  await add({
    dropdown: { label: "Size", options: ["S", "M"], defaultOptionSelection: { placeholderText: "Pick one" } },
  });
  const before = await inputs();
  const dropdown = Object.keys(before).find((name) => name.startsWith("custom-")) ?? "";
  for (const name of ["address", "additionalGuests", dropdown])
    expect(
      await world.till(["events", "form", "set", "studio-open-day", name, "--label", "New"]),
    ).toMatchObject({
      code: 0,
    });
  const after = await inputs();
  const renamed = ([type, input, ...others]: object[]) => [type, { ...input, label: "New" }, ...others];
  expect(after).toEqual({
    ...before,
    address: [
      "ADDRESS_FULL",
      { ...before.address[1], label: "New", additionalLabels: { addressLine: "New", city: "Town" } },
    ],
    additionalGuests: renamed(before.additionalGuests),
    [dropdown]: renamed(before[dropdown]),
  });
  const set = `events form set studio-open-day ${dropdown}`;
  await world.till(`${set} --option L --option XL --required`);
  expect((await inputs())[dropdown][1]).toMatchObject({
    label: "New",
    options: ["L", "XL"],
    mandatory: true,
  });
});

test("an RSVP has answers of all types that the form takes, each as the platform stores it", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const form = "events form add studio-open-day --kind";
  for (const question of [
    "date --label Day",
    "address --label Place",
    "text --label Short --max 5",
    "guests --label Friends --max 3 --required",
  ])
    expect(await world.till(`${form} ${question}`)).toMatchObject({ code: 0 });
  const create =
    "events rsvps create studio-open-day --first-name Noa --last-name Berg --email noa@example.com";
  const wrong = async (answer: string) =>
    (await world.till([...create.split(" "), "--answer", answer])).stderr;
  expect(await wrong("Short=abcdef")).toContain("longer than 5 characters");
  expect(await wrong("Friends=two")).toContain("--answer additionalGuests=two: not a number.");
  // A day in Berlin with two of this time.
  expect(await wrong("Day=2026-10-25T02:30")).toContain("twice");
  const { code, stdout } = await world.till([
    ...create.split(" "),
    ...[
      "Short=abcde",
      "Friends=2",
      "guestNames=Bo Li,Cy Ek",
      "Place=1 Main St, Hamburg",
      "Day=2026-10-25",
    ].flatMap((answer) => ["--answer", answer]),
    "--json",
  ]);
  expect(code).toBe(0);
  const rsvp = JSON.parse(stdout);
  expect(rsvp).toMatchObject({
    totalGuests: 3,
    additionalGuestDetails: { guestCount: 2, guestNames: ["Bo Li", "Cy Ek"] },
  });
  const stored = await world.till(`api rsvps.get -f rsvpId=${rsvp.id} -f fields=FORM --json`);
  expect(JSON.parse(stored.stdout).rsvp.form.inputValues.slice(3)).toEqual([
    // The beginning of the day in Berlin, where the event is.
    { inputName: "date", dateTime: "2026-10-24T22:00:00.000Z" },
    { inputName: "address", address: { formatted: "1 Main St, Hamburg" } },
    { inputName: expect.stringMatching(/^custom-/), value: "abcde" },
    { inputName: "additionalGuests", number: 2 },
    { inputName: "guestNames", values: ["Bo Li", "Cy Ek"] },
  ]);
  // --with answers both questions about guests.
  const other = create.replaceAll("Noa", "Ove").replace("noa@", "ove@");
  const withTwo = await world.till(`${other} --with Bo --with Cy --json`);
  expect([withTwo.code, JSON.parse(withTwo.stdout)]).toMatchObject([
    0,
    { totalGuests: 3, additionalGuestDetails: { guestCount: 2, guestNames: ["Bo", "Cy"] } },
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
