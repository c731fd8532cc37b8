import { expect, test } from "vitest";
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

  const failed = await listen("--from", "start", "--profile", "sandbox");
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
});
