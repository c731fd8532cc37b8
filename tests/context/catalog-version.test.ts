import { expect, it } from "vitest";
import type { Call } from "../../src/api/caller.ts";
import { catalogVersion } from "../../src/context/catalog-version.ts";
import { ApiError } from "../../src/kernel/errors.ts";

const saying =
  (catalogVersion: string): Call =>
  async () => ({ body: { catalogVersion } });
const refusing =
  (status: number): Call =>
  async () => {
    throw new ApiError("no", { status, code: "NO" });
  };

it.each([
  ["V3_CATALOG", "v3"],
  ["V1_CATALOG", "v1"],
  ["STORES_NOT_INSTALLED", "v1"],
])("a site that says %s runs %s", async (said, version) => {
  expect(await catalogVersion(saying(said))).toBe(version);
});

it.each([403, 404, 501])("a site that cannot tell (%i) is taken for v1", async (status) => {
  expect(await catalogVersion(refusing(status))).toBe("v1");
});

it.each([401, 429, 503])("any other refusal (%i) is the command's", async (status) => {
  await expect(catalogVersion(refusing(status))).rejects.toMatchObject({ status });
});
