import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { obj, text } from "../../src/api/models/fields.ts";
import { createFakes } from "../../src/api/personal-data.ts";
import { shapeOf } from "../../src/api/schema-fields.ts";
import { snapshotDomains } from "../../src/copies/domains.ts";
import { type CopyList, copyShop } from "../../src/copies/sandbox-pull.ts";
import { objectModel, objectPlural, type ShopObject } from "../../src/copies/shop-object.ts";
import { copiedObjects } from "../../src/copies/shop-objects.ts";
import type { ObjectList } from "../../src/resources/object-list.ts";
import { beginCopy } from "../../src/sandbox/control/copy.ts";
import { copiedKinds } from "../../src/sandbox/seed/copied.ts";
import { planted, plantedId, remains } from "../support/canaries.ts";
import { temporaryFolder } from "../support/folders.ts";

/** Whether a kind describes persons, by the call that lists it. */
function describesPersons({ list, copy }: ShopObject): boolean {
  const read = copy?.list ?? (typeof list === "object" ? list : undefined);
  return read?.endpoint.personal ?? true;
}

const objects = [
  ...(await copiedObjects(snapshotDomains, "v1")),
  ...(await copiedObjects(snapshotDomains, "v3")).filter(({ copy }) => copy.catalog === "v3"),
];
const kinds = objects.map((object) => ({
  ...object.copy,
  model: object.copy.model ?? objectModel(object.copy.list ?? (object.list as ObjectList)),
  ...{
    kind: object.kind,
    domain: object.domain,
    name: objectPlural(object),
    personal: describesPersons(object),
  },
  pages: () => expect.fail("nothing is read"),
}));

const anEvent = { id: plantedId, title: "Fair", slug: "fair", createdDate: "2026-01-01T00:00:00.000Z" };

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Returns the bytes of every file of the sandbox. */
const bytesIn = (path: string) =>
  Buffer.concat(readdirSync(path).map((name) => readFileSync(join(path, name)))).toString("latin1");

type Given = readonly [kind: CopyList, objects: readonly object[]];

/** Returns the lists of a copy of these objects. Calls `look` before and after it replaces the sandbox. */
async function copy(given: readonly Given[], file: string, look: () => void) {
  const isV3 = given.some(([{ kind }]) => kind.endsWith("V3"));
  const target = beginCopy(file, { catalog: isV3 ? "v3" : "v1", currency: "USD" });
  const lists = given.map(([kind, objects]) => ({
    ...kind,
    async *pages() {
      yield { objects: [...objects], rows: objects.length };
    },
  }));
  const copied = await copyShop(lists, {
    ...{ fakes: createFakes(Buffer.alloc(32, 1)), signal: new AbortController().signal },
    add: target.add,
    report: async () => {},
  });
  look();
  await target.finish();
  look();
  return copied;
}

test("every kind that a sandbox can store has a model", () => {
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(copiedKinds));
});

test("a copy contains none of the planted private texts, not even before it is complete", async () => {
  let total = 0;
  for (const kind of kinds) {
    const { value: object, count } = planted(kind.model, kind.personal);
    const place = mkdtempSync(join(folder, `${kind.kind}-`));
    const file = join(place, "sandbox.db");
    const look = () => expect(bytesIn(place).match(remains)?.[0], kind.kind).toBeUndefined();
    const events = kinds.filter(({ kind: name }) => name === "event" && kind.domain === "tickets");
    const given = [...events.map((one): Given => [one, [anEvent]]), [kind, [object as object]] as Given];
    const lists = await copy(given, file, look);
    // The rule of this coupon is not a valid one.
    expect(lists.at(-1), kind.kind).toMatchObject({ count: kind.kind === "coupon" ? 0 : 1 });
    expect(existsSync(`${file}.copy`)).toBe(false);
    total += count;
  }
  expect(total).toBeGreaterThan(1000);
});

test("a field that is added to a model is replaced until it is marked", async () => {
  for (const kind of kinds.filter(({ personal }) => personal)) {
    const model = obj({ ...shapeOf(kind.model), addedLater: text() });
    const objects: object[] = [];
    await copyShop(
      [
        {
          ...{ ...kind, model },
          async *pages() {
            yield { objects: [{ order: {}, addedLater: "Jane Canary" }], rows: 1 };
          },
        },
      ],
      {
        ...{ fakes: createFakes(Buffer.alloc(32, 1)), signal: new AbortController().signal },
        add: (_, added) => objects.push(...added) && 0,
        report: async () => {},
      },
    );
    expect(objects, kind.kind).toHaveLength(1);
    expect(JSON.stringify(objects), kind.kind).not.toContain("Canary");
    expect(objects[0], kind.kind).toHaveProperty("addedLater");
  }
});
