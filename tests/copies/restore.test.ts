import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Product } from "../../src/api/services/products.ts";
import { contentOf } from "../support/snapshots.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const catalogDomains = "--only products,collections,inventory";

/** Returns the content files of the shop's catalog. */
async function contents(): Promise<Record<string, string>> {
  await world.till(`copy pull now ${catalogDomains}`);
  return contentOf(world.path("now"));
}

async function till(line: string | readonly string[]) {
  const result = await world.till(line);
  expect(result.code, result.stderr).toBe(0);
  return result;
}

/** The new ids that a restore reports. */
interface Report {
  id: string;
  restored: { kind: string; name: string; oldId: string; id: string }[];
}

async function restore(flags = ""): Promise<Report> {
  const { stdout } = await till(`backup restore --yes --json ${flags}`);
  return JSON.parse(stdout) as Report;
}

describe.each(["v1", "v3"])("catalog %s", (catalog) => {
  test("restores deleted and changed products, collections and stock", async () => {
    await till(`sandbox seed 60 --catalog ${catalog}`);
    const before = await contents();
    await till(`backup create ${catalogDomains}`);
    await till(`products delete --filter 'price > 90' --expect 33 --yes`);
    await till("products update --all --expect 27 --set price=1 --yes");
    await till("products update --all --set stock=3 --expect 27 --yes");
    const changed = await contents();
    expect(changed).not.toEqual(before);
    const report = await restore();
    expect(await contents()).toEqual(before);
    expect(report.restored).toHaveLength(33);
    expect((await till("backup restore --yes")).stderr).toContain("Nothing to do.");
    await till(`jobs undo ${report.id} --yes`);
    expect(await contents()).toEqual(changed);
  });
});

const attach = ["products", "media", "attach", "stoneware-mug", "till_stoneware-mug-ink~mv2.jpg"];

test("prices per unit and pictures of choices of deleted products come back on catalog v1", async () => {
  await till("sandbox seed demo");
  await till([...attach, "--choice", "Colour=Ink"]);
  const before = await contents();
  expect(before["products.ndjson"]).toContain('"pricePerUnit":{"baseMeasurementUnit"');
  expect(before["products.ndjson"]).toContain(
    '"choiceMedia":[{"choice":"Ink","media":[1],"option":"Colour"}]',
  );
  await till(`backup create ${catalogDomains}`);
  await till("products delete decaf-huila yirgacheffe-washed stoneware-mug --yes");
  expect((await till("backup restore --yes")).stderr).not.toContain("Not carried over");
  expect(await contents()).toEqual(before);
});

test("pictures of choices come back with the options of a product on catalog v1", async () => {
  await till("sandbox seed demo");
  await till([...attach, "--choice", "Colour=Ink"]);
  const before = await contents();
  await till(`backup create ${catalogDomains}`);
  const { stdout } = await till("products get stoneware-mug --json");
  const { id, productOptions } = JSON.parse(stdout) as Product;
  const [color] = productOptions ?? [];
  const choices = (color?.choices ?? []).map(({ value, description }) => ({ value, description }));
  const options = [{ ...color, choices: [...choices, { value: "#000000", description: "Coal" }] }];
  const input = JSON.stringify({ product: { id, productOptions: options } });
  await till(["api", "products.update", "--input", input, "--yes"]);
  expect((await contents())["products.ndjson"]).not.toContain('"choice":"Ink"');
  await restore();
  expect(await contents()).toEqual(before);
});

test("prices per unit, text fields and digital files of deleted products come back on catalog v3", async () => {
  await till("sandbox seed demo --catalog v3");
  const get = async () => {
    const { stdout } = await till("products get brewing-at-home --json");
    return JSON.parse(stdout) as { id: string; digitalFile?: object };
  };
  await till([...attach, "--choice", "Colour=Ink"]);
  await giveFile((await get()).id, "secret-file.pdf");
  const before = await contents();
  expect(before["products.ndjson"]).toContain("Message on the card");
  await till(`backup create ${catalogDomains}`);
  await till("products delete --all --expect 24 --yes");
  expect((await till("backup restore --yes")).stderr).not.toContain("Not carried over");
  expect(await contents()).toEqual(before);
  expect((await get()).digitalFile).toMatchObject({ id: "secret-file.pdf" });
});

/** Gives the only variant of a digital product of catalog v3 a file. */
async function giveFile(productId: string, file: string): Promise<void> {
  const { stdout } = await till(["api", "productsV3.get", "-f", `productId=${productId}`, "--json"]);
  const { product } = JSON.parse(stdout) as {
    product: { revision: string; variantsInfo: { variants: object[] } };
  };
  const { revision, variantsInfo } = product;
  const [variant] = variantsInfo.variants as [{ id: string; price: object }];
  const { id, price } = variant;
  const variants = [{ id, price, choices: [], digitalProperties: { digitalFile: { id: file } } }];
  const input = { product: { id: productId, revision, options: [], variantsInfo: { variants } } };
  await till(["api", "productsV3.update", "--input", JSON.stringify(input), "--yes"]);
}

test("renamed objects are found by their ids, and references to them stay", async () => {
  await till("sandbox seed demo");
  const before = await contents();
  await till("backup create --name base");
  await till([
    "products",
    "update",
    "wool-throw",
    "--set",
    "name=Blanket",
    "--set",
    "handle=blanket",
    "--yes",
  ]);
  await till(["products", "update", "oven-mitt", "--set", "handle=wool-throw", "--yes"]);
  await till(["collections", "update", "coffee", "--name", "Tea", "--slug", "tea"]);
  await till("collections delete tableware --yes");
  await till("products delete stoneware-mug --yes");
  const { id, restored } = await restore("--at base");
  expect(await contents()).toEqual(before);
  expect(restored.map(({ kind }) => kind).sort()).toEqual(["collection", "product"]);
  const changed = await contents();
  await till(`jobs undo ${id} --yes`);
  expect(await contents()).not.toEqual(changed);
  await restore("--at base");
  expect(await contents()).toEqual(before);
});

test("restoring only products keeps them in collections that were renamed", async () => {
  await till("sandbox seed demo");
  await till("backup create");
  await till(["collections", "update", "coffee", "--name", "Tea"]);
  expect((await till("backup restore --only products --yes")).stderr).toContain("Nothing to do.");
});

test("objects that were added since stay, unless --prune deletes them", async () => {
  await till("sandbox seed demo");
  const before = await contents();
  await till(`backup create ${catalogDomains}`);
  await till("products delete wool-throw --yes");
  await till([
    "products",
    "create",
    "--name",
    "Wool Throw",
    "--price",
    "3",
    "--handle",
    "wool-throw",
    "--sku",
    "NEW",
  ]);
  await till(["collections", "create", "--name", "Sale"]);
  await till(["collections", "update", "sale", "--description", "Last pieces", "--visible", "false"]);
  await till(["collections", "add", "sale", "oven-mitt"]);
  await till(["products", "create", "--name", "Own", "--price", "3"]);
  const added = await contents();
  await restore();
  const now = await contents();
  expect(now["products.ndjson"]).toContain('"handle":"own"');
  expect(now["collections.ndjson"]).toContain('"name":"Sale"');
  const { id } = await restore("--prune");
  expect(await contents()).toEqual(before);
  await till(`jobs undo ${id} --yes`);
  expect((await contents())["collections.ndjson"]).toBe(added["collections.ndjson"]);
  expect((await contents())["products.ndjson"]).toBe(now["products.ndjson"]);
});

test("a backup of products that kept changing ends 9 with their ids, and --prune does not trust it", async () => {
  await world.till("sandbox seed 110");
  const { stdout } = await world.till("products list --all --output ndjson");
  const ids = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id)
    .sort();
  let page = 0;
  const { code, stderr } = await world.till(
    "backup create --name moved --only products,settings --no-costs",
    {
      async onRequest({ name }) {
        if (name === "products.query" && ++page % 2 === 0)
          expect(await world.till(`products delete ${ids.pop()} --yes`)).toMatchObject({ code: 0 });
      },
    },
  );
  expect(code).toBe(9);
  expect(stderr).toContain("The list of products changed each of the 4 times it was read");
  expect(stderr).toMatch(/Not in every reading: [0-9a-f-]{36}\./);
  const restore = "backup restore --at moved --no-costs --dry-run";
  expect(await world.till(`${restore} --prune`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("moved may lack some products, which --prune would delete"),
  });
  expect(await world.till(restore)).toMatchObject({ code: 0 });
});

test("a slug that a new product has taken is reported, unless that product is deleted", async () => {
  await till("sandbox seed demo");
  const before = await contents();
  await till("backup create");
  await till("products update wool-throw --set handle=blanket --yes");
  await till(["products", "create", "--name", "Other", "--price", "3", "--handle", "wool-throw"]);
  const refused = await world.till("backup restore --yes");
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('the handle "wool-throw" belongs to "Other", which was added since');
  await restore("--prune");
  expect(await contents()).toEqual(before);
});

test("a product that was restored under a new id is found again, even after a rename", async () => {
  await till("sandbox seed 3");
  const before = await contents();
  await till("backup create --name base");
  const slug = "birch-cup-000001";
  await till(`products delete ${slug} --yes`);
  const [first] = (await restore()).restored;
  expect(first).toMatchObject({ kind: "product", name: "Birch Cup 000001" });
  await till(`products update ${slug} --set handle=cup --set name=Cup --yes`);
  expect((await restore()).restored).toEqual([]);
  expect(await contents()).toEqual(before);
  await till(`products delete ${slug} --yes`);
  const [second] = (await restore()).restored;
  expect(second?.oldId).toBe(first?.oldId);
  expect(second?.id).not.toBe(first?.id);
});

test.each(["v1", "v3"])("products that exchanged their slugs get them back, catalog %s", async (catalog) => {
  await till(`sandbox seed 3 --catalog ${catalog}`);
  const before = await contents();
  await till("backup create");
  const [one, two, three] = ["birch-cup-000001", "calm-jug-000002", "dusty-lamp-000003"];
  await till(`products update ${one} --set handle=x --yes`);
  await till(`products update ${two} --set handle=${one} --set price=2 --yes`);
  await till(`products update ${three} --set handle=${two} --yes`);
  await till(`products update x --set handle=${three} --yes`);
  const changed = await contents();
  const { id } = await restore();
  expect(await contents()).toEqual(before);
  await till(`jobs undo ${id} --yes`);
  expect(await contents()).toEqual(changed);
});

test.each(["v1", "v3"])("products that exchanged their SKUs get them back, catalog %s", async (catalog) => {
  await till(`sandbox seed 3 --catalog ${catalog}`);
  const before = await contents();
  await till("backup create");
  const [one, two] = ["birch-cup-000001", "calm-jug-000002"];
  const skuOf = async (slug: string) => (await till(`products get ${slug} --json --jq .sku`)).stdout.trim();
  const [first, second] = [await skuOf(one), await skuOf(two)];
  await till(`products update ${one} --set sku=X --yes`);
  await till(`products update ${two} --set sku=${first} --yes`);
  await till(`products update ${one} --set sku=${second} --yes`);
  expect(await contents()).not.toEqual(before);
  await restore();
  expect(await contents()).toEqual(before);
  await till(`products update ${one} --set sku=X --yes`);
  await till(["products", "create", "--name", "Own", "--price", "3", "--sku", first]);
  const refused = await world.till("backup restore --yes");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`the SKU "${first}" belongs to "Own"`);
  await restore("--prune");
  expect(await contents()).toEqual(before);
});

test("a plan file keeps the ids that objects had", async () => {
  await till("sandbox seed 3");
  const before = await contents();
  await till("backup create");
  await till("products delete birch-cup-000001 --yes");
  await till("backup restore --plan-out plan.ndjson");
  const applied = await till("apply plan.ndjson --yes --json");
  expect((JSON.parse(applied.stdout) as Report).restored).toMatchObject([{ name: "Birch Cup 000001" }]);
  await till("products update birch-cup-000001 --set handle=cup --yes");
  expect((await restore()).restored).toEqual([]);
  expect(await contents()).toEqual(before);
});

test("products that someone changes between plan and apply are skipped and named", async () => {
  await till("sandbox seed 3");
  await till("backup create");
  await till("products update --all --expect 3 --set price=1 --yes");
  await till("backup restore --plan-out plan.ndjson");
  await till("products update birch-cup-000001 --set price=2 --yes");
  const applied = await world.till("apply plan.ndjson --yes");
  expect(applied.code).toBe(9);
  expect(applied.stdout + applied.stderr).toMatch(/Birch Cup[\s\S]*changed by job \w+ since/);
  expect((await contents())["products.ndjson"]).toContain('"price":"2"');
  await restore();
  expect((await contents())["products.ndjson"]).not.toMatch(/"price":"[12]"/);
});

test("discounts, regions, places and events are restored, with their references to a renamed product", async () => {
  await till("sandbox seed demo");
  await till("copy pull before");
  await till("backup create");
  const idOf = async (list: string, item = 0) =>
    (await till(`${list} --json --jq .items[${item}].id`)).stdout.trim();
  await till(`discounts delete ${await idOf("discounts list")} --yes`);
  await till(`settings tax regions delete ${await idOf("settings tax regions list", 2)} --yes`);
  await till(`settings shipping pickup delete ${await idOf("settings shipping pickup list")} --yes`);
  await till("products update wool-throw --set handle=blanket --set name=Blanket --yes");
  await till("collections delete textiles --yes");
  const { restored } = await restore();
  const kinds = restored.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(["collection", "discountRule", "pickupLocation", "taxRate", "taxRegion"]);
  await till("copy pull after");
  expect(contentOf(world.path("after"))).toEqual(contentOf(world.path("before")));
  expect((await till("backup restore --yes")).stderr).toContain("Nothing to do.");
});

test("a coupon of a collection that was deleted cannot come back without it", async () => {
  await till("sandbox seed demo");
  const list = await till([
    "collections",
    "list",
    "--json",
    "--jq",
    '.items[] | select(.name == "Coffee") | .id',
  ]);
  const coupon = {
    name: "Coffee",
    code: "COFFEE",
    startTime: "1767225600000",
    percentOffRate: 10,
    scope: { namespace: "stores", group: { name: "collection", entityId: list.stdout.trim() } },
  };
  const created = await till(["api", "coupons.create", "--input", JSON.stringify({ specification: coupon })]);
  await till("backup create");
  const { id } = JSON.parse(created.stdout) as { id: string };
  await till(["api", "coupons.remove", "--input", JSON.stringify({ id }), "--yes"]);
  await till("collections delete coffee --yes");
  const { code, stderr } = await world.till("backup restore --only products,discounts --yes");
  expect(code).toBe(2);
  expect(stderr).toContain('coupon COFFEE refers to the collection "Coffee", which does not exist');
  expect((await restore()).restored.map(({ kind }) => kind).sort()).toEqual(["collection", "coupon"]);
});

test.each(["v1", "v3"])(
  "discounts stay on products and collections that were renamed, catalog %s",
  async (catalog) => {
    await till(`sandbox seed demo --catalog ${catalog}`);
    const collection = async (name: string) =>
      (
        await till(["collections", "list", "--json", "--jq", `.items[] | select(.name == "${name}") | .id`])
      ).stdout.trim();
    const create = async (code: string, name: string, entityId: string) => {
      const scope = { namespace: "stores", group: { name, entityId } };
      const specification = { name: code, code, startTime: "1767225600000", percentOffRate: 10, scope };
      const { stdout } = await till(["api", "coupons.create", "--input", JSON.stringify({ specification })]);
      return (JSON.parse(stdout) as { id: string }).id;
    };
    const product = (await till("products get wool-throw --json --jq .id")).stdout.trim();
    const coupons = [
      await create("COFFEE", "collection", await collection("Coffee")),
      await create("THROW", "product", product),
    ];
    await till("copy pull before");
    await till("backup create");
    await till("products update wool-throw --set handle=blanket --yes");
    await till(["collections", "update", "coffee", "--name", "Tea"]);
    const stays = async () =>
      expect((await till("backup restore --only discounts --yes")).stderr).toContain("Nothing to do.");
    await stays();
    await till(["products", "create", "--name", "Other", "--price", "3", "--handle", "wool-throw"]);
    await till(["collections", "create", "--name", "Coffee"]);
    await stays();
    await till("products delete wool-throw --yes");
    await till(`collections delete ${await collection("Coffee")} --yes`);
    for (const id of coupons) {
      const change = { id, specification: { percentOffRate: 25 }, fieldMask: { paths: ["percentOffRate"] } };
      await till(["api", "coupons.update", "--input", JSON.stringify(change), "--yes"]);
    }
    await restore();
    await till("copy pull after");
    expect(contentOf(world.path("after"))).toEqual(contentOf(world.path("before")));
  },
);

test("a tax rate whose group was renamed is restored", async () => {
  await till("sandbox seed demo");
  await till("copy pull before");
  await till("backup create");
  const first = async (call: string) =>
    JSON.parse((await till(["api", call, "--json"])).stdout) as Record<
      string,
      { id: string; revision: string }[]
    >;
  const [group] = (await first("taxGroups.query")).taxGroups ?? [];
  const rates = (await first("manualTaxMappings.query")).manualTaxMappings as unknown as {
    taxGroupId: string;
  }[];
  const rate = rates.find(({ taxGroupId }) => taxGroupId === group?.id);
  const send = async (call: string, input: object) =>
    await till(["api", call, "--input", JSON.stringify(input), "--yes"]);
  await send("taxGroups.update", { taxGroup: { ...group, name: "Literature" } });
  await send("manualTaxMappings.update", { manualTaxMapping: { ...rate, taxRate: "0.5" } });
  await restore("--only tax");
  await till("copy pull after");
  expect(contentOf(world.path("after"))).toEqual(contentOf(world.path("before")));
});

test("delivery profiles and regions that were renamed get their names back, with what refers to them", async () => {
  await till("sandbox seed demo");
  const send = async (call: string, input: object) =>
    JSON.parse((await till(["api", call, "--input", JSON.stringify(input), "--yes", "--json"])).stdout);
  const regions = [{ name: "Japan", destinations: [{ countryCode: "JP" }] }];
  const { deliveryProfile } = await send("deliveryProfiles.create", {
    deliveryProfile: { name: "Bulky", deliveryRegions: regions },
  });
  const [region] = deliveryProfile.deliveryRegions;
  const { shippingOption } = await send("shippingOptions.create", {
    shippingOption: { title: "Truck", deliveryRegionId: region.id, rates: [{ amount: "9" }] },
  });
  await till("copy pull before");
  await till("backup create");
  const { id, revision } = deliveryProfile;
  await send("deliveryProfiles.update", { deliveryProfile: { id, revision, name: "Heavy" } });
  await send("deliveryProfiles.updateDeliveryRegion", {
    deliveryProfileId: id,
    deliveryRegion: { id: region.id, name: "Nippon", destinations: region.destinations },
  });
  await send("shippingOptions.update", { shippingOption: { ...shippingOption, rates: [{ amount: "12" }] } });
  expect((await restore()).restored).toEqual([]);
  await till("copy pull after");
  expect(contentOf(world.path("after"))).toEqual(contentOf(world.path("before")));
  const profiles = await send("deliveryProfiles.query", {});
  expect(JSON.stringify(profiles)).toContain(region.id);
});

test("a restore that is interrupted is resumed, and gives the same shop", async () => {
  await till("sandbox seed 12");
  const before = await contents();
  await till(`backup create --name base ${catalogDomains}`);
  for (const last of [0, 3, 7]) {
    await till("products delete --filter 'price > 90' --yes");
    await till("products update --filter 'price > 1' --set price=1 --yes");
    const ctrlC = new AbortController();
    let left = last;
    const interrupted = await world.till("backup restore --at base --yes", {
      signal: ctrlC.signal,
      onRequest: ({ effect }) => {
        if (effect !== "read" && left-- <= 0) ctrlC.abort("SIGINT");
      },
    });
    if (interrupted.code === 130) await till("jobs resume last --yes");
    expect({ last, code: interrupted.code }).toEqual({ last, code: 130 });
    expect(await contents()).toEqual(before);
  }
});

test("--at takes a time, an age, a name or a snapshot", async () => {
  await till("sandbox seed 3");
  await till("backup create --name base");
  await till(`copy pull shop ${catalogDomains}`);
  const today = new Date().toISOString().slice(0, 10);
  for (const at of ["base", today, "today", new Date(Date.now() + 60_000).toISOString(), "./shop", "shop"])
    expect((await till(`backup restore --at ${at} --yes`)).stderr).toContain("Nothing to do.");
  for (const at of ["2026-01-01", "7d", "yesterday", "other", "2026-01-01T00-00-00Z"]) {
    const { code, stderr } = await world.till(`backup restore --at ${at} --yes`);
    expect(code).toBe(5);
    expect(stderr).toContain("This shop has no backup");
  }
});

describe("wrong input", () => {
  const manifest = (changes: object) =>
    JSON.stringify({
      ...JSON.parse(readFileSync(world.path("shop/snapshot.json"), "utf8")),
      ...changes,
    });

  test("a snapshot of another site is not restored", async () => {
    await till("sandbox seed 3");
    await till("copy pull shop --only products");
    writeFileSync(
      world.path("shop/snapshot.json"),
      manifest({ site: "11111111-1111-4111-8111-111111111111" }),
    );
    const { code, stderr } = await world.till("backup restore --at ./shop --yes");
    expect(code).toBe(2);
    expect(stderr).toContain("./shop is a snapshot of another site");
    expect(stderr).toContain("till copy promote --source ./shop --target sandbox");
  });

  test.each([
    ["--only orders", "orders cannot be restored"],
    ["--at ./few --prune", "would delete the others"],
    ["--at ./fewer --prune", "fewer has only some collections (--limit), so --prune would delete the others"],
    ["--at ./shop --only inventory --prune", "--prune deletes nothing of inventory"],
    ["--at 2026-13-45", 'Invalid value "2026-13-45" for --at'],
    ["--at ./broken", "products.ndjson, line 2, "],
    ["--at till", "till is not a snapshot"],
  ])("till backup restore %s exits 2 and sends nothing", async (line, message) => {
    await till("sandbox seed 3");
    await till(`copy pull shop ${catalogDomains}`);
    await till("copy pull few --only products --limit 2");
    await till("copy pull fewer --only collections --limit 1");
    await till("copy pull broken --only products");
    const file = world.path("broken/products.ndjson");
    const [first, second = ""] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, `${first}\n${second.slice(0, 40)}\n`);
    const writes: string[] = [];
    const { code, stderr } = await world.till(`backup restore ${line} --yes`, {
      onRequest: ({ name = "", effect }) => {
        if (effect !== "read") writes.push(name);
      },
    });
    expect({ code, writes }).toEqual({ code: 2, writes: [] });
    expect(stderr).toContain(message);
  });
});
