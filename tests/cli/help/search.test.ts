import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test.each([
  ["api key", "till help guide sign-in"],
  ["permissions", "till help guide sign-in"],
  ["round prices to .95", "till help guide changes"],
  ["hide sold out", "till help guide changes"],
  ["black friday", "till sale start --help"],
  ["out of stock", "till products stock list --help"],
  ["refund", "till orders refund --help"],
  ["tracking number", "till orders fulfill --help"],
  ["undo", "till jobs undo --help"],
  ["coupon codes", "till coupons create --help"],
  ["gift card", "till gift-cards --help"],
  ["two shops", "till help guide copies"],
  ["cron", "till schedule create --help"],
  ["exit codes", "till help exit-codes"],
  ["proxy", "till help environment"],
  ["webhook signature", "till webhooks verify --help"],
  ["decline a card", "till sandbox payment --help"],
  ["move time forward", "till sandbox clock --help"],
  ["login as member", "till login --help"],
  ["translate", "till help guide files"],
])("help search %s shows %s first, and each flag once", async (words, page) => {
  const { stdout } = await createWorld().till(["help", "search", ...words.split(" "), "--json"]);
  const { items } = JSON.parse(stdout) as { items: { command: string; text: string }[] };
  expect(items[0]?.command).toBe(page);
  expect(new Set(items.map(({ command, text }) => `${command} ${text}`)).size).toBe(items.length);
});
