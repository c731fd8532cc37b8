import { EventsSettings, eventsSettings } from "../api/services/events.ts";
import {
  CheckoutSettings,
  checkoutSettings,
  OrdersSettings,
  ordersSettings,
} from "../api/services/settings.ts";
import {
  ManualTaxMapping,
  manualTaxMappings,
  TaxGroup,
  TaxRegion,
  TaxSettings,
  taxGroups,
  taxRegions,
  taxSettings,
} from "../api/services/tax.ts";
import { TipSettings, tipSettings } from "../api/services/tips.ts";
import type { Body } from "./references.ts";
import { fieldsExcept, genericWrites, type ShopObject, shopObject } from "./shop-object.ts";

/** The fields of what tip settings are for, by the word for it in a scope. */
const tipScopes = { location: "locationId", terminal: "paymentTerminalId", user: "userId" } as const;

/** Returns the field of a scope: `{ paymentTerminalId: "till-1" }` for `terminal till-1`. */
function fieldOf(scope: string): Body {
  const [word = "", ...value] = scope.split(" ");
  const field = Object.hasOwn(tipScopes, word) ? tipScopes[word as keyof typeof tipScopes] : undefined;
  return field === undefined ? {} : { [field]: value.join(" ") };
}

/** Tax groups, regions, rates and settings, tip settings, and the settings of checkout, orders and events. */
export const settingsObjects: readonly ShopObject[] = [
  shopObject({
    kind: "taxGroup",
    domain: "tax",
    noun: "tax group",
    list: { endpoint: taxGroups.query },
    key: ["name"],
    write: { phase: 0, ...genericWrites("taxGroups", taxGroups, "taxGroup") },
    copy: { model: TaxGroup },
  }),
  shopObject({
    kind: "taxRegion",
    domain: "tax",
    noun: "tax region",
    list: { endpoint: taxRegions.query },
    key: ["subdivision|country"],
    write: { phase: 0, ...genericWrites("taxRegions", taxRegions, "taxRegion") },
    copy: { model: TaxRegion },
  }),
  shopObject<ManualTaxMapping>({
    kind: "taxRate",
    domain: "tax",
    noun: "tax rate",
    list: { endpoint: manualTaxMappings.query },
    key: ["taxRegion", "taxGroup", "jurisdictionType", "jurisdiction"],
    apart: ["taxGroupId", "taxRegionId"],
    content: (rate) => ({
      ...fieldsExcept(rate, ["exemptRates"]),
      ...(rate.exemptRates?.length && { readOnly: { exemptRates: rate.exemptRates } }),
    }),
    references: [
      { id: "taxGroupId", name: "taxGroup", to: () => "taxGroup" },
      { id: "taxRegionId", name: "taxRegion", to: () => "taxRegion" },
    ],
    losses: { exemptRates: "tax exemptions" },
    write: { phase: 1, ...genericWrites("manualTaxMappings", manualTaxMappings, "manualTaxMapping") },
    copy: { model: ManualTaxMapping },
  }),
  shopObject({
    kind: "taxSettings",
    domain: "tax",
    noun: "tax settings",
    list: { endpoint: taxSettings.get, at: "taxSettings" },
    key: [],
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: taxSettings.upsert,
        input: { taxSettings: changed },
      }),
    },
    copy: { model: TaxSettings },
  }),
  // The default, and those of a location, a terminal or a user. Their scope is `terminal till-1`.
  shopObject<TipSettings>({
    kind: "tipSettings",
    domain: "tips",
    noun: "tip settings",
    list: { endpoint: tipSettings.query },
    key: ["scope"],
    apart: ["appId"],
    content(settings) {
      const scopes = Object.entries(tipScopes).flatMap(([word, field]) =>
        settings[field] ? [`${word} ${settings[field]}`] : [],
      );
      return {
        ...fieldsExcept(settings, ["appId", "default", ...Object.values(tipScopes)]),
        scope: scopes[0] ?? "default",
      };
    },
    write: {
      phase: 0,
      isMain: (fields) => fields.scope === "default",
      bound: ({ scope }) =>
        /^(location|user) /.test(String(scope)) ? "tip settings of locations and users" : undefined,
      create({ scope, ...settings }) {
        const isDefault = scope === "default";
        return {
          name: isDefault ? "tipSettings.createDefault" : "tipSettings.create",
          endpoint: isDefault ? tipSettings.createDefault : tipSettings.create,
          input: { tipSettings: { ...settings, ...fieldOf(String(scope)) } },
        };
      },
      update: ({ id, revision, touched: { scope, ...touched } }) => ({
        endpoint: tipSettings.update,
        input: { tipSettings: { ...touched, id, revision } },
      }),
      remove: ({ id }) => ({
        endpoint: tipSettings.remove,
        input: { tipSettingsId: id },
      }),
    },
    copy: { model: TipSettings },
  }),
  shopObject({
    kind: "checkoutSettings",
    domain: "settings",
    noun: "checkout settings",
    list: { endpoint: checkoutSettings.get, at: "checkoutSettings" },
    key: [],
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: checkoutSettings.update,
        input: { checkoutSettings: changed },
      }),
    },
    copy: {
      model: CheckoutSettings,
    },
  }),
  shopObject({
    kind: "ordersSettings",
    domain: "settings",
    noun: "order settings",
    list: { endpoint: ordersSettings.get, at: "ordersSettings" },
    key: [],
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: ordersSettings.update,
        input: { ordersSettings: changed, fieldMask: Object.keys(changed).join(",") },
      }),
    },
    copy: { model: OrdersSettings },
  }),
  shopObject<EventsSettings>({
    kind: "eventsSettings",
    domain: "settings",
    noun: "event settings",
    list: {
      endpoint: eventsSettings.get,
      at: "eventsSettings",
      input: { fields: ["PAYMENT_SETTINGS"] },
    },
    key: [],
    // The other fields follow from the site and its payment methods.
    content({ paymentSettings }) {
      const { delayedPaymentCaptureSettings } = paymentSettings ?? {};
      return delayedPaymentCaptureSettings ? { paymentSettings: { delayedPaymentCaptureSettings } } : {};
    },
    write: {
      phase: 0,
      update: ({ id, revision, changed }) => ({
        endpoint: eventsSettings.update,
        input: { eventsSettings: { ...changed, id, revision }, fields: ["PAYMENT_SETTINGS"] },
      }),
    },
    copy: { model: EventsSettings },
  }),
];
