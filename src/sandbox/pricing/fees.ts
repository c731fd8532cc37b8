import type { Decimal } from "../../kernel/money.ts";
import type { AddressType } from "./basket.ts";

/** What is charged beside items and delivery. */
export interface Fee {
  code: string;
  name: string;
  price: Decimal;
  source: "SERVICE_PLUGIN" | "ITEM" | "MANUAL" | "SHIPPING";
  /** Of a carrier's charge. */
  charge?: "HANDLING_FEE" | "INSURANCE" | undefined;
  /** The lines that it is for; the whole order where there are none. */
  lineItemIds?: readonly string[] | undefined;
  taxGroupId?: string | undefined;
  /** Not taxed where absent, such as a tip. */
  taxedAt?: AddressType | undefined;
}
