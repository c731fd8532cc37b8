import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EventsSandbox, openEventsSandbox } from "../support/events-sandbox.ts";

let world: EventsSandbox;
let id: string;
beforeEach(async () => {
  world = openEventsSandbox();
  id = (await world.create()).id;
  world.newEvents();
});
afterEach(() => world.close());

const rejection = async (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body: object) => {
  const { status, body: answer } = await world.ask(method, path, body);
  return [
    status,
    answer.details.applicationError?.code ?? answer.details.validationError?.fieldViolations[0].field,
  ];
};

describe("a schedule", () => {
  const slot = (from: number) => ({
    start: `2030-01-10T${from}:00:00Z`,
    end: `2030-01-10T${from + 1}:00:00Z`,
  });
  const add = async (name: string, from: number, more: object = {}) =>
    (
      await world.call("POST", "/events/v1/schedule/draft", {
        eventId: id,
        item: { name, timeSlot: slot(from), ...more },
      })
    ).item;
  const names = async (query = "") =>
    (await world.call("GET", `/events/v1/schedule?eventId=${id}${query}`)).items.map(
      ({ name }: { name: string }) => name,
    );
  const publish = () => world.call("POST", "/events/v1/schedule/publish", { eventId: id });

  it("is a draft until it is published or discarded", async () => {
    const talk = await add("Talk", 19);
    expect(talk).toMatchObject({
      draft: true,
      status: "SCHEDULED",
      timeSlot: { timeZoneId: "Europe/Berlin" },
    });
    await add("Doors", 18, { stageName: "Yard", tags: ["free"] });
    expect([await names(), await names("&state=DRAFT")]).toEqual([[], ["Doors", "Talk"]]);
    expect((await world.call("GET", `/events/v1/schedule?eventId=${id}`)).draftNotPublished).toBe(true);
    await publish();
    expect([
      await names(),
      await names("&tag=free"),
      await names("&startingFrom=2030-01-10T18:30:00Z"),
    ]).toEqual([...[["Doors", "Talk"], ["Doors"], ["Talk"]]]);
    const path = `/events/v1/schedule/draft/${talk.id}`;
    await world.call("PATCH", path, { eventId: id, item: { name: "Long talk" } });
    await world.call("DELETE", `/events/v1/schedule/draft/items?eventId=${id}&itemIds=${talk.id}`);
    expect([await names(), await names("&state=DRAFT")]).toEqual([["Doors", "Talk"], ["Doors"]]);
    await world.call("DELETE", `/events/v1/schedule/draft?eventId=${id}`);
    expect(await names("&state=DRAFT")).toEqual(["Doors", "Talk"]);
    await world.call("PATCH", path, { eventId: id, item: { hidden: true } });
    await publish();
    const { item } = await world.call("GET", `/events/v1/schedule/${talk.id}`);
    expect(item).toMatchObject({ name: "Talk", hidden: true, draft: false });
    expect([await names("&state=HIDDEN"), await names("&state=VISIBLE")]).toEqual([["Talk"], ["Doors"]]);
  });

  it("loses an item of its draft for good, which was never published", async () => {
    const talk = await add("Talk", 19);
    await world.call("DELETE", `/events/v1/schedule/draft/items?eventId=${id}&itemIds=${talk.id}`);
    expect(await names("&state=DRAFT")).toEqual([]);
    await publish();
    expect(await names()).toEqual([]);
  });

  it("is rescheduled as a whole, also to another zone", async () => {
    await add("Talk", 19);
    await publish();
    const move = { eventId: id, timeZoneId: "Europe/London", timeSlotOffset: "-5400s" };
    await world.call("POST", "/events/v1/schedule/draft/reschedule", move);
    await publish();
    const { items } = await world.call("POST", "/events/v1/schedule/query", {
      query: { filter: { eventId: id } },
    });
    expect(items).toMatchObject([
      {
        timeSlot: {
          start: "2030-01-10T17:30:00.000Z",
          end: "2030-01-10T18:30:00.000Z",
          timeZoneId: "Europe/London",
        },
      },
    ]);
  });

  it("rejects items that end before they start, unknown zones and items of other events", async () => {
    const item = { name: "x", timeSlot: { start: slot(19).end, end: slot(19).start } };
    const path = "/events/v1/schedule/draft";
    expect(await rejection("POST", path, { eventId: id, item })).toEqual([400, "item.timeSlot.end"]);
    const move = { eventId: id, timeZoneId: "Europe/Nowhere", timeSlotOffset: "0s" };
    expect(await rejection("POST", `${path}/reschedule`, move)).toEqual([400, "timeZoneId"]);
    const elsewhere = { name: "x", timeSlot: { ...slot(19), timeZoneId: "Europe/Nowhere" } };
    expect(await rejection("POST", path, { eventId: id, item: elsewhere })).toEqual([
      400,
      "item.timeSlot.timeZoneId",
    ]);
    const talk = await add("Talk", 19);
    const { id: eventId } = await world.create();
    expect(await rejection("PATCH", `${path}/${talk.id}`, { eventId, item: { name: "y" } })).toEqual([
      404,
      "SCHEDULE_ITEM_NOT_FOUND",
    ]);
  });

  it("can be bookmarked by each member", async () => {
    const talk = await add("Talk", 19);
    const path = `/events/v1/schedule/${talk.id}/bookmark`;
    expect(await rejection("POST", path, { eventId: id })).toEqual([404, "SCHEDULE_ITEM_NOT_FOUND"]);
    await publish();
    await world.call("POST", path, { eventId: id });
    await world.call("POST", path, { eventId: id });
    const list = () => world.call("GET", `/events/v1/schedule/bookmarks?eventId=${id}`);
    expect((await list()).items).toMatchObject([{ name: "Talk" }]);
    const doors = await add("Doors", 18);
    const late = await add("Late", 22);
    await publish();
    for (const one of [late, doors])
      await world.call("POST", `/events/v1/schedule/${one.id}/bookmark`, { eventId: id });
    const inOrder = async () => (await list()).items.map(({ name }: { name: string }) => name);
    expect(await inOrder()).toEqual(["Doors", "Talk", "Late"]);
    await world.call("DELETE", `/events/v1/schedule/draft/items?eventId=${id}&itemIds=${late.id}`);
    expect(await inOrder()).toEqual(["Doors", "Talk", "Late"]);
    await publish();
    expect([await inOrder(), await names()]).toEqual([
      ["Doors", "Talk"],
      ["Doors", "Talk"],
    ]);
    await world.call("DELETE", `/events/v1/schedule/${doors.id}/bookmark?eventId=${id}`);
    await world.call("DELETE", `${path}?eventId=${id}`);
    expect((await list()).items).toEqual([]);
  });
});
