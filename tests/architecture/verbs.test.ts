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
  orders: ["subscriptionContracts", "draftContracts", "abandonedCheckouts", "tips", "tippableStaff"],
  settings: [
    "checkoutSettings",
    "ordersSettings",
    "tipSettings",
    "taxSettings",
    "ecommerceSettings",
    "backInStockSettings",
    "backInStock",
    "shippingOptions",
    "localDeliveryOptions",
    "deliveryProfiles",
    "pickupLocations",
    "shippoConfigurations",
    "checkoutTemplates",
    "taxGroups",
    "taxRegions",
    "manualTaxMappings",
    "taxCalculation",
    "currencies",
  ],
  "gift-cards": ["giftVouchers"],
};

/** Calls made by verbs that are not generic, with the verb. */
const otherVerbs: Record<string, string> = {
  "backInStock.create": "settings back-in-stock request",
  "backInStock.countByCatalogReference": "settings back-in-stock count",
  "backInStock.reportItemsBackInStock": "settings back-in-stock report",
  "backInStockSettings.get": "settings back-in-stock status",
  "backInStockSettings.start": "settings back-in-stock start",
  "backInStockSettings.stop": "settings back-in-stock stop",
  "taxSettings.get": "settings tax get",
  "taxSettings.upsert": "settings tax update",
  "taxCalculation.calculate": "settings tax calculate",
  "taxCalculation.listCalculators": "settings tax calculators",
  "currencies.convert": "settings currencies convert",
  "currencies.rate": "settings currencies rate",
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
  const generic = typeof resource?.verbs === "function" ? resource.verbs(resource) : [];
  const names = new Set(generic.map(({ name }) => name));
  for (const verb of [...generic, ...group.verbs.filter(({ name }) => !names.has(name))]) {
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
