import type { Decimal } from "../../kernel/money.ts";
import type { AddressType } from "./item.ts";

/** A charge besides items and delivery. */
export interface Fee {
  code: string;
  name: string;
  price: Decimal;
  source: "SERVICE_PLUGIN" | "ITEM" | "MANUAL" | "SHIPPING";
  /** Set for carrier charges. */
  charge?: "HANDLING_FEE" | "INSURANCE" | undefined;
  /** The lines it applies to; the whole order if empty. */
  lineItemIds?: readonly string[] | undefined;
  taxGroupId?: string | undefined;
  /** Not taxed if absent (tips). */
  taxedAt?: AddressType | undefined;
}
