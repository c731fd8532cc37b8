import { expect, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("an update without flags changes nothing and says so", async () => {
  const world = createWorld();
  await world.till("cart add --custom Tour --price 5");
  await world.till("cart checkout");
  expect(await world.till("checkout update")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing to change."),
  });
  const noted = await world.till("checkout update --note Hello --json");
  expect(JSON.parse(noted.stdout)).toMatchObject({ note: "Hello" });
  const cleared = await world.till(["checkout", "update", "--note", "", "--json"]);
  expect(JSON.parse(cleared.stdout)).not.toHaveProperty("note");
});

test("the hint of an order that cannot be placed is a command after which it can", async () => {
  const to =
    "--ship-to 'US-NY, 10001, New York, 5 Main St' --first-name Ada --last-name Kowal --phone 5551234";
  const cases: [begin: string[], code: string][] = [
    [["cart checkout --email ada@example.com"], "NO_SELECTED_CARRIER_SERVICE_OPTION"],
    [
      [
        "cart coupon WELCOME10",
        "cart checkout --email ada@example.com",
        `checkout update ${to}`,
        "coupons update WELCOME10 --active false --yes",
      ],
      "CALCULATION_ERROR",
    ],
    [
      [
        "gift-cards create --value 10 --code GIFT12345 --yes",
        "cart checkout --email ada@example.com",
        `checkout update ${to} --gift-card GIFT12345`,
        "gift-cards disable GIFT12345 --yes",
      ],
      "REDEEM_GIFT_CARD_ERROR",
    ],
    [
      [
        "cart checkout --email ada@example.com",
        `checkout update ${to} --shipping-option Express`,
        "settings shipping options delete Express --yes",
      ],
      "SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE",
    ],
  ];
  for (const named of [false, true])
    for (const [begin, code] of cases) {
      const world = createWorld();
      await world.till("sandbox seed demo");
      await world.till("cart add oven-mitt");
      for (const line of begin) expect(await world.till(line), line).toMatchObject({ code: 0 });
      const { id } = JSON.parse((await world.till("checkout get --json")).stdout);
      const complete = `checkout complete ${named ? id : ""} --pay approved --json`;
      const { error } = JSON.parse((await world.till(complete)).stderr);
      expect(error).toMatchObject({ code, hint: expect.stringMatching(/: till /) });
      const remedy = error.hint.replace(/^.*?: till /, "");
      expect(await world.till(remedy), remedy).toMatchObject({ code: 0 });
      expect(await world.till(complete)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("orderId"),
      });
    }
});
