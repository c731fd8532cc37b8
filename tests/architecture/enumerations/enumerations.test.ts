import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { exerciseCart } from "./cart.ts";
import { exerciseCatalog } from "./catalog.ts";
import { exerciseCatalogV3 } from "./catalog-v3.ts";
import { exerciseEvents } from "./events.ts";
import { exerciseLists } from "./lists.ts";
import { exerciseMembers } from "./members.ts";
import { exerciseOrders } from "./orders.ts";
import { openRecordedShop, type Seen } from "./recorder.ts";
import { exerciseSettings } from "./settings.ts";
import specification from "./specification.json" with { type: "json" };
import { exerciseTickets } from "./tickets.ts";
import { exerciseViolations, exerciseViolationsV3 } from "./violations.ts";

/**
 * Every enumeration value of the specification is exercised: a call returns it at a path that its schema declares as the
 * enumeration, or an exercise in this folder compares what it sent with what it received.
 */
const exercises = [
  [
    "v1",
    [exerciseLists, exerciseOrders, exerciseSettings, exerciseCatalog, exerciseCart, exerciseViolations],
  ],
  ["v1", [exerciseTickets, exerciseMembers, exerciseEvents]],
  ["v3", [exerciseCatalogV3, exerciseViolationsV3]],
] as const;

/** Values, or whole enumerations, that other tests exercise: with pages, in the client, or over several logins. */
const elsewhere: Readonly<Record<string, string>> = {
  "Factor type": "tests/sandbox/members/login.test.ts",
  "Grant type: authorization_code": "tests/sandbox/support/identity-sandbox.ts",
  "Login flow state": "tests/api/auth/login-flow.test.ts",
  "Login prompt": "tests/processes/sandbox/pages/login.test.ts",
  "Response mode": "tests/processes/sandbox/pages/login.test.ts",
  "Token role": "tests/stories/sign-in.story",
  "Violated rule: DECIMAL_LT": "tests/api/violations.test.ts",
};

/** Values, or whole enumerations, that the sandbox never returns. Must not grow. */
const notEmulated: Readonly<Record<string, string>> = {
  "Deletion state": "in no call of the reference",
  "Length unit: MI": "the sandbox measures radii in kilometers",
  "Redirect callback": "in no call of the reference",
  "Site state": "in no call of the reference",
  "Tenant type": "in no call of the reference",
  "Ticket fee type (older): FEE_ADDED": "replaced by FEE_ADDED_AT_CHECKOUT",
  "Ticket tax type: ADDED": "replaced by ADDED_AT_CHECKOUT",
};

const seen: Seen = new Map();
beforeAll(async () => {
  for (const [catalog, list] of exercises) {
    const { shop, close } = await openRecordedShop(seen, catalog);
    try {
      for (const exercise of list) await exercise(shop);
    } finally {
      close();
    }
  }
});

const named = (list: Readonly<Record<string, string>>, name: string, value: string) =>
  list[`${name}: ${value}`] ?? list[name];

/** Returns the values of all enumerations that are wrong in some way. */
const valuesThat = (isWrong: (name: string, value: string, isSeen: boolean) => boolean) =>
  specification.flatMap(({ name, values }) =>
    values
      .filter((value) => isWrong(name, value, seen.has(`${name}: ${value}`)))
      .map((value) => `${name}: ${value}`),
  );

test("every value of an enumeration is exercised here, or listed", () => {
  const lists = { ...elsewhere, ...notEmulated };
  expect(valuesThat((name, value, isSeen) => !isSeen && !named(lists, name, value))).toEqual([]);
});

test("a value that the sandbox returns is not listed as not emulated", () => {
  expect(valuesThat((name, value, isSeen) => isSeen && Boolean(named(notEmulated, name, value)))).toEqual([]);
});

test("a value that another test exercises is in its file", () => {
  const isAbsent = (name: string, value: string, isSeen: boolean) => {
    const file = isSeen ? undefined : named(elsewhere, name, value);
    return file !== undefined && !new RegExp(`\\b${value}\\b`).test(readFileSync(file, "utf8"));
  };
  expect(valuesThat(isAbsent)).toEqual([]);
});
