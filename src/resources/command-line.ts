import type { Query } from "../ui/screens/browse/browse-resource.ts";

/** Returns the flags of a list command for a query. */
export function queryFlags({ filter, search, sort }: Query): string[] {
  return [
    ...(filter ? ["--filter", filter] : []),
    ...(search ? ["--search", search] : []),
    ...(sort ? ["--sort", sort] : []),
  ];
}

/** Returns a `--set` text as a flag and its value: `price=+10%` as `--price`, `+10%`. */
export function flagOf(set: string): string[] {
  const equals = set.indexOf("=");
  return [`--${set.slice(0, equals).trim()}`, set.slice(equals + 1).trim()];
}

/** Quotes a value for `--filter`. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
