import type { Flag } from "../cli/command.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/** The domains of a snapshot, in the order in which they are read and written. */
export const snapshotDomains = [
  "products",
  "collections",
  "inventory",
  "orders",
  "events",
  "tickets",
  "discounts",
  "shipping",
  "tax",
  "tips",
  "settings",
] as const;
export type SnapshotDomain = (typeof snapshotDomains)[number];

/** Parses `products,orders` to domains, in their order. Throws UsageError for an unknown one. */
export function parseDomains(text: string): SnapshotDomain[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (name === "members")
      throw new UsageError("Members cannot be pulled: the API has no list of them.", { field: "--only" });
    if (isDomain(name)) continue;
    const guess = nearest(name, snapshotDomains);
    throw new UsageError(`--only: there is no "${name}".${guess ? ` Did you mean "${guess}"?` : ""}`, {
      field: "--only",
      hint: `Use: ${snapshotDomains.join(", ")}`,
    });
  }
  return snapshotDomains.filter((domain) => names.includes(domain));
}

/** The domains that can be written to a shop. Orders never are. */
export const writableDomains: readonly SnapshotDomain[] = snapshotDomains.filter(
  (snapshotDomain) => snapshotDomain !== "orders",
);

const isDomain = (name: string): name is SnapshotDomain =>
  snapshotDomains.some((snapshotDomain) => snapshotDomain === name);

export const onlyFlag: Flag = {
  flags: "--only <domains>",
  describe: `only these: ${snapshotDomains.join(",")}`,
  parse: parseDomains,
};
