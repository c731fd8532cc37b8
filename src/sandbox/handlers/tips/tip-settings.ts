import type { Handlers } from "../../../api/endpoint.ts";
import { type tipSettings as endpoints, TipSettings } from "../../../api/services/tips/tips.ts";
import { regularActions } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { tipSettingsKind as kind } from "../../services/tips/tables.ts";
import { defaultTipSettings } from "../../services/tips/tips.ts";

const mostPercent = 100;
const fields = ["id", "default", "locationId", "paymentTerminalId", "tipType"].concat(
  "allowBusinessTipAtPayment",
  "allowCustomAmount",
  "allowCustomerTip",
  "allowEditDistribution",
);
const actions = (isDefault: boolean) =>
  regularActions({
    kind,
    model: TipSettings,
    fields: { filterable: fields, sortable: fields },
    complete(_tx, given, before) {
      const presets = given.presets ?? [{ value: 10 }, { value: 15, default: true }, { value: 20 }];
      const tipType = given.tipType ?? "PERCENTAGE";
      if (presets.filter((one) => one.default).length > 1)
        throw rejection(
          "CANNOT_HAVE_MORE_THAN_ONE_DEFAULT_PRESET",
          "Only one preset can be the default",
          presets,
        );
      if (tipType === "PERCENTAGE" && presets.some(({ value }) => (value ?? 0) > mostPercent))
        throw rejection("PRESET_PERCENTAGE_TOO_HIGH", `A preset is at most ${mostPercent} percent`, presets);
      return {
        ...given,
        presets,
        tipType,
        allowCustomerTip: given.allowCustomerTip ?? true,
        allowCustomAmount: given.allowCustomAmount ?? true,
        staffDistributionMethod: given.staffDistributionMethod ?? "EQUAL",
        default: before?.default ?? isDefault,
      };
    },
    beforeRemove(_tx, settings) {
      if (settings.default)
        throw new PlatformError(
          428,
          "CANNOT_DELETE_DEFAULT_SETTINGS",
          "The default tip settings cannot be deleted",
          {
            id: settings.id,
          },
        );
    },
  });

/** Handlers of tip settings, the default ones and those of single locations. */
export const tipSettings: Handlers<typeof endpoints, Tx> = {
  query(tx, { query }) {
    const { items, pagingMetadata } = actions(false).page(tx, { ...query, cursorPaging: pagingOf(query) });
    const { count, cursors } = pagingMetadata;
    return { tipSettings: items, pagingMetadata: { count, cursors } };
  },
  update: (tx, { tipSettings }) => ({ tipSettings: actions(false).change(tx, tipSettings) }),
  create: (tx, { tipSettings }) => ({ tipSettings: actions(false).create(tx, tipSettings) }),
  createDefault(tx, { tipSettings }) {
    const known = defaultTipSettings(tx, tipSettings?.appId);
    if (known) {
      const message = "The shop already has default tip settings";
      throw new PlatformError(409, "DEFAULT_SETTINGS_ALREADY_EXISTS", message, { id: known.id });
    }
    return { tipSettings: actions(true).create(tx, tipSettings) };
  },
  remove(tx, { tipSettingsId }) {
    actions(false).remove(tx, tipSettingsId);
    return {};
  },
};

type Paged =
  | {
      paging?: { limit?: number | null } | null | undefined;
      cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined;
    }
  | null
  | undefined;
const pagingOf = (query: Paged) => query?.cursorPaging ?? { limit: query?.paging?.limit };

const rejection = (code: string, message: string, presets: unknown) =>
  new PlatformError(400, code, message, { presets });
