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

describe("policies", () => {
  const add = (name: string) =>
    world.ask("POST", "/events-policies/v2/policies", { policy: { name, body: "B", eventId: id } });

  it("are limited to three, ordered, and cloned and deleted with their event", async () => {
    const created = [await add("One"), await add("Two"), await add("Three")].map(({ body }) => body.policy);
    expect((await add("Four")).body.details.applicationError.code).toBe("POLICIES_LIMIT_REACHED");
    const move = { eventId: id, policyId: created[2].id, beforePolicyId: created[0].id };
    const { policies } = await world.call("POST", "/events/v2/policies/reorder", move);
    expect(policies.map(({ name }: { name: string }) => name)).toEqual(["Three", "One", "Two"]);
    const old = { id: created[0].id, revision: "7", name: "x" };
    expect(await rejection("PATCH", `/events-policies/v2/policies/${old.id}`, { policy: old })).toEqual([
      409,
      "REVISION_MISMATCH",
    ]);
    await world.call("DELETE", `/events/v3/events/${id}`);
    expect((await world.call("POST", "/events-policies/v2/policies/query", {})).policies).toEqual([]);
    expect(world.newEvents().map(({ type }) => type)).toEqual([
      ...Array(3).fill("created"),
      ...Array(4).fill("deleted"),
    ]);
  });
});
