import { test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";
import { shopApp } from "../support/visitor-shop.ts";

/** The status of a discount rule follows the clock: it starts a day after its creation and ends two days after it. */
const rules: Transitions = {
  PENDING: { "wait a day": "LIVE", "end it": "EXPIRED", "start it": "LIVE" },
  LIVE: { "wait a day": "EXPIRED", "end it": "EXPIRED", "start it": "LIVE" },
  EXPIRED: { "end it": "EXPIRED", "start it": "LIVE" },
};
const day = 86_400_000;

test("a discount rule follows the table, by the clock and by changes of its time window", async () => {
  const { ask, ok, advance } = openTestShop();
  const now = async () => Date.parse((await ok("GET", "/__till/time")).now);
  const windowOf = async (start: number, end: number) => {
    const at = await now();
    return { start: new Date(at + start * day).toISOString(), end: new Date(at + end * day).toISOString() };
  };
  await checkTransitions(rules, {
    start: "PENDING",
    waiting: ["wait a day"],
    async open() {
      const scopes = [{ id: "all", type: "CATALOG_ITEM", catalogItemFilter: { catalogAppId: shopApp } }];
      const value = { discountType: "PERCENTAGE", percentage: 10, targetType: "SPECIFIC_ITEMS" };
      const discounts = { values: [{ ...value, specificItemsInfo: { scopes } }] };
      const discountRule = { name: "Spring", discounts, activeTimeInfo: await windowOf(1, 2) };
      const { discountRule: made } = await ok("POST", "/ecom/v1/discount-rules", { discountRule });
      const path = `/ecom/v1/discount-rules/${made.id}`;
      const read = async () => (await ok("GET", path)).discountRule;
      return {
        state: async () => (await read()).status,
        async move(name) {
          if (name === "wait a day") return void (await advance("1d"));
          const activeTimeInfo = name === "end it" ? await windowOf(-2, -1) : await windowOf(-1, 1);
          const { revision } = await read();
          return await ask("PATCH", path, { discountRule: { id: made.id, revision, activeTimeInfo } });
        },
      };
    },
  });
});
