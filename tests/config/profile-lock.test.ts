import { expect, test } from "vitest";
import {
  addProfile,
  findProfile,
  lockProfile,
  lockState,
  type ProfileContents,
  renameProfile,
  unlockProfile,
} from "../../src/config/profiles.ts";

const noon = new Date("2026-05-01T12:00:00Z");
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const shop: ProfileContents = addProfile({}, { name: "shop", platform: "hosted" });
const stateOf = (contents: ProfileContents, at: Date, name = "shop") =>
  lockState(findProfile(contents, name), at);

test("covers no lock, locked, temporarily open, locked again automatically, and removed", () => {
  expect(stateOf(shop, noon)).toEqual({ locked: false });
  const locked = lockProfile(shop, "shop", noon);
  expect(stateOf(locked, noon)).toEqual({ locked: true });
  const open = unlockProfile(locked, "shop", { now: noon, until: later(15), reason: "Prices" });
  expect(stateOf(open, later(14))).toEqual({ locked: false, until: later(15), reason: "Prices" });
  expect(stateOf(open, later(15))).toEqual({ locked: true });
  expect(stateOf(lockProfile(open, "shop", later(1)), later(2))).toEqual({ locked: true });
  const off = unlockProfile(open, "shop", { now: later(20), reason: "Closed" });
  expect(stateOf(off, later(99))).toEqual({ locked: false });
});

test("keeps the lock after a rename, and the last fifty log entries", () => {
  let contents = lockProfile(shop, "shop", noon);
  contents = renameProfile(contents, "shop", "store");
  expect(stateOf(contents, noon, "store").locked).toBe(true);
  for (let minute = 1; minute <= 60; minute += 1) contents = lockProfile(contents, "store", later(minute));
  const { locks = [] } = findProfile(contents, "store");
  expect(locks).toHaveLength(50);
  expect(locks.at(-1)?.at).toBe(later(60).toISOString());
});

test("rejects unlocking a profile without a lock, and locking the sandbox", () => {
  const open = () => unlockProfile(shop, "shop", { now: noon, reason: "x" });
  expect(open).toThrow(expect.objectContaining({ code: "NOT_LOCKED", exitCode: 6 }));
  const off = unlockProfile(lockProfile(shop, "shop", noon), "shop", { now: noon, reason: "x" });
  expect(() => unlockProfile(off, "shop", { now: noon, reason: "x" })).toThrow("has no lock");
  expect(() => lockProfile(shop, "sandbox", noon)).toThrow("is a sandbox");
  expect(() => lockProfile(shop, "gone", noon)).toThrow('Unknown profile "gone"');
});

test("stays locked if the time of an entry is invalid", () => {
  const broken = { locks: [{ at: noon.toISOString(), act: "unlock" as const, until: "soon", reason: "x" }] };
  expect(lockState(broken, noon).locked).toBe(true);
});
