import { expect, test } from "vitest";
import { resolveProfile } from "../../src/config/effective-profile.ts";
import {
  addProfile,
  changeProfile,
  chooseProfile,
  currentProfile,
  findProfile,
  listProfiles,
  type Profile,
  type ProfileContents,
  parsePlatform,
  removeProfile,
  renameProfile,
} from "../../src/config/profiles.ts";

const names = (contents: ProfileContents) => listProfiles(contents).map(({ name }) => name);
const shop: Omit<Profile, "credentials"> = {
  name: "shop",
  platform: "hosted",
  siteId: "site-1",
  clientId: "client-1",
};
const withShop: ProfileContents = addProfile({}, shop);

test("a new installation has the sandbox as active profile", () => {
  expect(listProfiles({})).toEqual([{ name: "sandbox", platform: "sandbox", credentials: "sandbox" }]);
  expect(currentProfile({})).toBe("sandbox");
});

test("the sandbox cannot be removed, renamed or moved to another platform", () => {
  expect(() => removeProfile({}, "sandbox")).toThrow('The profile "sandbox" cannot be removed');
  expect(() => renameProfile({}, "sandbox", "x")).toThrow("cannot be renamed");
  expect(() => changeProfile({}, "sandbox", { platform: "hosted" })).toThrow(
    "cannot be moved to another platform",
  );
  expect(() => addProfile({}, { name: "sandbox", platform: "hosted" })).toThrow("already");
  const edited: ProfileContents = {
    profiles: [{ name: "sandbox", platform: "hosted", credentials: "x", currency: "EUR" }],
  };
  expect(findProfile(edited, "sandbox")).toEqual({
    name: "sandbox",
    platform: "sandbox",
    credentials: "sandbox",
    currency: "EUR",
  });
});

test("adds, selects, changes, renames and removes profiles", () => {
  const two = addProfile(withShop, { name: "a", platform: { baseUrl: "https://example.com" } });
  expect(names(two)).toEqual(["sandbox", "a", "shop"]);
  const used = chooseProfile(two, "shop");
  const renamed = renameProfile(used, "shop", "store");
  expect(currentProfile(renamed)).toBe("store");
  expect(findProfile(renamed, "store")).toMatchObject({ siteId: "site-1", credentials: "shop" });
  expect(findProfile(changeProfile(renamed, "store", { currency: "CHF" }), "store")).toMatchObject({
    currency: "CHF",
    siteId: "site-1",
  });
  expect(changeProfile({}, "sandbox", { currency: "EUR" }).profiles).toHaveLength(1);
  const removed = removeProfile(renamed, "store");
  expect(names(removed)).toEqual(["sandbox", "a"]);
  expect(currentProfile(removed)).toBe("sandbox");
  expect(names(two)).toEqual(["sandbox", "a", "shop"]);
});

test("a new profile never gets the secrets of an earlier one with its name", () => {
  const renamed = renameProfile(withShop, "shop", "store");
  expect(findProfile(addProfile(renamed, shop), "shop").credentials).toBe("shop-2");
});

test("rejects confusing names, and suggests the nearest for unknown ones", () => {
  for (const name of ["", "-x", "a b", "a/b", "../x", "__proto__", "x".repeat(65), "a\nb"]) {
    expect(() => addProfile({}, { name, platform: "hosted" })).toThrow("Invalid profile name");
  }
  expect(() => addProfile({}, { name: "environment", platform: "hosted" })).toThrow("already");
  expect(() => addProfile(withShop, shop)).toThrow(expect.objectContaining({ exitCode: 6 }));
  expect(() => findProfile(withShop, "shpo")).toThrow('Unknown profile "shpo". Did you mean "shop"?');
  expect(() => chooseProfile({}, "gone")).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test.each([
  ["https://api.example.com/", { baseUrl: "https://api.example.com" }],
  ["http://127.0.0.1:4000", { baseUrl: "http://127.0.0.1:4000" }],
  ["http://shop.localhost:4000", { baseUrl: "http://shop.localhost:4000" }],
  ["http://[::1]:1/x/", { baseUrl: "http://[::1]:1/x" }],
  ["hosted", "hosted"],
  ["sandbox", "sandbox"],
])("accepts the platform %s", (text, platform) => {
  expect(parsePlatform(text, "--base-url")).toEqual(platform);
});

test.each([
  "http://example.com",
  "http://127.0.0.1.evil.com",
  "ftp://x",
  "example.com",
  "https://u:p@x",
  "https://x?a=1",
  "javascript:1",
])("rejects the platform %s", (text) => {
  expect(() => parsePlatform(text, "TILL_BASE_URL")).toThrow(/^TILL_BASE_URL must be/);
});

test("uses the sandbox by default", () => {
  expect(resolveProfile({}, {})).toMatchObject({
    name: "sandbox",
    platform: "sandbox",
    credentials: "sandbox",
    origins: { name: { origin: "default" }, platform: { origin: "profile", source: "profile sandbox" } },
  });
});

test("flags win over the environment, and the environment over the active profile", () => {
  const contents = chooseProfile(
    addProfile(withShop, { name: "b", platform: "hosted", siteId: "site-b" }),
    "shop",
  );
  const env = { TILL_PROFILE: "b", TILL_SITE_ID: "site-env" };
  expect(resolveProfile(contents, {})).toMatchObject({
    name: "shop",
    origins: { name: { origin: "settings" } },
  });
  expect(resolveProfile(contents, { TILL_PROFILE: "b" })).toMatchObject({
    name: "b",
    siteId: "site-b",
    credentials: "b",
  });
  expect(resolveProfile(contents, env)).toMatchObject({
    name: "b",
    siteId: "site-env",
    credentials: "b",
    origins: {
      name: { origin: "environment", source: "TILL_PROFILE" },
      siteId: { origin: "environment", source: "TILL_SITE_ID" },
    },
  });
  expect(resolveProfile(contents, env, { profile: "shop", site: "site-flag", as: "admin" })).toMatchObject({
    name: "shop",
    siteId: "site-flag",
    role: "admin",
    origins: {
      name: { origin: "flag" },
      siteId: { origin: "flag", source: "--site" },
      role: { source: "--as" },
    },
  });
});

test("an id of a site in capitals is that of the same site", () => {
  const [upper, lower] = ["9A1D7C30-52B8-4B0E-9A44-0C6E1F2D3B47", "9a1d7c30-52b8-4b0e-9a44-0c6e1f2d3b47"];
  const contents = addProfile({}, { name: "b", platform: "hosted", siteId: upper });
  expect(resolveProfile(contents, {}, { profile: "b" })).toMatchObject({
    siteId: lower,
    storedSiteId: lower,
  });
  expect(findProfile(contents, "b")).toMatchObject({ siteId: lower });
  expect(resolveProfile(contents, { TILL_SITE_ID: upper })).toMatchObject({ siteId: lower });
  expect(resolveProfile(contents, {}, { profile: "b", site: upper })).toMatchObject({ siteId: lower });
});

test("credentials in the environment define a hosted profile that stores nothing", () => {
  const profile = resolveProfile({}, { TILL_API_KEY: "key", TILL_SITE_ID: "site" });
  expect(profile).toMatchObject({
    name: "environment",
    platform: "hosted",
    siteId: "site",
    secrets: { apiKey: "key" },
  });
  expect(profile.credentials).toBeUndefined();
  expect(resolveProfile({}, { TILL_BASE_URL: "http://127.0.0.1:4000" })).toMatchObject({
    name: "environment",
    platform: { baseUrl: "http://127.0.0.1:4000" },
  });
});

test("credentials in the environment replace the stored ones of the active hosted profile", () => {
  const profile = resolveProfile(chooseProfile(withShop, "shop"), { TILL_ACCESS_TOKEN: "token" });
  expect(profile).toMatchObject({ name: "shop", siteId: "site-1", secrets: { accessToken: "token" } });
  expect(profile.credentials).toBeUndefined();
});

test("rejects a production profile with the URL of a sandbox, and the reverse", () => {
  const contents = chooseProfile(withShop, "shop");
  expect(() => resolveProfile(contents, { TILL_BASE_URL: "http://127.0.0.1:4000" })).toThrow(
    'Profile "shop" is production (hosted), but TILL_BASE_URL is a sandbox (http://127.0.0.1:4000).',
  );
  const remote = { TILL_BASE_URL: "https://shop.example" };
  expect(() => resolveProfile({}, remote, { profile: "sandbox" })).toThrow(
    'Profile "sandbox" is a sandbox (sandbox), but TILL_BASE_URL is production (https://shop.example).',
  );
  const served = addProfile(contents, { name: "local", platform: { baseUrl: "http://localhost:4000" } });
  expect(() => resolveProfile(served, remote, { profile: "local" })).toThrow("TILL_BASE_URL is production");
});

test("a selected sandbox stays local regardless of the environment", () => {
  const env = { TILL_API_KEY: "key", TILL_BASE_URL: "http://127.0.0.1:4000" };
  const local = { name: "sandbox", platform: "sandbox" };
  expect(resolveProfile({}, env, { profile: "sandbox" })).toMatchObject(local);
  expect(resolveProfile({}, { ...env, TILL_PROFILE: "sandbox" })).toMatchObject(local);
});

test("stored secrets are never sent to another URL or client", () => {
  const contents = chooseProfile(withShop, "shop");
  expect(resolveProfile(contents, { TILL_BASE_URL: "https://elsewhere.example" })).toMatchObject({
    platform: { baseUrl: "https://elsewhere.example" },
    credentials: undefined,
  });
  expect(resolveProfile(contents, { TILL_CLIENT_ID: "client-2" }).credentials).toBeUndefined();
  expect(resolveProfile(contents, { TILL_CLIENT_ID: "client-1" }).credentials).toBe("shop");
});

test("rejects an unknown profile from any source", () => {
  expect(() => resolveProfile({}, {}, { profile: "x1" })).toThrow('Unknown profile "x1"');
  expect(() => resolveProfile({}, { TILL_PROFILE: "x1" })).toThrow('Unknown profile "x1"');
  expect(() => resolveProfile({ profile: "x1" }, {})).toThrow('Unknown profile "x1"');
  expect(() => resolveProfile({}, { TILL_PROFILE: "environment" })).toThrow('Unknown profile "environment"');
});

test("names and keys that differ in case only would be one file on macOS and Windows, so there are none", () => {
  const upper = { ...shop, name: "SHOP" };
  expect(() => addProfile(withShop, upper)).toThrow('The profile "shop" already exists');
  expect(() => addProfile({}, { ...shop, name: "Environment" })).toThrow('"environment" already exists');
  // The key of a renamed profile stays.
  const again = addProfile(renameProfile(withShop, "shop", "store"), upper);
  expect(findProfile(again, "SHOP").credentials).toBe("SHOP-2");
  expect(() => renameProfile(again, "store", "Shop")).toThrow('The profile "SHOP" already exists');
  expect(() => renameProfile(again, "SHOP", "SHOP")).toThrow("already exists");
  expect(findProfile(renameProfile(again, "SHOP", "shop"), "shop").credentials).toBe("SHOP-2");
});
