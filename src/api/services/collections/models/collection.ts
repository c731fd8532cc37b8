import type * as z from "zod/mini";
import { bool, date, num, obj, text } from "../../../models/fields.ts";
import { Media, SeoData } from "../../products/models/product.ts";

/** A collection: a named group of products. */
export const Collection = obj(
  {
    id: text({ minLength: 35, maxLength: 36, readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    media: Media,
    numberOfProducts: num({ readonly: true }),
    description: text({ maxLength: 600 }),
    slug: text({ minLength: 1, maxLength: 100 }),
    visible: bool(),
    seoSchema: SeoData,
    lastUpdated: date(),
  },
  { always: ["id"] },
);
export interface Collection extends z.input<typeof Collection> {}
