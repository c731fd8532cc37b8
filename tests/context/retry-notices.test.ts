import { expect, test } from "vitest";
import { retryNotices } from "../../src/context/connection.ts";

const wait = { name: "products.query", retry: 1, of: 3, delayMs: 1500, reason: "rate limited" };

function collect(json: boolean) {
  const lines: string[] = [];
  const notices = retryNotices(async (text) => void lines.push(text), json);
  return { lines, ...notices };
}

test("rate limits are printed once and counted at the end, other failures each time", async () => {
  const { lines, onWait, end } = collect(false);
  for (let count = 0; count < 20; count += 1) onWait(wait);
  onWait({ ...wait, reason: "the platform responded 502" });
  onWait({ ...wait, reason: "the platform responded 502", retry: 2 });
  await end();
  expect(lines).toEqual([
    "Rate limited; trying again in 2 s (1/3)",
    "The platform responded 502; trying again in 2 s (1/3)",
    "The platform responded 502; trying again in 2 s (2/3)",
    "Rate limited 20 times.",
  ]);
});

test("a single rate limit is not counted again", async () => {
  const { lines, onWait, end } = collect(false);
  onWait(wait);
  await end();
  expect(lines).toEqual(["Rate limited; trying again in 2 s (1/3)"]);
});

test("with --json each rate limit is an event", async () => {
  const { lines, onWait, end } = collect(true);
  onWait(wait);
  onWait({ ...wait, retry: 2 });
  await end();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { _kind: "throttled", call: "products.query", retry: 1, of: 3, delayMs: 1500 },
    { _kind: "throttled", call: "products.query", retry: 2, of: 3, delayMs: 1500 },
  ]);
});

test("a used up request limit is printed once, and with --json each time", () => {
  const text = collect(false);
  for (const delayMs of [12_300, 9000]) text.onBudget(delayMs);
  expect(text.lines).toEqual([
    "The request limit of the site is used up, by this and other runs; waiting 13 s",
  ]);
  const json = collect(true);
  for (const delayMs of [12_300, 9000]) json.onBudget(delayMs);
  expect(json.lines.map((line) => JSON.parse(line))).toEqual([
    { _kind: "waiting", delayMs: 12_300 },
    { _kind: "waiting", delayMs: 9000 },
  ]);
});
