import { expect, test } from "vitest";
import { compareStores } from "../../src/copies/compare.ts";
import type { SnapshotObject } from "../../src/copies/format.ts";
import { shopObjects } from "../../src/copies/shop-objects.ts";
import { openSnapshotStore } from "../../src/copies/store.ts";

const kinds = await shopObjects(["products", "collections"]);

/** Numbers from a seed, from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const letters = ["a", "Z", "é", "\uFFFD", "😀", "~", "\u0001", "0"];

function shop(next: () => number): Map<string, SnapshotObject> {
  const objects = new Map<string, SnapshotObject>();
  for (let count = Math.floor(next() * 20); count > 0; count--) {
    const slug = Array.from({ length: 3 }, () => letters[Math.floor(next() * letters.length)]).join("");
    objects.set(slug, { _kind: "product", handle: slug, name: next() < 0.5 ? "One" : "Two" });
  }
  return objects;
}

test("finds exactly what was added, removed and changed, for any keys", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed);
    const [one, other] = [shop(next), shop(next)];
    const stores = [one, other].map((objects) => {
      const store = openSnapshotStore(kinds);
      store.add([...objects].map(([id, object]) => ({ id, object })));
      return store;
    });
    const [left, right] = stores;
    if (!left || !right) throw new Error("two stores");
    const found = [...compareStores(left, right, { domains: ["products"] })].map(
      ({ key, change }) => `${change} ${key}`,
    );
    const expected = [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
      if (!one.has(key)) return [`added ${key}`];
      if (!other.has(key)) return [`removed ${key}`];
      return one.get(key)?.name === other.get(key)?.name ? [] : [`changed ${key}`];
    });
    expect([...found].sort(), `seed ${seed}`).toEqual(expected.sort());
    for (const store of stores) store.close();
  }
});

test("objects with the same name are compared in the order of their content", () => {
  const [one, other] = [openSnapshotStore(kinds), openSnapshotStore(kinds)];
  const named = (id: string, slug: string) => ({ id, object: { _kind: "collection", name: "Sale", slug } });
  one.add([named("1", "sale"), named("2", "sale-2")]);
  other.add([named("9", "sale-2"), named("8", "sale"), named("7", "sale-3")]);
  expect([...compareStores(one, other, { domains: ["collections"] })]).toEqual([
    expect.objectContaining({ change: "added", key: "Sale (3)" }),
  ]);
});
