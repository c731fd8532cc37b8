import { type EventsSettings, eventsSettings } from "../api/services/events.ts";
import { checkoutSettings, ordersSettings } from "../api/services/settings.ts";
import {
  type ManualTaxMapping,
  manualTaxMappings,
  taxGroups,
  taxRegions,
  taxSettings,
} from "../api/services/tax.ts";
import { type TipSettings, tipSettings } from "../api/services/tips.ts";
import type { Body } from "./references.ts";
import { fieldsExcept, regular, type ShopObject, settings, shopObject } from "./shop-object.ts";

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
    ...regular(taxGroups, 0),
    domain: "tax",
    key: ["name"],
  }),
  shopObject({
    ...regular(taxRegions, 0),
    domain: "tax",
    key: ["subdivision|country"],
  }),
  shopObject<ManualTaxMapping>({
    ...regular(manualTaxMappings, 1),
    kind: "taxRate",
    domain: "tax",
    noun: "tax rate",
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
  }),
  shopObject({
    ...settings(taxSettings.get),
    domain: "tax",
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: taxSettings.upsert,
        input: { taxSettings: changed },
      }),
    },
  }),
  // The default, and those of a location, a terminal or a user. Their scope is `terminal till-1`.
  shopObject<TipSettings>({
    kind: "tipSettings",
    domain: "tips",
    noun: "tip settings",
    list: { endpoint: tipSettings.query },
    key: ["scope"],
    apart: ["appId"],
    content(tips) {
      const scopes = Object.entries(tipScopes).flatMap(([word, field]) =>
        tips[field] ? [`${word} ${tips[field]}`] : [],
      );
      return {
        ...fieldsExcept(tips, ["appId", "default", ...Object.values(tipScopes)]),
        scope: scopes[0] ?? "default",
      };
    },
    write: {
      phase: 0,
      isMain: (fields) => fields.scope === "default",
      bound: ({ scope }) =>
        /^(location|user) /.test(String(scope)) ? "tip settings of locations and users" : undefined,
      create({ scope, ...tips }) {
        const isDefault = scope === "default";
        return {
          endpoint: isDefault ? tipSettings.createDefault : tipSettings.create,
          input: { tipSettings: { ...tips, ...fieldOf(String(scope)) } },
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
    copy: {},
  }),
  shopObject({
    ...settings(checkoutSettings.get),
    domain: "settings",
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: checkoutSettings.update,
        input: { checkoutSettings: changed },
      }),
    },
  }),
  shopObject({
    ...settings(ordersSettings.get),
    domain: "settings",
    noun: "order settings",
    write: {
      phase: 0,
      update: ({ changed }) => ({
        endpoint: ordersSettings.update,
        input: { ordersSettings: changed, fieldMask: Object.keys(changed).join(",") },
      }),
    },
  }),
  shopObject<EventsSettings>({
    ...settings(eventsSettings.get, { fields: ["PAYMENT_SETTINGS"] }),
    domain: "settings",
    noun: "event settings",
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
  }),
];
