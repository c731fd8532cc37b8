import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnvironment, variableTable } from "../../src/config/environment.ts";
import { pathsFor } from "../../src/config/paths.ts";
import { makeFolder } from "../../src/kernel/folder.ts";

test("reads only the variables of the table, and treats empty ones as absent", () => {
  const { variables } = readEnvironment(
    { TILL_PROFILE: "shop", TILL_SITE_ID: "", AWS_SECRET: "x", NO_COLOR: "1" },
    "linux",
  );
  expect(variables).toEqual({ TILL_PROFILE: "shop", NO_COLOR: "1" });
});

test("a key with the line break of its file, as secrets of Kubernetes often have it, is the key", () => {
  const { variables, empty } = readEnvironment(
    { TILL_API_KEY: "IST.key\n", TILL_SITE_ID: " site-1 ", TILL_ACCESS_TOKEN: "\n", TILL_RUN: " a " },
    "linux",
  );
  expect(variables).toEqual({ TILL_API_KEY: "IST.key", TILL_SITE_ID: "site-1", TILL_RUN: " a " });
  expect(empty).toEqual(["TILL_ACCESS_TOKEN"]);
});

test("reads every variable of the table", () => {
  const env = Object.fromEntries(variableTable.map(({ name }) => [name, `${name} value`]));
  expect(readEnvironment(env).variables).toEqual(env);
  expect(new Set(variableTable.map(({ name }) => name)).size).toBe(variableTable.length);
  expect(variableTable.filter(({ about }) => !/^[A-Z0].*\.$/.test(about))).toEqual([]);
});

test("derives CI, editor, proxies and debug output", () => {
  const read = (env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
    readEnvironment(env, platform);
  expect(read({})).toMatchObject({ ci: false, ssh: false, unicode: true, debug: false, proxies: {} });
  expect(read({ CI: "true" }).ci).toBe(true);
  expect(read({ CI: "false" }).ci).toBe(false);
  expect(read({ GITHUB_ACTIONS: "true" })).toMatchObject({ ci: true, annotations: "github" });
  expect(read({ TF_BUILD: "True" })).toMatchObject({ ci: true, annotations: "azure" });
  expect(read({ SSH_CONNECTION: "1.2.3.4" }).ssh).toBe(true);
  expect(read({ LANG: "C" }).unicode).toBe(false);
  expect(read({ LANG: "C", LC_ALL: "de_DE.UTF-8" }).unicode).toBe(true);
  expect(read({ TERM: "linux", LANG: "en_US.UTF-8" }).unicode).toBe(false);
  expect(read({ TILL_DEBUG: "http" }).debug).toBe("http");
  expect(read({ TILL_DEBUG: "1" }).debug).toBe(true);
  expect(read({ TILL_DEBUG: "0" }).debug).toBe(false);
  expect(read({ https_proxy: "http://p:1", NO_PROXY: "x" }).proxies).toEqual({
    https: "http://p:1",
    no: "x",
  });
  // As curl takes them.
  for (const [given, url] of [
    ["127.0.0.1:3128", "http://127.0.0.1:3128"],
    ["proxy:3128", "http://proxy:3128"],
    ["ada:secret@proxy:3128", "http://ada:secret@proxy:3128"],
    ["https://proxy", "https://proxy"],
  ] as const)
    expect(read({ HTTPS_PROXY: given, HTTP_PROXY: given }).proxies).toEqual({ https: url, http: url });
  expect(read({ PAGER: "more" }).variables).toEqual({ PAGER: "more" });
  expect(read({ PAGER: "", TILL_PAGER: " " }).variables).toEqual({ PAGER: "cat", TILL_PAGER: "cat" });
  expect(read({ EDITOR: "ed", VISUAL: "vi" }).editor).toBe("vi");
});

test("TILL_HOME moves all files on every system", () => {
  for (const platform of ["linux", "darwin", "win32"] as const) {
    const paths = Object.values(
      pathsFor({ TILL_HOME: "/t", HOME: "/home/me", XDG_CONFIG_HOME: "/x", APPDATA: "/a" }, platform),
    );
    expect(paths.filter((path) => typeof path === "string" && !/^[/\\]t[/\\]/.test(path))).toEqual([]);
  }
});

test("uses separate config, data, state and cache folders on Linux", () => {
  expect(pathsFor({ HOME: "/home/me" }, "linux")).toEqual({
    config: "/home/me/.config/till",
    data: "/home/me/.local/share/till",
    state: "/home/me/.local/state/till",
    cache: "/home/me/.cache/till",
    settingsFile: "/home/me/.config/till/settings.json",
    keychain: true,
    credentialsFile: "/home/me/.config/till/credentials.db",
    viewsFile: "/home/me/.config/till/views.json",
    screenFile: "/home/me/.local/state/till/screen.json",
    trustedFile: "/home/me/.local/state/till/trusted.json",
    sandboxFile: "/home/me/.local/share/till/sandbox.db",
    snapshots: "/home/me/.local/share/till/snapshots",
    changes: "/home/me/.local/state/till/changes.sqlite",
    jobs: "/home/me/.local/state/till/jobs",
    rates: "/home/me/.local/state/till/rates.sqlite",
    schedulesFile: "/home/me/.config/till/schedules.json",
    schedules: "/home/me/.local/state/till/schedules",
  });
  expect(pathsFor({ HOME: "/h", XDG_CONFIG_HOME: "/x", XDG_DATA_HOME: "relative" }, "linux")).toMatchObject({
    config: "/x/till",
    data: "/h/.local/share/till",
  });
});

test("uses the standard folders of macOS and Windows", () => {
  expect(pathsFor({ HOME: "/Users/me" }, "darwin")).toMatchObject({
    config: "/Users/me/Library/Application Support/till/config",
    cache: "/Users/me/Library/Caches/till",
  });
  expect(pathsFor({ APPDATA: "C:\\R", LOCALAPPDATA: "C:\\L" }, "win32")).toMatchObject({
    settingsFile: "C:\\R\\till\\config\\settings.json",
    sandboxFile: "C:\\L\\till\\data\\sandbox.db",
  });
  expect(pathsFor({ USERPROFILE: "C:\\U" }, "win32").jobs).toBe("C:\\U\\AppData\\Local\\till\\state\\jobs");
});

test("finds no file without a home folder, and names the variable to set when one is created", () => {
  const { settingsFile: file, jobs } = pathsFor({}, "linux");
  expect(existsSync(file)).toBe(false);
  expect(() => makeFolder(jobs)).toThrow("neither TILL_HOME nor HOME is set");
});

test("creates no folder on Windows without a home folder", () => {
  expect(() => makeFolder(pathsFor({}, "win32").jobs)).toThrow(
    expect.objectContaining({ code: "NO_HOME", hint: expect.stringContaining("set TILL_HOME=C:\\till") }),
  );
});
