import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { screenViews } from "../../../src/cli/screen/memory.ts";
import { pathsFor } from "../../../src/config/paths.ts";
import type { Context } from "../../../src/context/context.ts";
import type { Site } from "../../../src/context/host.ts";
import { temporaryFolder } from "../../support/folders.ts";

let home = "";
beforeEach(() => {
  home = temporaryFolder();
});

const paths = () => pathsFor({ TILL_HOME: home }, "linux");
const open = (site: Partial<Site> = {}) =>
  screenViews(
    { paths: paths() } as Context,
    { profile: "sandbox", id: "sandbox", hosted: false, ...site } as Site,
  );

test("stores the state of a list per profile and site, and keeps that of other lists and shops", () => {
  const first = open();
  const second = open({ profile: "shop", id: "site-1", hosted: true });
  first.remember({ orders: { filter: "total > 5" } });
  first.flush();
  second.remember({ orders: { sort: "total" } });
  second.flush();
  const third = open();
  third.remember({ ...third.memory, products: { columns: ["NAME"] } });
  third.flush();
  expect(open().memory).toEqual({
    orders: { filter: "total > 5" },
    products: { columns: ["NAME"] },
  });
  expect(open({ profile: "shop", id: "site-1", hosted: true }).memory).toEqual({ orders: { sort: "total" } });
  expect(open({ profile: "shop", id: "site-2", hosted: true }).memory).toEqual({});
});

test("ignores a damaged file and replaces it", () => {
  mkdirSync(paths().state, { recursive: true });
  writeFileSync(paths().screenFile, '{"sandbox": {"orders": {"filter": 3, "columns": ["A"]');
  expect(open().memory).toEqual({});
  writeFileSync(paths().screenFile, '{"sandbox": {"orders": {"filter": 3, "columns": ["A"]}, "events": 7}}');
  const views = open();
  expect(views.memory).toEqual({ orders: { columns: ["A"] }, events: {} });
  views.remember({ orders: { sort: "number" } });
  views.flush();
  expect(JSON.parse(readFileSync(paths().screenFile, "utf8")).sandbox.orders).toEqual({ sort: "number" });
});

test("what could not be written is written with the next change", () => {
  writeFileSync(join(home, "state"), "not a folder");
  const views = open();
  const orders = { sort: "total" };
  views.remember({ orders });
  views.flush();
  rmSync(join(home, "state"));
  views.remember({ orders, products: { sort: "name" } });
  views.flush();
  expect(open().memory).toEqual({ orders, products: { sort: "name" } });
});

test("a state that cannot be written is dropped without an error", () => {
  writeFileSync(join(home, "state"), "not a folder");
  const views = open();
  views.remember({ orders: { sort: "number" } });
  expect(() => views.flush()).not.toThrow();
  expect(open().memory).toEqual({});
});

test("views are saved and deleted, and a damaged file is reported once", async () => {
  const view = { list: "orders", filter: "total > 5" };
  expect(await open().saveView("dear", view)).toEqual({ dear: view });
  expect(open()).toMatchObject({ saved: { dear: view }, problem: undefined });
  expect(await open().saveView("dear", undefined)).toEqual({});
  writeFileSync(paths().viewsFile, "{\n  oops");
  expect(open()).toMatchObject({ saved: {}, problem: expect.stringContaining("views.json:2:3") });
  await expect(open().saveView("dear", view)).rejects.toThrow("views.json:2:3");
});
