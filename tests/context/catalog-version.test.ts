import { expect, it } from "vitest";
import type { Call } from "../../src/api/caller.ts";
import { readCatalogVersion } from "../../src/context/connection.ts";
import { ApiError } from "../../src/kernel/errors.ts";

const responding =
  (catalogVersion: string): Call =>
  async () =>
    ({ catalogVersion }) as never;
const rejecting =
  (status: number): Call =>
  async () => {
    throw new ApiError("no", { status, code: "NO" });
  };

it.each([
  ["V3_CATALOG", "v3"],
  ["V1_CATALOG", "v1"],
  ["STORES_NOT_INSTALLED", "v1"],
])("a site that responds with %s has version %s", async (catalog, version) => {
  expect(await readCatalogVersion(responding(catalog))).toBe(version);
});

it.each([403, 404, 501])("assumes v1 if the site responds with %i", async (status) => {
  expect(await readCatalogVersion(rejecting(status))).toBe("v1");
});

it.each([401, 429, 503])("throws other errors (%i)", async (status) => {
  await expect(readCatalogVersion(rejecting(status))).rejects.toMatchObject({ status });
});
