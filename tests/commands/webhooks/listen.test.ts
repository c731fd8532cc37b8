import { expect, onTestFinished, test, vi } from "vitest";
import { httpServer } from "../../api/loopback.ts";
import { createWorld } from "../../support/world.ts";

test("events that the receiver rejects are given up, named at the end, and end --once with exit code 9", async () => {
  const world = createWorld();
  for (const topic of ["order_created", "tax_group_created", "order_created"])
    await world.till(`webhooks trigger ${topic} --sample`);
  let [rejects, requests] = [true, 0];
  const url = await httpServer((_, response) => {
    requests += 1;
    response.writeHead(rejects ? 500 : 200).end();
  });
  const listen = (...flags: string[]) =>
    world.till([
      "webhooks",
      "listen",
      "--once",
      "--forward-to",
      url,
      "--topic",
      "wix.ecom.v1.order_created",
      ...flags,
    ]);

  const failed = await listen("--after", "start", "--profile", "sandbox");
  expect(failed.code).toBe(9);
  expect(failed.stdout.match(/500 in \d+ ms/g)).toHaveLength(16);
  expect(failed.stderr).toContain(
    `2 events were rejected 8 times and given up. Send them again: till webhooks replay 1 3 --forward-to ${url}/ --profile sandbox`,
  );

  rejects = false;
  const replayed = await world.till(["webhooks", "replay", "1", "3", "--forward-to", url]);
  expect(replayed.code).toBe(0);
  expect(requests).toBe(18);

  // They are behind the listener: it continues after them.
  await world.till("webhooks trigger order_created --sample");
  const arrived = await listen();
  expect(arrived).toMatchObject({ code: 0 });
  expect(arrived.stderr).not.toContain("given up");
  expect(requests).toBe(19);

  rejects = true;
  await world.till("webhooks trigger order_created --sample");
  expect((await listen()).stderr).toContain("1 event was rejected 8 times and given up. Send it again: ");
});

test("events that were fetched long before they are sent are signed again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const world = createWorld();
  // More events than a page has: the next page is fetched while the first is sent.
  await world.till("sandbox seed 220");
  await world.till("products update --all --expect 220 --set price=+1 --yes");
  const late = Promise.withResolvers<void>();
  let [requests, expired] = [0, 0];
  const url = await httpServer(async (_, response, body) => {
    const [, claims = ""] = body.split(".");
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
    if (exp * 1000 < Date.now()) expired += 1;
    requests += 1;
    // As many as are sent at a time have arrived. They are answered a quarter of an hour later.
    if (requests === 16) {
      vi.setSystemTime(Date.now() + 15 * 60_000);
      late.resolve();
    }
    await late.promise;
    response.writeHead(200).end();
  });
  const { code } = await world.till(`webhooks listen --once --after start --forward-to ${url}`);
  expect({ code, expired }).toEqual({ code: 0, expired: 0 });
  expect(requests).toBeGreaterThanOrEqual(2 * 220);
});
