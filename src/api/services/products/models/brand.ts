import type * as z from "zod/mini";
import { date, enumOf, num, obj, readonly, text } from "../../../models/fields.ts";

/** Fields that are returned on request only. */
export const BrandField = enumOf("ASSIGNED_PRODUCTS_COUNT");

/** A brand of catalog v3. */
export const Brand = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 50 }),
  assignedProductsCount: num({ readonly: true }),
});
export interface Brand extends z.input<typeof Brand> {}
