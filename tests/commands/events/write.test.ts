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
