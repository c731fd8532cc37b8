import { createServer } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { httpServer } from "../../api/loopback.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("webhooks trigger order_created --sample");
});

const replay = async (url: string) => {
  const { code, stdout } = await world.till(["webhooks", "replay", "last", "--forward-to", url, "--json"]);
  const { items } = JSON.parse(stdout) as { items: { status?: number | null }[] };
  return { code, statuses: items.map(({ status }) => status) };
};

test.each([
  [200, 0],
  [204, 0],
  [404, 9],
])("an event that a receiver answers with %i ends with exit code %i", async (status, code) => {
  const url = await httpServer((_, response) => response.writeHead(status).end());
  expect(await replay(url)).toEqual({ code, statuses: [status] });
});

test("a receiver that cannot be reached is given up", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  expect(await replay(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 9, statuses: [undefined] });
});

test("the text of a response does not matter: an event that is received is not sent again", async () => {
  let count = 0;
  const url = await httpServer((_, response) => {
    count += 1;
    response.end(Buffer.from("Reçu", "latin1"));
  });
  expect(await replay(url)).toEqual({ code: 0, statuses: [200] });
  expect(count).toBe(1);
});

test("an address with a password, which is not sent, is refused without showing it", async () => {
  const line = "webhooks replay last --forward-to http://me:pa55word@localhost:1/hooks";
  const { code, stdout, stderr } = await world.till(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("--forward-to must be a URL without user and password");
  expect(stderr).not.toContain("pa55word");
});
