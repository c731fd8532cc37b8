import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { settingsFile } from "../../src/config/settings-file.ts";
import { temporaryFolder } from "../support/folders.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "config", "settings.json");
});

const open = () => settingsFile(file);
const put = async (text: string) => {
  await open().update(() => ({}));
  writeFileSync(file, text);
};

test("returns no settings without a file, and creates nothing on reading", () => {
  expect(open().read()).toEqual({});
  expect(readdirSync(folder)).toEqual([]);
});

test("reads what it wrote, in a private file in a private folder", async () => {
  await open().update(() => ({ profile: "shop", settings: { limit: 5 } }));
  expect(open().read()).toEqual({ profile: "shop", settings: { limit: 5 } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "config")).mode & 0o777).toBe(0o700);
});

test("a change gets the stored contents and keeps unknown members", async () => {
  await put(
    '{"future":{"a":1},"profiles":[{"name":"x","platform":"hosted","credentials":"x","later":true}]}',
  );
  await open().update((contents) => ({ ...contents, settings: { limit: 1 } }));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    future: { a: 1 },
    profiles: [{ name: "x", platform: "hosted", credentials: "x", later: true }],
    settings: { limit: 1 },
  });
});

test.each([
  ["", "is empty"],
  ["  \n", "is empty"],
  ['{"settings": {"limit"', "is damaged"],
  ["[]", "is damaged"],
  ["null", "is damaged"],
  ["\0\0\0\0", "is damaged"],
])("a file of %j is refused and left as it is", async (text, what) => {
  await put(text);
  const refused = { code: "SETTINGS_DAMAGED", exitCode: 2, message: `The settings file ${file} ${what}.` };
  expect(() => open().read()).toThrow(expect.objectContaining(refused));
  await expect(open().update((contents) => ({ ...contents, profile: "a" }))).rejects.toMatchObject(refused);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("reads a file with a byte order mark", async () => {
  await put('\ufeff{"profile":"shop"}');
  expect(open().read()).toEqual({ profile: "shop" });
});

test("reports the path of a value of the wrong type, and keeps the file", async () => {
  await put('{"profiles":[{"name":"a","platform":"mars","credentials":"a"}]}');
  expect(() => open().read()).toThrow(`The settings file ${file} is invalid at profiles.0.platform`);
  await expect(open().update((contents) => contents)).rejects.toMatchObject({
    exitCode: 2,
    code: "SETTINGS_INVALID",
  });
});

test("a change that throws leaves the file unchanged and releases the lock", async () => {
  await open().update(() => ({ profile: "a" }));
  const failing = open().update(() => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await open().update((contents) => ({ ...contents, settings: { limit: 2 } }));
  expect(open().read()).toEqual({ profile: "a", settings: { limit: 2 } });
});

test("reports why a file cannot be read", async () => {
  await open().update(() => ({}));
  rmSync(file);
  const { mkdirSync } = await import("node:fs");
  mkdirSync(file);
  expect(() => open().read()).toThrow(/^Cannot read the settings: EISDIR/);
});

test("reports why a folder cannot be created or a file cannot be replaced", async () => {
  const { mkdirSync, writeFileSync } = await import("node:fs");
  writeFileSync(join(folder, "taken"), "");
  const error = {
    code: "SETTINGS_UNWRITABLE",
    message: expect.stringMatching(/^Cannot save the settings: /),
  };
  const below = settingsFile(join(folder, "taken", "settings.json"));
  await expect(below.update(() => ({}))).rejects.toMatchObject(error);
  mkdirSync(file, { recursive: true });
  await expect(open().update(() => ({}))).rejects.toThrow("Cannot read the settings");
});
