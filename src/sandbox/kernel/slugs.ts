import { PlatformError, type Table, type Tx } from "./tx.ts";

/** Letters that Unicode does not decompose into a base letter and a mark. */
const replacements: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};
const maxLength = 100;

/** Returns a name as a slug: lower-case ASCII letters, digits and single dashes; may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => replacements[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, "");
}

/** Returns a slug that no document of the table has: `mug`, else `mug-1`, `mug-2` … */
export function freeSlug<T>(tx: Tx, table: Table<T>, name: string, fallback: string): string {
  const base = slugOf(name) || fallback;
  let slug = base;
  for (let n = 1; tx.findBy(table, "slug", slug) !== undefined; n++) {
    const suffix = `-${n}`;
    slug = base.slice(0, maxLength - suffix.length) + suffix;
  }
  return slug;
}

/** Throws PlatformError 409 if another document of the table has the slug. */
export function requireFreeSlug<T extends { id: string }>(
  tx: Tx,
  table: Table<T>,
  slug: string,
  id: string,
): void {
  const owner = tx.findBy(table, "slug", slug);
  if (owner !== undefined && owner.id !== id) {
    throw new PlatformError(409, "SLUG_ALREADY_IN_USE", `The slug "${slug}" is taken`, {
      slug,
      id: owner.id,
    });
  }
}
