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
const elsewhere = "11111111-2222-4333-8444-555555555555";

describe("categories", () => {
  const make = async (name: string) =>
    (await world.call("POST", "/events/v1/categories", { category: { name } })).category;
  const inCategory = async (categoryId: string) =>
    (await world.call("GET", `/events/v3/events/category/${categoryId}`)).events.map(
      ({ slug }: { slug: string }) => slug,
    );

  it("store events in order", async () => {
    const music = await make("Music");
    const others = [await world.create({ title: "Two" }), await world.create({ title: "Three" })];
    const eventId = [id, ...others.map((event) => event.id)];
    await world.call("POST", `/events/v1/categories/${music.id}/events`, { eventId });
    expect(await inCategory(music.id)).toEqual(["garden-party", "two", "three"]);
    const path = `/events/v1/categories/${music.id}/reorder`;
    await world.call("POST", path, { eventId: eventId[2], beforeEventId: eventId[1] });
    await world.call("POST", path, { eventId: eventId[0], afterEventId: eventId[1] });
    expect(await inCategory(music.id)).toEqual(["three", "two", "garden-party"]);
    expect(await rejection("POST", path, { eventId: id, beforeEventId: elsewhere })).toEqual([
      400,
      "INVALID_REORDER_INSTRUCTION",
    ]);
    const { event } = await world.call("GET", `/events/v3/events/${id}?fields=CATEGORIES`);
    expect(event.categories.categories).toMatchObject([{ name: "Music", type: "MANUAL", hidden: false }]);
    await world.call(
      "DELETE",
      `/events/v1/categories/${music.id}/events?eventId=${id}&eventId=${eventId[1]}`,
    );
    expect(await inCategory(music.id)).toEqual(["three"]);
    await world.call("DELETE", `/events/v3/events/${eventId[2]}`);
    expect(await inCategory(music.id)).toEqual([]);
  });

  it("filter events by category", async () => {
    const [music, theatre] = [await make("Music"), await make("Theatre")];
    const other = await world.create({ title: "Other" });
    await world.call("POST", `/events/v1/categories/${music.id}/events`, { eventId: [id] });
    const found = async (filter: object) => {
      const { events } = await world.call("POST", "/events/v3/events/query", { query: { filter } });
      return events.map((event: { id: string }) => event.id);
    };
    expect(await found({ "categories._id": music.id })).toEqual([id]);
    expect(
      await found({ "categories.id": { $hasSome: [music.id, theatre.id] }, status: "UPCOMING" }),
    ).toEqual([id]);
    expect(await found({ "categories.id": { $hasAll: [music.id, theatre.id] } })).toEqual([]);
    await world.call("POST", `/events/v1/categories/${theatre.id}/events`, { eventId: [id, other.id] });
    expect(await found({ "categories.id": { $hasAll: [music.id, theatre.id] } })).toEqual([id]);
    await world.call(
      "DELETE",
      `/events/v1/categories/${theatre.id}/events?eventId=${id}&eventId=${other.id}`,
    );
    expect(await found({ "categories._id": { $in: [theatre.id] } })).toEqual([]);
    expect(await found({ $not: { "categories._id": { $eq: music.id } } })).toEqual([other.id]);
    const filter = { "categories._id": music.id };
    const counted = await world.call("POST", "/events/v3/events/count-by-status", { filter });
    expect(counted.pagingMetadata.total).toBe(1);
  });

  it("are counted, filtered, renamed, hidden and deleted, and keep their origin", async () => {
    const [music, theatre] = [await make("Music"), await make("Theatre")];
    const draft = await world.create({ title: "Draft" }, { draft: true });
    const filter = { id: { $in: [id, draft.id] } };
    await world.call("POST", "/events/v1/bulk-async/categories/assign-events-by-filter", {
      categoryId: [music.id],
      filter,
    });
    const query = {
      query: { filter: { states: { $hasSome: ["MANUAL"] } }, sort: [{ fieldName: "name", order: "DESC" }] },
    };
    const { categories } = await world.call("POST", "/events/v1/categories/query", {
      ...query,
      fieldset: ["COUNTS"],
    });
    expect(categories).toMatchObject([
      { name: "Theatre", counts: { assignedEventsCount: 0 } },
      { name: "Music", counts: { assignedEventsCount: 1, assignedDraftEventsCount: 1 } },
    ]);
    const change = (category: object) =>
      world.ask("PATCH", `/events/v1/categories/${music.id}`, { category });
    expect((await change({ name: "Concerts", states: ["MANUAL", "HIDDEN"] })).body.category).toMatchObject({
      name: "Concerts",
      states: ["MANUAL", "HIDDEN"],
    });
    expect((await change({ states: ["RECURRING_EVENT"] })).status).toBe(400);
    await world.call("DELETE", `/events/v1/categories/${theatre.id}`);
    expect((await world.call("GET", `/events/v1/categories/${id}`)).categories).toHaveLength(1);
    const { results } = await world.call("POST", "/events/v1/bulk/categories/events", {
      categoryId: [music.id, theatre.id],
      eventId: [id],
    });
    expect(
      results.map(({ itemMetadata }: { itemMetadata: { success: boolean } }) => itemMetadata.success),
    ).toEqual([true, false]);
  });
});
