import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { orders } from "../../src/api/services/orders.ts";
import type { Transport } from "../../src/api/transport/transport.ts";
import { unknownJobKind } from "../../src/bulk/engine/job-kinds.ts";
import { takeLock } from "../../src/bulk/engine/run-lock.ts";
import { withoutWrites } from "../../src/context/guards.ts";
import { sqlQuery } from "../../src/mirror/local-query.ts";
import { doorLock } from "../../src/resources/tickets/door-store.ts";
import { type CommandOptions, createWorld, type World } from "../support/world.ts";
import { callTools } from "./agents/client.ts";

/** Refusals of commands that no other test sees: what is typed, and the code of the error. */

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

/** Replaces a text in the response to a call. */
const answered =
  (name: string, from: RegExp, to: string) =>
  (send: Transport): Transport =>
  async (request) => {
    const response = await send(request);
    return request.name === name ? { ...response, body: response.body.replace(from, to) } : response;
  };

const grace = { actor: "grace", host: "desk" };

const refusals: Record<string, (world: World) => Promise<readonly [line: string, options?: CommandOptions]>> =
  {
    NO_PLAN: async () => ["plan approve missing.ndjson --key key --yes"],
    SCHEDULES_UNREADABLE: async ({ path }) => {
      mkdirSync(path("till/config"), { recursive: true });
      writeFileSync(path("till/config/schedules.json"), "{");
      return ["schedule list"];
    },
    AMBIGUOUS_CALL: async () => ["api POST /v1/categories"],
    NOT_A_SANDBOX: async ({ till }) => {
      const server = createServer((_, response) => void response.end("{}")).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await till(`profiles create other --platform http://127.0.0.1:${port}`);
      return ["sandbox clock --profile other"];
    },
    SEVERAL_MATCH: async ({ till }) => {
      await till("cart add stoneware-mug --option Colour=Oat");
      await till("cart add stoneware-mug --option Colour=Ink");
      return ["cart set stoneware-mug --quantity 2"];
    },
    NO_CLIENT_ID: async ({ till, path }) => {
      writeFileSync(path("password"), "counting");
      await till("profiles create shop");
      return ["account register --email ada@example.com --password-file password --profile shop"];
    },
    NO_MEMBER_ID: async () => [
      "login --as-member new@example.com --create",
      { through: answered("authentication.signOn", /"id":"[^"]*"/, '"id":""') },
    ],
    NOTHING_TO_CHECK_IN: async ({ till }) => {
      const { stdout } = await till("events guests list raku-night --limit 1 --json");
      const without = answered("eventGuests.query", /"(rsvpId|ticketNumber|tickets)":/g, '"other":');
      return [`events guests check-in ${JSON.parse(stdout).items[0].id}`, { through: without }];
    },
    APPROVAL_NOT_SIGNED: async ({ till, path }) => {
      await till("products update wool-throw --set price=+1 --plan-out plan.ndjson");
      writeFileSync(path("key"), "no key");
      return ["plan approve plan.ndjson --key key --yes", { who: grace }];
    },
    NO_SSH_KEYGEN: async ({ till, path }) => {
      await till("products update wool-throw --set price=+1 --plan-out plan.ndjson");
      writeFileSync(path("key"), "no key");
      vi.stubEnv("PATH", path("no programs"));
      return ["plan approve plan.ndjson --key key --yes", { who: grace }];
    },
    NO_SHELL: async ({ path }) => {
      writeFileSync(path("a.story"), "# A\n$ echo a\na\n");
      vi.stubEnv("PATH", path("no programs"));
      return ["story run a.story"];
    },
    DOOR_OPEN: async ({ till, path }) => {
      const { stdout } = await till("events get raku-night --json");
      const lock = takeLock(doorLock({ state: path("till/state") }, "sandbox", JSON.parse(stdout).id));
      onTestFinished(() => lock?.());
      return ["tickets door raku-night --sync"];
    },
  };

test.each(Object.entries(refusals))("%s", async (code, prepare) => {
  const [line, options] = await prepare(world);
  const { stderr } = await world.till(`${line} --json`, options);
  vi.unstubAllEnvs();
  expect(stderr).toContain(`"code":"${code}"`);
});

test("a command that may only read sends no write", async () => {
  const send = withoutWrites(async () => ({ status: 200, headers: {}, body: "{}" }));
  const request = { name: "products.update", effect: "set", method: "POST", url: "/", headers: {} } as const;
  await expect(send(request)).rejects.toMatchObject({ code: "READ_ONLY", exitCode: 2 });
});

test("a job of a kind that only a newer version knows is not run", () => {
  expect(unknownJobKind("product.glow")).toMatchObject({ code: "UNKNOWN_JOB_KIND", exitCode: 6 });
});

test("the sandbox tool of agents refuses a hosted shop", async () => {
  await world.till("profiles create shop");
  const [answer] = await callTools(world, [["sandbox", { command: "products list --profile shop" }]]);
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("is not a sandbox") });
});

test("the local copy says what it cannot answer, sort by or filter by", () => {
  const refused = expect.objectContaining({ code: "NOT_IN_COPY" });
  expect(() =>
    sqlQuery("orders", orders.search, { sort: [{ fieldName: "customer.spent", order: "ASC" }] }),
  ).toThrow(refused);
});
