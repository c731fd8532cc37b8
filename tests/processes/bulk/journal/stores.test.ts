import { beforeAll, describe, expect, test } from "vitest";
import { apply } from "../../../../src/bulk/engine/apply.ts";
import { undo } from "../../../../src/bulk/undo.ts";
import { dump, folder, plannedIn, shared } from "../../../bulk/journal/any-store.ts";
import { testStore } from "../../../bulk/journal/store-tests.ts";
import { collect, priceRise, shopWork } from "../../../bulk/shop.ts";
import { temporaryFolder } from "../../../support/folders.ts";
import { type Cluster, skipped, workerCluster } from "../../postgres.ts";

describe.skipIf(skipped)(`journals in PostgreSQL${skipped}`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await workerCluster();
  });

  testStore(async () => {
    const url = await cluster.create();
    return () => shared(url);
  });

  test("moving a job between journals: every row arrives in both directions, a second move of the same job adds nothing, and another job with its id stays", async () => {
    const home = temporaryFolder();
    const local = await folder(home);
    const far = await shared(await cluster.create());
    const { shop, rows } = priceRise(4500, () => "a\u0000\u0001b");
    const work = shopWork(shop, { grouped: true, faults: (call) => (call % 9 === 1 ? "refused" : "ok") });
    const journal = await plannedIn(local, rows, work);
    journal.addProblems([{ row: 2, problems: [{ rule: "price", message: "odd \u0000" }] }]);
    journal.db.prepare("INSERT INTO stage (handle, line, json) VALUES (?, 1, '{}')").run("\u0000file");
    await collect(apply(journal, work));
    const before = dump(journal);
    await far.adopt(journal);
    await far.adopt(journal);
    const there = await far.open(journal.id);
    expect(dump(there)).toEqual(before);
    await there.lock();
    await collect(undo(there, work));
    await expect(far.adopt(journal)).rejects.toMatchObject({ exitCode: 6, code: "JOB_EXISTS" });
    const other = await folder();
    await other.adopt(there);
    await other.adopt(there);
    const back = await other.open(journal.id);
    expect(dump(back)).toEqual(dump(there));
    expect(Object.keys(before)).toEqual(["job", "step", "problem", "stage"]);
    const tables = (db: typeof back.db) =>
      db.prepare("SELECT type, name FROM sqlite_schema ORDER BY name").all();
    expect(tables(back.db)).toEqual(tables(journal.db));
    await expect(local.adopt(there)).rejects.toMatchObject({ code: "JOB_EXISTS" });
    await collect(apply(back, work)).catch((error) => expect(error).toMatchObject({ code: "JOB_UNDONE" }));
  });
});
