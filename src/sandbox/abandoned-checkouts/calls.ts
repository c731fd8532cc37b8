import type { Handlers } from "../../api/endpoint.ts";
import { abandonedCheckouts as endpoints } from "../../api/services/abandoned-checkouts.ts";
import { day } from "../../kernel/durations.ts";
import { decimal, moneyText, sum } from "../../kernel/money.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { checkedQuery, findPage, listFilter } from "../kernel/lists.ts";
import type { StoreTx } from "../kernel/tx.ts";
import {
  abandonCheckout,
  abandonedCheckoutOf,
  addActivity,
  remindBuyer,
  removeAbandoned,
  abandonedCheckouts as table,
} from "./abandoned-checkouts.ts";

/** Abandoned checkouts. */
export const abandonedCheckouts: Handlers<typeof endpoints, StoreTx> = {
  get: (tx, { abandonedCheckoutId }) => ({
    abandonedCheckout: abandonedCheckoutOf(tx, abandonedCheckoutId),
  }),
  remove(tx, { abandonedCheckoutId }) {
    removeAbandoned(tx, abandonedCheckoutId);
    return {};
  },
  bulkRemove(tx, { abandonedCheckoutIds }) {
    const removed = forEachItem(tx, abandonedCheckoutIds, (id) => removeAbandoned(tx, id));
    return bulkResponse(removed, "item", undefined);
  },
  query(tx, { query }) {
    const { items, metadata } = findPage(tx, table, checkedQuery(query, endpoints.query));
    return { results: items, abandonedCheckouts: items, metadata };
  },
  search(tx, { search }) {
    const { cursorPaging } = search;
    const { sort } = checkedQuery({ sort: search.sort }, endpoints.search);
    const filter = listFilter(search, endpoints.search);
    const { items, metadata } = findPage(tx, table, { filter, sort, cursorPaging: cursorPaging ?? {} });
    const { count, total, cursors } = metadata;
    return { abandonedCheckouts: items, pagingMetadata: { count, total, cursors } };
  },
  addActivity: (tx, { abandonedCheckoutId, activityType }) => ({
    abandonedCheckout: addActivity(tx, abandonedCheckoutOf(tx, abandonedCheckoutId), activityType),
  }),
  analytics(tx, { startDate, endDate, statuses }) {
    const end = new Date(Date.parse(`${endDate}T00:00:00Z`) + day).toISOString();
    const found = [...tx.each(table, { createdDate: { $gte: `${startDate}T00:00:00.000Z`, $lt: end } })];
    const currency = tx.setting("currency");
    const figures = (status: "ABANDONED" | "RECOVERED") => {
      const included = statuses?.length && !statuses.includes(status) ? [] : found;
      const matching = included.filter((one) => one.status === status);
      const value = sum(matching.map(({ totalPrice }) => decimal(totalPrice?.amount ?? "0")));
      return { count: matching.length, value };
    };
    const [open, won] = [figures("ABANDONED"), figures("RECOVERED")];
    const all = open.count + won.count;
    const average = open.count === 0 ? open.value : open.value.div(decimal(String(open.count)));
    return {
      currency,
      recoverableValue: moneyText(open.value, currency),
      recoverableCheckoutCount: open.count,
      averageRecoverableCheckoutValue: moneyText(average, currency),
      recoveredValue: moneyText(won.value, currency),
      recoveredCheckoutCount: won.count,
      recoveryRate: all === 0 ? 0 : Math.round((won.count / all) * 100),
    };
  },
  redirect(tx, { abandonedCheckoutId }) {
    const { checkoutUrl } = abandonedCheckoutOf(tx, abandonedCheckoutId);
    return { body: "", statusCode: 302, headers: [{ key: "Location", value: checkoutUrl ?? "" }] };
  },
};

/** Due work: abandons checkouts and reminds their buyers. */
export const due = { abandon: abandonCheckout, remind: remindBuyer };
