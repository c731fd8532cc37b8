import { PlatformError, type Table, type Tx } from "./tx.ts";

/** Letters that Unicode does not take apart into a base letter and a mark. */
const folded: Record<string, string> = {
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
const longest = 100;

/** A name in the alphabet of addresses: lower-case ASCII letters, digits and single dashes; may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => folded[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
}

/** The slug of a name that no document of the table has yet: `mug`, else `mug-1`, `mug-2` … */
export function freeSlug<T>(tx: Tx, table: Table<T>, name: string, fallback: string): string {
  const wanted = slugOf(name) || fallback;
  let slug = wanted;
  for (let n = 1; tx.findBy(table, "slug", slug) !== undefined; n++) {
    const suffix = `-${n}`;
    slug = wanted.slice(0, longest - suffix.length) + suffix;
  }
  return slug;
}

/** Refuses a slug that another document of the table has. */
export function claimSlug<T extends { id: string }>(tx: Tx, table: Table<T>, slug: string, id: string): void {
  const owner = tx.findBy(table, "slug", slug);
  if (owner !== undefined && owner.id !== id) {
    throw new PlatformError(409, "SLUG_ALREADY_IN_USE", `The slug "${slug}" is taken`, {
      slug,
      id: owner.id,
    });
  }
}
