import { expect, test } from "vitest";
import { findGroup, groupsOf, parseGroup } from "../../src/config/groups.ts";
import { type Profile, removeProfile, renameProfile } from "../../src/config/profiles.ts";

const profiles: Profile[] = ["de", "fr"].map((name) => ({ name, platform: "hosted", credentials: name }));
const contents = { profiles, groups: { eu: ["de", "fr"] } };

test("a group is a list of profiles", () => {
  expect(groupsOf(contents)).toEqual(new Map([["eu", ["de", "fr"]]]));
  expect(findGroup(contents, "eu")).toEqual(["de", "fr"]);
  expect(() => findGroup(contents, "ue")).toThrow(expect.objectContaining({ code: "UNKNOWN_GROUP" }));
});

test("a group is stored without duplicates; unknown profiles, bad names and empty lists are errors", () => {
  expect(parseGroup(contents, "group.eu", "fr de,fr")).toEqual(["fr", "de"]);
  expect(() => parseGroup(contents, "group.eu", "es")).toThrow(
    expect.objectContaining({ code: "UNKNOWN_PROFILE" }),
  );
  expect(() => parseGroup(contents, "group.eu", " , ")).toThrow("at least one profile");
  expect(() => parseGroup(contents, "group.e u", "de")).toThrow("Invalid name");
});

test("groups follow their profiles when these are renamed or removed", () => {
  expect(renameProfile(contents, "de", "at").groups).toEqual({ eu: ["at", "fr"] });
  expect(removeProfile(contents, "de").groups).toEqual({ eu: ["fr"] });
});
