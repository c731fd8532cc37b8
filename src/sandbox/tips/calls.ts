import type { Handlers } from "../../api/endpoint.ts";
import {
  type tippableStaff as staffEndpoints,
  tips as tipEndpoints,
  tipSettings as tipSettingEndpoints,
} from "../../api/services/tips.ts";
import { amountText, decimal, sum } from "../../kernel/money.ts";
import { checkedQuery, scan, scanPage } from "../kernel/lists.ts";
import { regularActions } from "../kernel/regular.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { orders } from "../orders/index.ts";
import {
  addToTip,
  defaultTipSettings,
  previewTip,
  type StoredTip,
  setTip,
  tippableStaff as staffTable,
  tips as table,
  tipChoices,
  tipOnOrder,
  tipSettingsKind,
} from "./tips.ts";

const maxScanned = 1_000_000;

/** Handlers of tips on orders and their distribution among staff. */
export const tips: Handlers<typeof tipEndpoints, Tx> = {
  preview: (tx, { lineItemInfo, tipChoice, tipSettingsId }) => ({
    tip: previewTip(tx, lineItemInfo ?? [], tipChoice, tipSettingsId),
  }),
  getByOrder: (tx, { orderId }) => ({ tip: shown(tipOnOrder(tx, orderId)) }),
  getByDraftOrder: (tx, { draftOrderId }) => ({ tip: shown(tipOnOrder(tx, draftOrderId)) }),
  getChoice(tx, { purchaseFlowId }) {
    const tipChoice = tx.get(tipChoices, purchaseFlowId);
    if (tipChoice) return { tipChoice };
    const message = `No tip was chosen in the purchase flow ${purchaseFlowId}`;
    throw new PlatformError(404, "PERSON_IDENTITY_NOT_FOUND", message, { purchaseFlowId });
  },
  updateChoice(tx, { tipChoice, purchaseFlowId }) {
    tx.put(tipChoices, purchaseFlowId, tipChoice);
    return { tipChoice };
  },
  setOnOrder(tx, { orderId, draftOrderId, tip }) {
    const stored = setTip(tx, orderRef(tx, orderId, draftOrderId), tip);
    return { tip: shown(stored), orderInfo: tipInfo(stored) };
  },
  removeFromOrder(tx, { orderId, draftOrderId }) {
    const stored = tipOnOrder(tx, orderId ?? draftOrderId);
    tx.remove(table, stored.orderId);
    return { orderInfo: { orderId: stored.orderId } };
  },
  addDistributions(tx, { orderId, draftOrderId, tipDistributions }) {
    const stored = addToTip(tx, orderRef(tx, orderId, draftOrderId), tipDistributions);
    const added = stored.distributions?.slice(-tipDistributions.length) ?? [];
    return { tipDistributions: added, orderInfo: tipInfo(stored) };
  },
  queryDistributions(tx, { query }) {
    const { items, metadata } = scanPage(distributions(tx), {
      ...checkedQuery(query, tipEndpoints.queryDistributions),
      cursorPaging: query.cursorPaging ?? {},
    });
    const { count, cursors } = metadata;
    return { tipDistributions: items, pagingMetadata: { count, cursors, hasNext: Boolean(cursors?.next) } };
  },
  sumDistributions(tx, { filter }) {
    const { items } = scan(distributions(tx), {
      ...checkedQuery({ filter }, tipEndpoints.queryDistributions),
      limit: maxScanned,
    });
    return { totalAmount: amountText(sum(items.map(({ amount }) => decimal(amount ?? "0")))) };
  },
};

/** Handlers of tippable staff. */
export const tippableStaff: Handlers<typeof staffEndpoints, Tx> = {
  list(tx, { filterByName, filterByIds }) {
    const name = filterByName?.toLowerCase() ?? "";
    const staff = [...tx.each(staffTable)]
      .filter((one) => one.name.toLowerCase().includes(name))
      .filter(({ id }) => !filterByIds?.length || filterByIds.includes(id));
    return { staff: staff.slice(0, 100) };
  },
};

function* distributions(tx: Tx) {
  for (const tip of tx.each(table)) yield* tip.distributions ?? [];
}

/** Returns the ID of the tipped order or draft order. An order must exist, a draft need not. */
function orderRef(tx: Tx, orderId: string | null | undefined, draftId: string | null | undefined): string {
  if (!orderId) return draftId ?? "";
  if (tx.get(orders, orderId)) return orderId;
  throw new PlatformError(404, "ORDER_NOT_FOUND", `There is no order ${orderId}`, { orderId });
}

function shown({ orderId, ...tip }: StoredTip) {
  return tip;
}

const tipInfo = ({ id, orderId, amount }: StoredTip) => ({
  orderId,
  additionalFeeId: id,
  additionalFeePrice: { amount },
});

const maxPercent = 100;
const tipSettingActions = (isDefault: boolean) =>
  regularActions({
    kind: tipSettingsKind,
    calls: tipSettingEndpoints,
    complete(_tx, given, before) {
      const presets = given.presets ?? [{ value: 10 }, { value: 15, default: true }, { value: 20 }];
      const tipType = given.tipType ?? "PERCENTAGE";
      if (presets.filter((preset) => preset.default).length > 1)
        throw tipSettingsRejection(
          "CANNOT_HAVE_MORE_THAN_ONE_DEFAULT_PRESET",
          "Only one preset can be the default",
          presets,
        );
      if (tipType === "PERCENTAGE" && presets.some(({ value }) => (value ?? 0) > maxPercent))
        throw tipSettingsRejection(
          "PRESET_PERCENTAGE_TOO_HIGH",
          `A preset is at most ${maxPercent} percent`,
          presets,
        );
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
export const tipSettings: Handlers<typeof tipSettingEndpoints, Tx> = {
  query(tx, { query }) {
    const { items, pagingMetadata } = tipSettingActions(false).page(tx, {
      ...query,
      cursorPaging: pagingOf(query),
    });
    const { count, cursors } = pagingMetadata;
    return { tipSettings: items, pagingMetadata: { count, cursors } };
  },
  update: (tx, { tipSettings }) => ({ tipSettings: tipSettingActions(false).change(tx, tipSettings) }),
  create: (tx, { tipSettings }) => ({ tipSettings: tipSettingActions(false).create(tx, tipSettings) }),
  createDefault(tx, { tipSettings }) {
    const known = defaultTipSettings(tx, tipSettings.appId);
    if (known) {
      const message = "The shop already has default tip settings";
      throw new PlatformError(409, "DEFAULT_SETTINGS_ALREADY_EXISTS", message, { id: known.id });
    }
    return { tipSettings: tipSettingActions(true).create(tx, tipSettings) };
  },
  remove(tx, { tipSettingsId }) {
    tipSettingActions(false).remove(tx, tipSettingsId);
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

const tipSettingsRejection = (code: string, message: string, presets: unknown) =>
  new PlatformError(400, code, message, { presets });
