import type * as z from "zod/mini";
import { date, enumOf, num, obj, readonly, text } from "../../../models/fields.ts";

/** Fields that are returned on request only. */
export const RibbonField = enumOf("ASSIGNED_PRODUCT_COUNT");

/** A ribbon of catalog v3: a short text across a product's picture. */
export const Ribbon = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 30 }),
  assignedProductCount: num({ readonly: true }),
});
export interface Ribbon extends z.input<typeof Ribbon> {}
