import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  changeSavedViews,
  readSavedViews,
  savedView,
  withoutSavedView,
  withSavedView,
} from "../../src/config/saved-views.ts";
import { temporaryFolder } from "../support/folders.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "config", "views.json");
});

const unpaid = { list: "orders", filter: "paymentStatus = NOT_PAID" };
const put = (text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

test("there are no views without a file, and reading creates nothing", () => {
  expect(readSavedViews(file)).toEqual({});
  expect(readdirSync(folder)).toEqual([]);
});

test("views are written sorted into a private file, and nothing else is left", () => {
  changeSavedViews(file, (views) => withSavedView(views, "unpaid", unpaid));
  changeSavedViews(file, (views) => withSavedView(views, "cheap", { list: "products", filter: "price < 5" }));
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["cheap", "unpaid"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file)).sort()).toEqual(["views.json", "views.json.lock"]);
  changeSavedViews(file, (views) => withoutSavedView(views, "cheap"));
  expect(readSavedViews(file)).toEqual({ unpaid });
});

test("a view of the same list is replaced, one of another list is not", () => {
  const views = withSavedView({}, "unpaid", unpaid);
  expect(withSavedView(views, "unpaid", { list: "orders", sort: "total" })).toEqual({
    unpaid: { list: "orders", sort: "total" },
  });
  expect(() => withSavedView(views, "unpaid", { list: "products" })).toThrow(
    "There is a view unpaid of orders already.",
  );
  expect(() => withSavedView(views, "two words", unpaid)).toThrow('"two words" is not a name for a view.');
});

test("an unknown view names those of the list", () => {
  const views = { unpaid, cheap: { list: "products" } };
  expect(savedView(views, "unpaid", "--view", "orders")).toBe(unpaid);
  expect(() => savedView(views, "unpayed", "--view", "orders")).toThrow(
    expect.objectContaining({
      message: "There is no view unpayed. Did you mean unpaid?",
      hint: "Views of orders: unpaid",
    }),
  );
  expect(() => savedView(views, "cheap", "--view", "orders")).toThrow(
    "The view cheap is of products, not of orders.",
  );
  expect(() => savedView({}, "toString", "--view")).toThrow("There is no view toString.");
});

test.each([
  ['{\n  "a": { "list": "orders" }\n  "b": {}\n}', ":3:3: this is not JSON."],
  ['{\n  "a": { "list": "orders" },\n  "b": {\n    "filter": 3,\n    "list": "x"\n  }\n}', ":4:5: b.filter"],
  ['{\n  "a": {\n    "list": "orders",\n    "colums": ["A"]\n  }\n}', ":4:5: a"],
  ["[]", ":1:1: "],
  ["", ":1:1: this is not JSON."],
])("a damaged file is reported with its line: %s", (text, place) => {
  put(text);
  expect(() => readSavedViews(file)).toThrow(expect.objectContaining({ code: "VIEWS_INVALID" }));
  expect(() => readSavedViews(file)).toThrow(`${file}${place}`);
  expect(() => changeSavedViews(file, () => ({}))).toThrow(place);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a file of views that cannot be read, or replaced, is an error that says why", () => {
  mkdirSync(file, { recursive: true });
  expect(() => readSavedViews(file)).toThrow(
    expect.objectContaining({ code: "VIEWS_UNREADABLE", message: expect.stringContaining("EISDIR") }),
  );
  rmSync(file, { recursive: true });
  const change = () => {
    mkdirSync(join(file, "in the way"), { recursive: true });
    return { unpaid };
  };
  expect(() => changeSavedViews(file, change)).toThrow(expect.objectContaining({ code: "VIEWS_UNWRITABLE" }));
});
