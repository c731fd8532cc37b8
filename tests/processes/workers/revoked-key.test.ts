import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";
import { openSharedShop, type SharedShop } from "./shared-shop.ts";

let cluster: Cluster;
let shop: SharedShop;
beforeAll(async () => {
  if (!skipped) cluster = await workerCluster();
});
beforeEach(async () => {
  if (!skipped) shop = await openSharedShop(cluster, 10);
});
afterEach(async () => await shop?.close());

const check = test.skipIf(skipped !== "");
const idOf = (stdout: string) => (JSON.parse(stdout) as { id: string }).id;

/** Replaces the API key of the shop, as its owner does who revokes one. */
async function changeKey({ server }: SharedShop, value: string): Promise<void> {
  await fetch(`${server.baseUrl}/__till/settings`, {
    method: "POST",
    headers: { "x-till-control": server.controlToken, "content-type": "application/json" },
    body: JSON.stringify({ name: "apiKey", value }),
  });
}

check(
  "a worker whose API key is revoked: pauses the jobs of the site, with the reason, and watch exits with 4",
  async () => {
    const [laptop, runner] = [await shop.computer(), await shop.computer()];
    const queue = async (change: string) =>
      idOf(
        (await laptop.till(`products update --all --expect 10 --set ${change} --yes --detach --json`)).stdout,
      );
    const jobs = [await queue("price=+1"), await queue("ribbon=Sale"), await queue("brand=Acme")];
    await changeKey(shop, "another-key");
    writeFileSync(
      join(runner.home, "hook.cjs"),
      'process.stdin.pipe(require("node:fs").createWriteStream("' +
        join(runner.home, "heard") +
        '", { flags: "a" }));',
    );
    const notify = `'${process.execPath}' '${join(runner.home, "hook.cjs")}'`;
    const worker = runner.worker({ env: { TILL_NOTIFY: notify } });
    const paused = await worker.until(({ event }) => event === "site.paused");
    expect(paused).toMatchObject({ site: shop.server.siteId, profile: "shop" });
    // The jobs stay in the queue: none was drained.
    const states = async () =>
      (
        JSON.parse((await laptop.till("jobs list --json")).stdout).items as { id: string; state: string }[]
      ).map(({ state }) => state);
    expect(await states()).toEqual(["paused", "paused", "paused"]);
    expect(worker.log.filter(({ event }) => event === "job.finished")).toEqual([]);
    expect(worker.log.filter(({ event }) => event === "task.taken")).toHaveLength(1);
    for (const id of jobs) {
      const watched = await laptop.till(`jobs watch ${id}`);
      expect(watched.code).toBe(4);
      expect(watched.stderr).toContain("till login");
      expect((await laptop.till(`jobs show ${id}`)).stdout).toMatch(/Paused\s.*profile shop/);
    }

    // Whoever is notified hears of it, once for the site.
    await expect.poll(() => existsSync(join(runner.home, "heard"))).toBe(true);
    const heard = () => readFileSync(join(runner.home, "heard"), "utf8").trim().split("\n");
    await expect.poll(() => heard()[0]).toMatch(/\}$/);
    expect(heard().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: "paused", exitCode: 4, job: jobs[0], profile: "shop" }),
    ]);

    // The worker goes on by itself once its computer has a key that works.
    await runner.till("login --api-key --key-file - --profile shop", { stdin: "another-key\n" });
    for (const id of jobs) await worker.until(({ event, job }) => event === "job.finished" && job === id);
    expect(worker.log.some(({ event }) => event === "site.resumed")).toBe(true);
    expect(await states()).toEqual(["done", "done", "done"]);
    expect((await laptop.till(`jobs show ${jobs[0]}`)).stdout).not.toContain("Paused");
    await worker.stop();
  },
);

check("a worker with a revoked key beside one with a good key: the other one takes the jobs", async () => {
  const [laptop, refused, good] = [await shop.computer(), await shop.computer(), await shop.computer()];
  await changeKey(shop, "another-key");
  await good.till("login --api-key --key-file - --profile shop", { stdin: "another-key\n" });
  await laptop.till("login --api-key --key-file - --profile shop", { stdin: "another-key\n" });
  const id = idOf(
    (await laptop.till("products update --all --expect 10 --set price=+1 --yes --detach --json")).stdout,
  );
  const first = refused.worker();
  await first.until(({ event }) => event === "site.paused");
  const second = good.worker();
  expect(await second.until(({ event }) => event === "job.finished")).toMatchObject({ job: id, exitCode: 0 });
  expect((await laptop.till(`jobs watch ${id}`)).code).toBe(0);
  await Promise.all([first.stop(), second.stop()]);
});
