/** A name as the last part of an address: lower case ASCII letters, digits and dashes, at most 80 of them; never empty. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "product" : slug;
}
