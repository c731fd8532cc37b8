import { describe } from "vitest";
import { replayOnShop } from "./sdk-replay.ts";

/** The requests of `@wix/sdk` 1.21.16 and `@wix/stores` 1.0.918 to a sandbox with the demo shop on catalog v3, in order. */
describe("the official SDK's catalog v3 requests, in order", () => {
  replayOnShop("tests/e2e/sdk-requests-v3.json", { seed: { shop: "demo", catalog: "v3" } });
});
