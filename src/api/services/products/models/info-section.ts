import type * as z from "zod/mini";
import { date, enumOf, guid, num, obj, readonly, text } from "../../../models/fields.ts";
import { RichContent } from "../../../models/rich-content.ts";

/** Fields that are returned on request only. */
export const InfoSectionField = enumOf("ASSIGNED_PRODUCTS_COUNT");

const content = {
  uniqueName: text({ maxLength: 100 }),
  title: text({ minLength: 1, maxLength: 50 }),
  description: RichContent,
  plainDescription: text({ maxLength: 16000 }),
};

/** An info section of catalog v3: a titled text that many products can show. `plainDescription` is HTML. */
export const InfoSection = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  ...content,
  assignedProductsCount: num({ readonly: true }),
});
export interface InfoSection extends z.input<typeof InfoSection> {}

/** A reference to an info section by id or unique name, or a new one. */
export const InfoSectionDraft = obj({ id: guid(), ...content });
export interface InfoSectionDraft extends z.input<typeof InfoSectionDraft> {}
