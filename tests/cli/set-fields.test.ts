import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

test.each([
  [
    "settings checkout update --set checkoutFields.giftCardRedeemEnabled=false",
    ".checkoutFields.giftCardRedeemEnabled",
    "false",
  ],
  ["settings tax update --set taxIncludedInItemPrices=true", ".taxIncludedInItemPrices", "true"],
  [
    "settings orders update --set inventoryUpdateTrigger=ON_ORDER_PAID",
    ".inventoryUpdateTrigger",
    "ON_ORDER_PAID",
  ],
  ["events update studio-open-day --set 'title=Open house' --set waitlist=true", ".title", "Open house"],
  [
    "collections update tableware --set name=Table --set visible=false",
    '.name + " " + (.visible | tostring)',
    "Table false",
  ],
  ["events rsvps update mira@example.com --set lastName=Lind", ".lastName", "Lind"],
])("%s changes the object", async (line, jq, value) => {
  const { stdout, stderr, code } = await world.till(`${line} --yes --jq '${jq}'`);
  expect([code, stdout, stderr]).toEqual([0, `${value}\n`, expect.anything()]);
});

test("coupons update --set takes the fields of coupon files, for all that a filter selects", async () => {
  const line = "coupons update --filter 'code startsWith W' --set percent=15 --set until=2099-12-31 --yes";
  expect(await world.till(line)).toMatchObject({ code: 0 });
  const { stdout } = await world.till("coupons get WELCOME10 --json");
  expect(JSON.parse(stdout)).toMatchObject({ percent: "15" });
});

test.each([
  ["coupons update WELCOME10 --set percnt=15", "There is no field percnt to set. Did you mean percent?"],
  ["coupons update WELCOME10 --set percent", '"percent" changes nothing: expected field=value.'],
  [
    "collections update tableware --set visible=maybe",
    'Invalid value "maybe" for --visible: expected one of true, false.',
  ],
  ["coupons update WELCOME10 --set freeShipping=false", '--set freeShipping: expected true, not "false".'],
  ["events update studio-open-day --set waitlist=perhaps", "waitlist"],
  ["settings tax update --set included=true", "included"],
])("%s is refused, and nothing is sent", async (line, message) => {
  const sent: string[] = [];
  const { code, stderr } = await world.till(`${line} --yes`, {
    onRequest: ({ name = "", effect }) => effect === "read" || sent.push(name),
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(sent).toEqual([]);
});

test.each([
  ["discounts update 'Winter sale' --from 2098-01-01 --until 2099-12-24"],
  [
    "discounts update 'Winter sale' --set activeTimeInfo.start=2098-01-01T00:00 --set activeTimeInfo.end=2099-12-24T23:59:59",
  ],
])("times of %s are in the time zone of the setting; a day as an end is the whole day", async (line) => {
  const env = { TILL_TIME_ZONE: "Europe/Berlin" };
  expect(await world.till(`${line} --yes`, { env })).toMatchObject({ code: 0 });
  const { stdout } = await world.till("discounts get 'Winter sale' --jq '.activeTimeInfo | .start, .end'");
  expect(stdout).toBe("2097-12-31T23:00:00.000Z\n2099-12-24T22:59:59.000Z\n");
});

test.each([
  ["discounts update 'Winter sale' --until soon", '--until "soon" is not a date and time'],
  ["discounts update 'Winter sale' --set activeTimeInfo.end=2099-12-24", "is not a date and time"],
])("%s is refused", async (line, message) => {
  expect(await world.till(`${line} --yes`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});
