import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a port that browsers do not connect to is refused, also while another program listens on it", async () => {
  const other = createServer().listen(6669, "127.0.0.1");
  onTestFinished(() => void other.close());
  // Whether it is this test or another program does not matter.
  await Promise.race([once(other, "listening"), new Promise((taken) => other.once("error", taken))]);
  expect(await createWorld().till("sandbox start --memory --port 6669")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Browsers and fetch do not connect to port 6669."),
  });
});
