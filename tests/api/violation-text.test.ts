import { expect, test } from "vitest";
import type { Schema } from "../../src/api/schema.ts";
import { valueViolations, violationText } from "../../src/api/violations.ts";

test.each<[string, Schema, unknown, string]>([
  [
    "an id",
    { type: "string", format: "uuid" },
    "7",
    "is not an id such as 2bc04dbd-2b43-4ef8-8f3e-6d6f0d3a9c51",
  ],
  [
    "an email address",
    { type: "string", format: "email" },
    "ada",
    "is not an email address such as ada@example.com",
  ],
  [
    "a web address",
    { type: "string", format: "uri" },
    "mug.jpg",
    "is not a web address such as https://example.com/mug.jpg",
  ],
  ["a currency", { type: "string", format: "currency" }, "€", "is not a currency code such as EUR"],
  ["a country", { type: "string", format: "country" }, "Germany", "is not a country code such as DE"],
  ["a language", { type: "string", format: "language" }, "?", "is not a language code such as en or pt-BR"],
  ["a phone number", { type: "string", format: "phone" }, "x", "is not a phone number such as +49 30 123456"],
  ["a date", { type: "string", format: "date" }, "24.12.", "is not a date such as 2030-12-31"],
  ["a number", { type: "string", format: "decimal" }, "1,5", "is not a number such as 19.99"],
  ["a time", { type: "string", format: "date-time" }, "noon", "is not a time such as 2030-12-31T18:00:00Z"],
  ["a text that is too long", { type: "string", maxLength: 2 }, "abc", "has 3 characters, the maximum is 2"],
  ["a list that is too long", { type: "array", maxItems: 1 }, [1, 2], "has 2 entries, the maximum is 1"],
])("%s says what it must look like", (_, schema, value, text) => {
  expect(valueViolations(schema, value, "").map(violationText)).toEqual([text]);
});
