import { createServer } from "node:http";
import { expect, test } from "vitest";
import { createNetwork } from "../../src/api/transport/network.ts";
import type { Request } from "../../src/api/transport/transport.ts";
import type { SendGuard } from "../../src/bulk/postgres/lease.ts";
import { allHold, withGuards } from "../../src/context/guards.ts";
import { TillError } from "../../src/kernel/errors.ts";

const request = (url: string): Request =>
  ({ name: "products.update", effect: "set", method: "POST", url, headers: {}, body: "{}" }) as Request;

test("a request waits until every guard is confirmed, and is not sent if one is lost", async () => {
  const lost = new TillError(6, "taken", { code: "LEASE_LOST" });
  let holds = true;
  const guard: SendGuard = {
    holds: () => holds,
    confirm: async () => {
      if (!holds) throw lost;
    },
  };
  const guards = new Set<SendGuard>();
  let sent = 0;
  const send = withGuards(async () => {
    sent += 1;
    return { status: 200, headers: {}, body: "" };
  }, guards);
  await send(request("http://127.0.0.1/"));
  guards.add(guard);
  await send(request("http://127.0.0.1/"));
  holds = false;
  await expect(send(request("http://127.0.0.1/"))).rejects.toBe(lost);
  expect(sent).toBe(2);
  expect(allHold(guards)).toBe(false);
  expect(allHold(new Set())).toBe(true);
});

test("a guard that is lost while the connection is opened keeps the request from its first byte", async () => {
  let received = 0;
  let holds = true;
  const server = createServer((_, response) => {
    received += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  // Between the check and the first byte.
  server.on("connection", () => {
    holds = false;
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const network = createNetwork({ mayStart: () => holds });
  await expect(network.send(request(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({ arrived: "no" });
  expect(received).toBe(0);
  await network.close();
  server.close();
});
