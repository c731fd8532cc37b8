import type { InfoSectionDraft } from "../../../api/services/products.ts";
import { insertEntity, newEntity, requiredName, ruleViolation } from "../../kernel/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { htmlFromRich, richFromHtml } from "./rich-text.ts";
import {
  brandKind,
  brands,
  infoSectionKind,
  infoSections,
  ribbonKind,
  ribbons,
  type StoredBrand,
  type StoredInfoSection,
  type StoredRibbon,
} from "./tables.ts";

/** Returns the brand with a name and creates it if missing. */
export function brandNamed(tx: Tx, name: string): StoredBrand {
  return tx.findBy(brands, "name", name) ?? createBrand(tx, name);
}

/** Stores a new brand. */
export function createBrand(tx: Tx, name: string | null | undefined): StoredBrand {
  return insertEntity(tx, brandKind, { ...newEntity(tx), name: requiredName("brand.name", name) });
}

/** Returns the ribbon with a name and creates it if missing. */
export function ribbonNamed(tx: Tx, name: string): StoredRibbon {
  return tx.findBy(ribbons, "name", name) ?? createRibbon(tx, name);
}

/** Stores a new ribbon. */
export function createRibbon(tx: Tx, name: string | null | undefined): StoredRibbon {
  return insertEntity(tx, ribbonKind, { ...newEntity(tx), name: requiredName("ribbon.name", name) });
}

/** Returns the info section with an id or unique name. A missing unique name is created. */
export function infoSectionFor(tx: Tx, given: InfoSectionDraft): StoredInfoSection {
  const known = given.id
    ? tx.get(infoSections, given.id)
    : tx.findBy(infoSections, "uniqueName", given.uniqueName ?? "");
  if (known !== undefined) return known;
  if (given.id) {
    const message = `There is no info section ${given.id}`;
    throw new PlatformError(404, "INFO_SECTION_ERROR_OCCURRED", message, { infoSectionId: given.id });
  }
  return createInfoSection(tx, given);
}

/** Stores a new info section. */
export function createInfoSection(tx: Tx, given: InfoSectionDraft): StoredInfoSection {
  const title = requiredName("infoSection.title", given.title);
  const uniqueName = requiredName("infoSection.uniqueName", given.uniqueName);
  rejectUniqueName(tx, uniqueName);
  return insertEntity(tx, infoSectionKind, {
    ...newEntity(tx),
    uniqueName,
    title,
    ...readDescription(given),
  });
}

/** Throws PlatformError 409 if another info section has the unique name. */
export function rejectUniqueName(tx: Tx, uniqueName: string, id?: string): void {
  const owner = tx.findBy(infoSections, "uniqueName", uniqueName);
  if (owner === undefined || owner.id === id) return;
  const message = `Another info section has the unique name "${uniqueName}"`;
  throw new PlatformError(409, "UNIQUE_NAME_ALREADY_EXISTS", message, { uniqueName, id: owner.id });
}

/** Returns both forms of a description. Rich text takes precedence over HTML; null clears both. */
export function readDescription(given: Pick<InfoSectionDraft, "description" | "plainDescription">) {
  const { description, plainDescription } = given;
  if (description) return { description, plainDescription: htmlFromRich(description) };
  if (plainDescription) return { description: richFromHtml(plainDescription), plainDescription };
  const cleared = description === null || plainDescription === null || plainDescription === "";
  return cleared ? { description: { nodes: [] }, plainDescription: "" } : {};
}

/** Returns a product's brand by id, or by name for a new product. */
export function productBrand(tx: Tx, given: { id?: string | null; name?: string | null }, isNew: boolean) {
  if (!given.id && !isNew) throw ruleViolation("product.brand.id", "BRAND_MISSING_ID", "must not be empty");
  const brand = given.id
    ? tx.get(brands, given.id)
    : brandNamed(tx, requiredName("product.brand.name", given.name));
  if (brand === undefined)
    throw new PlatformError(404, "BRAND_NOT_FOUND", `There is no brand ${given.id}`, { brandId: given.id });
  return { id: brand.id, name: brand.name };
}

/** Returns a product's ribbon by id or by name. */
export function productRibbon(tx: Tx, given: { id?: string | null; name?: string | null }) {
  const ribbon = given.id
    ? tx.get(ribbons, given.id)
    : ribbonNamed(tx, requiredName("product.ribbon.name", given.name));
  if (ribbon === undefined)
    throw new PlatformError(404, "RIBBON_NOT_FOUND", `There is no ribbon ${given.id}`, {
      ribbonId: given.id,
    });
  return { id: ribbon.id, name: ribbon.name };
}

/** Throws PlatformError 400 if a product would have a ribbon twice. */
export function rejectDuplicateRibbons(
  first: { id: string } | undefined,
  more: readonly { id: string }[],
): void {
  const ids = more.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw new PlatformError(
      400,
      "DUPLICATE_RIBBON_IN_ADDITIONAL",
      "additionalRibbons has a ribbon twice",
      {},
    );
  if (first === undefined || !ids.includes(first.id)) return;
  const message = "The product's main ribbon is also one of its additional ribbons";
  throw new PlatformError(400, "DUPLICATE_RIBBON_IN_PRIMARY_AND_ADDITIONAL", message, { ribbonId: first.id });
}
