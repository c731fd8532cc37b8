import type { Flag } from "../../cli/command.ts";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "../../resources/orders/statuses.ts";

/** The flags that choose orders by how they stand. */
export const statusFlags: readonly Flag[] = [
  { flags: "--status <status>", describe: "only orders of this status", choices: orderStatuses },
  { flags: "--payment <status>", describe: "only of this payment status", choices: paymentStatuses },
  {
    flags: "--fulfillment <status>",
    describe: "only of this fulfillment status",
    choices: fulfillmentStatuses,
  },
];

/** What they come to. */
export interface StatusOptions {
  status?: string;
  payment?: string;
  fulfillment?: string;
}

/** The filter that status flags and `--filter` make together. */
export function narrowed({
  status,
  payment,
  fulfillment,
  filter,
}: StatusOptions & { filter?: string | undefined }): { filter?: string } {
  const given = Object.entries({ status, paymentStatus: payment, fulfillmentStatus: fulfillment }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  if (given.length === 0) return filter === undefined ? {} : { filter };
  if (filter?.trimStart().startsWith("{"))
    return { filter: `{"$and":[${JSON.stringify(Object.fromEntries(given))},${filter}]}` };
  const parts = given.map(([field, value]) => `${field} = ${value}`);
  return { filter: [...parts, ...(filter === undefined ? [] : [`(${filter})`])].join(" and ") };
}
