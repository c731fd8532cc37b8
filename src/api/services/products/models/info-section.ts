import type * as z from "zod/mini";
import { date, enumOf, guid, num, obj, readonly, text } from "../../../models/fields.ts";
import { RichContent } from "../../../models/rich-content.ts";

/** What answers carry only when it is asked for. */
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
/** An info section as it travels (dates as text). */
export interface InfoSection extends z.input<typeof InfoSection> {}

/** Names an info section by id or unique name, or says what to make. */
export const InfoSectionDraft = obj({ id: guid(), ...content });
export interface InfoSectionDraft extends z.input<typeof InfoSectionDraft> {}
