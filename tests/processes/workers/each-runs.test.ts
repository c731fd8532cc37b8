import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";
import { type Computer, openSharedShop, type SharedShop } from "./shared-shop.ts";

let cluster: Cluster;
let shop: SharedShop;
beforeAll(async () => {
  if (!skipped) cluster = await workerCluster();
});
beforeEach(async () => {
  if (!skipped) shop = await openSharedShop(cluster, 5, 2);
});
afterEach(async () => await shop?.close());

/** Adds a computer with a profile for each of the two sites. */
async function computerWith(keys: Record<string, string>): Promise<Computer> {
  const computer = await shop.computer({ profile: false });
  for (const [at, [name, key]] of Object.entries(keys).entries()) {
    const site = `00000000-0000-4000-8000-00000000000${at + 1}`;
    await computer.till(`profiles create ${name} --platform ${shop.server.baseUrl} --site ${site}`);
    await computer.till(`login --api-key --key-file - --profile ${name}`, { stdin: `${key}\n` });
  }
  return computer;
}

test.skipIf(skipped !== "")(
  `another computer resumes a run of till each, and reports the site that could not be planned${skipped}`,
  async () => {
    const { apiKey } = shop.server;
    const laptop = await computerWith({ berlin: apiKey, rome: "revoked" });
    const runner = await computerWith({ berlin: apiKey, rome: apiKey });
    const line = "each --sites berlin,rome --yes -- products update --all --expect 5 --set price=+1";
    expect(await laptop.till(line)).toMatchObject({ code: 9 });
    const resumed = await runner.till("jobs resume --run last --yes --junit sites.xml");
    expect(resumed).toMatchObject({ code: 9, stderr: expect.stringContaining("Failed before: rome.") });
    const report = readFileSync(runner.path("sites.xml"), "utf8");
    expect(report).toContain('<testsuites tests="2" failures="1" skipped="0">');
  },
);
