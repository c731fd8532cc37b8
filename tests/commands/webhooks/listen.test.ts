import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

/** Serves a receiver that answers with a status. */
async function receiver(status: number): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
}

test("events that the receiver rejects too often are named, and are no success", async () => {
  const { url, bodies } = await receiver(500);
  const { lastEvent } = JSON.parse((await world.till("sandbox status --json")).stdout);
  const line = `webhooks listen --once --from ${lastEvent - 1} --forward-to ${url}`;
  const result = await world.till(line);
  expect(bodies).toHaveLength(8);
  expect(result).toMatchObject({
    code: 9,
    stderr: expect.stringContaining("1 event did not arrive"),
  });
  expect(result.stderr).toContain(`till webhooks replay ${lastEvent} --forward-to ${url}`);
});
