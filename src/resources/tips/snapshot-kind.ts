import { tipSettings } from "../../api/services/tips/tip-settings.ts";
import { type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

/** The fields of what tip settings are for, by the word for it in a scope. */
export const tipScopes = { location: "locationId", terminal: "paymentTerminalId", user: "userId" } as const;

/** The tip settings: the default, and those of a location, a terminal or a user. Their scope is `terminal till-1`. */
export const tipKind: EntityKind = {
  kind: "tipSettings",
  domain: "tips",
  name: "tip settings",
  call: "tipSettings.query",
  endpoint: tipSettings.query,
  input: { query: {} },
  apart: ["appId"],
  content(one) {
    const scopes = Object.entries(tipScopes).flatMap(([word, field]) =>
      one[field] ? [`${word} ${String(one[field])}`] : [],
    );
    return {
      ...fieldsExcept(one, ["appId", "default", ...Object.values(tipScopes)]),
      scope: scopes[0] ?? "default",
    };
  },
};
