import { afterAll, beforeAll, describe, test } from "vitest";
import { createHome, type Home, type Served, serve } from "../processes/program.ts";
import { createReplay, readRecorded } from "./sdk-replay.ts";

/** The requests of `@wix/sdk` 1.21.16 and `@wix/stores` 1.0.918 to a sandbox with the demo shop on catalog v3, in order. */
const recorded = readRecorded("tests/e2e/sdk-requests-v3.json");
const known: Record<string, string> = {};
let home: Home;
let served: Served;
const { expectAnswer } = createReplay(() => served, known);

beforeAll(async () => {
  home = createHome();
  served = await serve(home);
  await served.control("POST seed", { shop: "demo", catalog: "v3" });
  Object.assign(known, { clientId: served.clientId, siteId: served.siteId, apiKey: served.apiKey });
});
afterAll(() => home.close());

describe("the official SDK's catalog v3 requests, in order", () => {
  for (const request of recorded) {
    const { call, status = 200 } = request;
    test(status === 200 ? call : `${call}: ${status}`, () => expectAnswer(request));
  }
});
