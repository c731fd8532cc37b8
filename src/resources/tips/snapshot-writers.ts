import { tipSettings } from "../../api/services/tips/tip-settings.ts";
import type { Body } from "../snapshot/references.ts";
import type { Writer } from "../snapshot/write/writer.ts";
import { tipScopes } from "./snapshot-kind.ts";

/** How tip settings are written. Each site has one default, which cannot be deleted. */
export const tipWriters: readonly Writer[] = [
  {
    kind: "tipSettings",
    noun: "tip settings",
    phase: () => 0,
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
    update: ({ id, revision, touched: { scope: _, ...touched } }) => ({
      name: "tipSettings.update",
      endpoint: tipSettings.update,
      input: { tipSettings: { ...touched, id, revision } },
    }),
    remove: ({ id }) => ({
      name: "tipSettings.remove",
      endpoint: tipSettings.remove,
      input: { tipSettingsId: id },
    }),
  },
];

/** Returns the field of a scope: `{ paymentTerminalId: "till-1" }` for `terminal till-1`. */
function fieldOf(scope: string): Body {
  const [word = "", ...value] = scope.split(" ");
  const field = Object.hasOwn(tipScopes, word) ? tipScopes[word as keyof typeof tipScopes] : undefined;
  return field === undefined ? {} : { [field]: value.join(" ") };
}
