import { expect, test } from "vitest";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { TransportError } from "../../../src/kernel/errors.ts";
import { createWorld } from "../../support/world.ts";

const evening = new Date("2026-03-01T18:00:00Z");
const night = new Date("2026-03-02T02:00:00Z");
const morning = new Date("2026-03-02T07:00:00Z");
const uuid = /^[0-9a-f-]{36}$/;

/** The changes that `till jobs audit` prints, as JSON. */
async function audited(world: ReturnType<typeof createWorld>, flags = "", now = morning) {
  const { stdout, code } = await world.till(`jobs audit --json ${flags}`, { now });
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { items: Record<string, unknown>[] }).items;
}

test("lists every change with the platform's request id, who made it, and the time of the change", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo", { now: evening });
  const planned = "products update --filter 'price > 60' --set price=+10% --plan-out night.ndjson";
  expect(await world.till(planned, { now: evening })).toMatchObject({ code: 0 });
  const ci = {
    TILL_PROFILE: "sandbox",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKFLOW: "nightly",
    GITHUB_RUN_ID: "812",
    GITHUB_ACTOR: "grace",
    GITHUB_SHA: "4c9b2f6",
  };
  await world.till("orders capture 10006 --yes", { now: night, env: ci });
  expect(await world.till("apply night.ndjson --yes", { now: night })).toMatchObject({ code: 0 });
  await world.till("jobs undo last --yes", {
    now: morning,
    env: { TILL_PROFILE: "sandbox", BUILDKITE: "true", BUILDKITE_COMMIT: "beef" },
  });
  await world.till("collections update coffee --name Kaffee", { now: morning });

  const changes = await audited(world);
  const capture = changes.find(({ what }) => what === "payment.capture");
  expect(capture).toMatchObject({
    actor: "ada",
    host: "studio",
    ci: "GitHub Actions",
    workflow: "nightly",
    ciRun: "812",
    ciActor: "grace",
    commit: "4c9b2f6",
    state: "done",
    requestId: expect.stringMatching(uuid),
    time: night.toISOString(),
  });
  const updates = changes.filter(({ what }) => what === "product.update" || what === "variants.update");
  expect(updates.length).toBeGreaterThan(1);
  for (const update of updates)
    expect(update).toMatchObject({ time: night.toISOString(), requestId: expect.stringMatching(uuid) });
  const undos = changes.filter(({ what }) => String(what).startsWith("undo "));
  expect(undos).toHaveLength(updates.length);
  expect(undos[0]).toMatchObject({
    ci: "Buildkite",
    commit: "beef",
    time: morning.toISOString(),
    requestId: expect.stringMatching(uuid),
    before: updates[0]?.after,
    after: updates[0]?.before,
  });
  expect(changes.find(({ what }) => what === "collections.update")).toMatchObject({
    requestId: expect.stringMatching(uuid),
  });

  // A job that was planned before the range and ran in it counts, and only its changes in it.
  const sinceMorning = await audited(world, "--since 2026-03-02T06:00Z");
  expect(sinceMorning.every(({ time }) => time === morning.toISOString())).toBe(true);
  expect(sinceMorning.length).toBe(undos.length + 1);
  expect(await audited(world, "--until 2026-03-01")).toEqual([]);
  expect(
    (await audited(world, "--since yesterday --until yesterday", new Date("2026-03-03T08:00Z"))).length,
  ).toBe(changes.length);

  const csv = await world.till("jobs audit --since 2026-03-02 --output csv", { now: morning });
  expect(csv.stdout.split("\n")[0]).toContain("time,actor,host,ci,workflow,ciRun,ciActor,commit,profile");
  expect(csv.stdout.trim().split("\n")).toHaveLength(changes.length + 1);
  expect((await world.till("jobs audit night.xlsx", { now: morning })).stderr).toContain(
    `Exported ${changes.length} changes to night.xlsx (xlsx).`,
  );
});

test("jobs show has the request ids of captures, of bulk changes that failed, and of single changes", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("orders capture 10006 --yes");
  const shown = await world.till("jobs show last --steps done --json");
  expect(JSON.parse(shown.stdout).items[0]).toMatchObject({ requestId: expect.stringMatching(uuid) });
  await world.till("sandbox fault rate-limit --route collections.update --times 0");
  await world.till("api collections.remove -f id=nothing --yes");
  expect((await world.till("jobs show last")).stdout).toMatch(/request [0-9a-f-]{36}/);
});

test("an undo without an outcome is one that was sent, not one that failed", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("products update oven-mitt --set price=+1 --yes");
  let isLost = false;
  /** Loses the response to the first write, and everything after it. */
  const through = (send: Transport): Transport => {
    return async (request) => {
      if (!isLost && request.effect === "read") return await send(request);
      if (!isLost) await send(request);
      isLost = true;
      throw new TransportError("The connection was closed.", "maybe");
    };
  };
  expect(await world.till("jobs undo last --yes", { through })).toMatchObject({ code: 10 });
  const undos = async () =>
    (await audited(world, "", new Date())).filter(({ what }) => what === "undo product.update");
  expect(await undos()).toMatchObject([{ state: "sent", error: expect.stringContaining("closed") }]);
  expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(await undos()).toMatchObject([{ state: "done" }]);
});

test.each(["--excel de", "--time-zone Europe/Berlin", "--raw", "--delimiter ;"])(
  "till jobs audit %s without a file is an error, not ignored",
  async (flags) => {
    const world = createWorld();
    const [flag = ""] = flags.split(" ");
    for (const output of ["", "--json"])
      expect(await world.till(`jobs audit ${flags} ${output}`)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(`${flag} is for files and CSV output.`),
      });
    expect(await world.till(`jobs audit ${flags} --output csv`)).toMatchObject({ code: 0 });
  },
);

test("a single refund names its order", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo", { now: evening });
  const order = JSON.parse((await world.till("orders get 10014 --json", { now: night })).stdout) as {
    id: string;
  };
  const refund = await world.till("orders refund 10014 --amount 5.00 --yes", { now: night });
  expect(refund.stdout).toMatch(/^Order\s+10014$/m);
  const [change] = await audited(world);
  expect(change).toMatchObject({ what: "orderBilling.refund", id: order.id, state: "done" });
});
