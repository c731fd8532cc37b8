import type { WireInput, WireResult } from "../../api/endpoint.ts";
import type { sandboxShop as endpoints } from "../../api/services/sandbox/sandbox.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError, type Table } from "../kernel/tx.ts";
import { memberships, pluginFees } from "../services/cart/tables.ts";
import { couponOf, normalizedCode } from "../services/discounts/coupons.ts";
import { coupons } from "../services/discounts/tables.ts";
import { type Control, operator } from "./control.ts";

type Calls = typeof endpoints;

/** The default app ID of memberships. */
const membershipApp = "3e3be251-5a9d-4b0c-8a0d-000000000001";

/** Control handlers of coupons, fees and memberships. */
export const shopControl: {
  readonly [Call in keyof Calls]: (
    control: Control,
    input: WireInput<Calls[Call]>,
  ) => WireResult<Calls[Call]>;
} = {
  coupons: (control) => ({ coupons: all(control, coupons).map((one) => ({ ...one })) }),
  addCoupon: (control, { coupon }) => ({
    coupon: write(control, (tx) => {
      const code = normalizedCode(coupon?.code ?? "");
      const known = couponOf(tx, code);
      const id = known?.id ?? newId(tx, "coupon", code);
      const given = { ...coupon, id, code, name: coupon?.name || code, used: known?.used ?? 0 };
      return { ...put(tx, coupons, given) };
    }),
  }),
  removeCoupon: (control, { id }) =>
    write(control, (tx) => forget(tx, coupons, couponOf(tx, id)?.id ?? id, "coupon")),
  fees: (control) => ({ fees: all(control, pluginFees).map((one) => ({ ...one })) }),
  addFee: (control, { fee }) => ({
    fee: write(control, (tx) => {
      const id = fee?.id ?? newId(tx, "fee", `${fee?.code ?? fee?.name}`);
      const source = fee?.source === "ITEM" ? "ITEM" : "SERVICE_PLUGIN";
      return { ...put(tx, pluginFees, { ...fee, id, code: fee?.code ?? "fee", source }) };
    }),
  }),
  removeFee: (control, { id }) => write(control, (tx) => forget(tx, pluginFees, id, "fee")),
  memberships: (control) => ({ memberships: all(control, memberships).map((one) => ({ ...one })) }),
  addMembership: (control, { membership }) => ({
    membership: write(control, (tx) => {
      const id = membership?.id ?? newId(tx, "membership", `${membership?.memberId} ${membership?.name}`);
      return { ...put(tx, memberships, { ...membership, id, appId: membership?.appId ?? membershipApp }) };
    }),
  }),
  removeMembership: (control, { id }) => write(control, (tx) => forget(tx, memberships, id, "membership")),
};

const all = <T>({ store }: Control, table: Table<T>): T[] =>
  store.read(operator, (tx) => [...tx.each(table)]);
const write = <T>({ store }: Control, work: (tx: StoreTx) => T): T => store.write(operator, work);

/** Derives IDs from names, so that IDs of the shop's own documents do not change. */
const newId = (tx: StoreTx, kind: string, name: string): string => {
  return guidOf(tx.setting("seed") ?? "", `${kind} ${name}`, 1);
};

function put<T extends { id: string }>(tx: StoreTx, table: Table<T>, given: object): T {
  // The input was checked before; null means absent.
  const doc = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as unknown as T;
  tx.put(table, doc.id, doc);
  return doc;
}

function forget<T>(tx: StoreTx, table: Table<T>, id: string | null | undefined, kind: string) {
  if (tx.remove(table, id ?? "")) return {};
  throw new PlatformError(404, `${kind.toUpperCase()}_NOT_FOUND`, `There is no ${kind} ${id}`, { id });
}
