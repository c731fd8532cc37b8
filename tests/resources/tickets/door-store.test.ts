import { expect, test } from "vitest";
import { openDoorStore, storedEvent } from "../../../src/resources/tickets/door-store.ts";
import { temporaryFolder } from "../../support/folders.ts";

test("a stored event is found by slug or id, in its own profile", () => {
  const paths = { state: temporaryFolder("till-door-") };
  const id = "0a4c7d52-6f1e-4b58-9c2d-8d3e5f607182";
  const event = { id, slug: "raku-night", title: "Raku night", zone: "UTC" };
  const store = openDoorStore(paths, "shop-test", id);
  store.replace(event, [], 0);
  store.close();
  for (const reference of ["raku-night", id, id.toUpperCase()])
    expect(storedEvent(paths, "shop-test", reference)).toMatchObject(event);
  expect(storedEvent(paths, "shop", "raku-night")).toBeUndefined();
});
