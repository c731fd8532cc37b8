import { day } from "../../kernel/durations.ts";
import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/tx.ts";

/** Returns a transaction `age` days ago that emits no events and derives its ids from a name. */
export function seedTx(
  tx: StoreTx,
  name: string,
  { age = 0, payment }: { age?: number; payment?: string } = {},
): StoreTx {
  const seed = tx.setting("seed");
  let count = 0;
  return {
    ...tx,
    now: new Date(tx.now.getTime() - age * day),
    payment: () => payment,
    emit: () => {},
    next: (counter) => (counter.startsWith("events of") ? 0 : tx.next(counter)),
    newId() {
      count += 1;
      return guidOf(seed, name, count);
    },
  };
}
