import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  expect(await world.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

test("a file of events with values that the platform would reject is refused before anything is sent", async () => {
  const file = [
    "title,start,end,timeZone,location,type",
    "Wine,2030-03-05 19:00,2030-03-05 22:00,Europe/Berlin,Cellar,TICKETS",
    `${"x".repeat(121)},2030-03-05 19:00,2030-03-05 22:00,Europe/Berlin,VENUE,RSVP`,
  ].join("\n");
  const { code, stderr } = await world.till("events import - --yes", { stdin: file });
  expect([code, stderr.split("\n").slice(0, 4)]).toEqual([
    2,
    [
      "error: 2 invalid rows. Nothing was sent.",
      expect.stringMatching(
        /:2, location: "Cellar" must be one of: .*VENUE, ONLINE; the name of the place is in the column venue$/,
      ),
      expect.stringMatching(/:2, type: "TICKETS" must be one of: .*TICKETING/),
      expect.stringMatching(/:3, title: .*120/),
    ],
  ]);
});

test("events can be filtered by category", async () => {
  const list = async (filter: string) =>
    (await world.till(["events", "list", "--all", "--filter", filter, "--fields", "slug"])).stdout
      .split("\n")
      .filter(Boolean);
  const within = await list("category hasSome (Tastings)");
  expect(within).toContain("brewing-at-home");
  const without = await list("not category hasSome (Tastings)");
  expect(without).toContain("raku-night");
  expect([...within, ...without].sort()).toEqual((await list("title exists")).sort());
  expect(await list("category hasSome (Tasting)")).toEqual([]);
});

test.each([
  ["tickets definitions sale-period Balcony --from 2030-01-01T10:00", "ticket type", "Balcony"],
  ["events staff pause Nobody", "staff member", "Nobody"],
  ["events policies get Nothing", "policy", "Nothing"],
])("%s fails and names the command that lists all", async (command, resource, name) => {
  const { code, stderr } = await world.till(command);
  expect([code, stderr]).toEqual([
    5,
    expect.stringContaining(`No ${resource} has the id or name "${name}".`),
  ]);
  const [, list = ""] = /See them all: till (.+)/.exec(stderr) ?? [];
  expect(command.startsWith(list.replace(/ list$/, ""))).toBe(true);
  expect(await world.till(list)).toMatchObject({ code: 0, stderr: "" });
});

test("visitors can choose the price of a donation ticket", async () => {
  const { code, stdout } = await world.till(["tickets", "reserve", "raku-night", "Kiln fund=1@20"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("20")]);
});

test("a hidden ticket is reserved by name or by an id in capitals, however many types the event has", async () => {
  // The response as it is for an event with 61 types: the platform returns 50, or as many as requested.
  const through =
    (send: Transport): Transport =>
    async (request) => {
      const response = await send(request);
      if (request.name !== "ticketDefinitions.query") return response;
      const { query } = JSON.parse(request.body ?? "{}");
      const body = JSON.parse(response.body);
      const others = Array.from({ length: 60 }, (_, index) => ({
        id: `other ${index}`,
        name: `Other ${index}`,
      }));
      const ticketDefinitions = [
        ...others,
        ...body.ticketDefinitions.filter(({ name }: { name: string }) => name === "Crew"),
      ];
      const page = ticketDefinitions.slice(0, query.cursorPaging?.limit ?? query.paging?.limit ?? 50);
      return { ...response, body: JSON.stringify({ ...body, ticketDefinitions: page }) };
    };
  const reserve = async (ticket: string) =>
    await world.till(["tickets", "reserve", "raku-night", ticket, "--allow-hidden", "--json"], { through });
  const { code, stdout } = await reserve("crew=1");
  expect(code).toBe(0);
  const [{ ticket }] = JSON.parse(stdout).reservations;
  expect(await reserve(`${ticket.id.toUpperCase()}=1`)).toMatchObject({ code: 0 });
});

test.each([
  ["tickets orders list raku-night --status offline-pending --tag non-archived", 0, ""],
  ["tickets list raku-night --state non-checked-in --limit 1", 0, ""],
  ["events rsvps count --status no", 0, ""],
  ["events rsvps update freja@example.com --status yes", 0, ""],
  ["tickets orders list --status payed", 2, "must be one of: "],
])("%s: constants of the platform are accepted in lower case", async (command, code, message) => {
  const result = await world.till(command);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)]);
  if (code === 0) expect(result.stdout.trim()).not.toBe("");
});
