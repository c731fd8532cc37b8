import { tipSettings } from "../../api/services/tips/tip-settings.ts";
import { type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

const scopes = ["locationId", "paymentTerminalId", "userId"];

/** The tip settings: the default, and those of a location, a terminal or a user. */
export const tipKind: EntityKind = {
  kind: "tipSettings",
  domain: "tips",
  name: "tip settings",
  call: "tipSettings.query",
  endpoint: tipSettings.query,
  input: { query: {} },
  apart: ["appId"],
  content(one) {
    const scope = scopes.map((name) => one[name]).find((value) => value) ?? "default";
    return { ...fieldsExcept(one, ["appId", ...scopes]), scope };
  },
};
