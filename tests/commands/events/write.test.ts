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
