import { expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import type { Group, Verb } from "../../src/cli/command.ts";
import type { GenericResource, GenericVerb } from "../../src/cli/generic/generic-resource.ts";
import { groups } from "../../src/commands/index.ts";

/**
 * Command groups and the services they cover. Each group has a verb for every call of its services: generic verbs name
 * their call, all others are listed in `otherVerbs`.
 */
const coverage: Record<string, readonly string[]> = {
  discounts: ["discountRules"],
  subscriptions: ["subscriptionContracts", "draftContracts"],
  abandoned: ["abandonedCheckouts"],
  "back-in-stock": ["backInStock"],
  shipping: [
    "shippingOptions",
    "localDeliveryOptions",
    "deliveryProfiles",
    "pickupLocations",
    "shippoConfigurations",
  ],
  tips: ["tips", "tippableStaff"],
  settings: [
    "checkoutSettings",
    "ordersSettings",
    "tipSettings",
    "taxSettings",
    "ecommerceSettings",
    "backInStockSettings",
  ],
  "gift-cards": ["giftVouchers"],
  templates: ["checkoutTemplates"],
  tax: ["taxGroups", "taxRegions", "manualTaxMappings", "taxCalculation"],
  currencies: ["currencies"],
};

/** Calls made by verbs that are not generic, with the verb. */
const otherVerbs: Record<string, string> = {
  "backInStock.create": "back-in-stock request",
  "backInStock.countByCatalogReference": "back-in-stock count",
  "backInStock.reportItemsBackInStock": "back-in-stock report",
  "taxCalculation.calculate": "tax calculate",
  "taxCalculation.listCalculators": "tax calculators",
  "currencies.convert": "currencies convert",
  "currencies.rate": "currencies rate",
};

const opened = new Map(
  await Promise.all(groups.map(async ({ name, load }) => [name, await load()] as const)),
);

/** Yields every verb below a group, with the call that it names. */
function* verbsOf(
  group: Group,
  path: string,
): Generator<{ path: string; call?: string; readOnly?: boolean }> {
  const { resource } = group as Group & {
    resource?: GenericResource & {
      verbs(resource: GenericResource): readonly (GenericVerb | Group | Verb)[];
    };
  };
  for (const verb of typeof resource?.verbs === "function" ? resource.verbs(resource) : group.verbs) {
    const own = `${path} ${verb.name}`;
    if ("verbs" in verb) yield* verbsOf(verb as Group, own);
    else if ("call" in verb && resource)
      yield {
        path: own,
        call: verb.call.includes(".") ? verb.call : `${resource.service}.${verb.call}`,
        readOnly: verb.readOnly === true,
      };
    else yield { path: own };
  }
}

test.each(Object.entries(coverage))("till %s has a verb for every call of %s", (name, expected) => {
  const group = opened.get(name);
  const verbs = group ? [...verbsOf(group as Group, name)] : [];
  const paths = new Set(verbs.map(({ path }) => path));
  const created = new Set(verbs.map(({ call }) => call));
  const calls = expected.flatMap((service) =>
    [...walk({ [service]: services[service as keyof typeof services] ?? {} })].map(([call]) => call),
  );
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((call) => !created.has(call) && !paths.has(otherVerbs[call] ?? ""))).toEqual([]);
});

test("a generic verb is read-only if its call is, and only then", () => {
  const effects = new Map([...walk(services)].map(([name, { effect }]) => [name, effect]));
  const found = [...opened].flatMap(([name, group]) =>
    "verbs" in group ? [...verbsOf(group as Group, name)] : [],
  );
  const generic = found.filter(({ call }) => call !== undefined);
  expect(generic.length).toBeGreaterThan(150);
  const wrong = generic.filter(({ call = "", readOnly }) => readOnly !== (effects.get(call) === "read"));
  expect(wrong).toEqual([]);
});
