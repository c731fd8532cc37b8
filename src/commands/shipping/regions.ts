import type { Example } from "../../cli/command.ts";
import type { Family, FamilyVerb, Finder } from "../../cli/generic/family.ts";

const findsRegion: Finder = async (call, name) => (await import("./find.ts")).findRegion(call, name);

/** The argument that names a region of a delivery profile, for a field of the input. */
export const regionArg = (field = "deliveryRegionId") => ({
  name: "<region>",
  describe: "the region's id or name",
  field,
  finds: findsRegion,
});

/** `add-region` and `remove-region`: what things of delivery have in common. */
export function regionVerbs(
  family: Family,
  examples: Record<"add" | "remove", readonly Example[]>,
): FamilyVerb[] {
  const { one, noun, reference } = family;
  const shared = {
    args: [{ ...reference, field: `${one}Id`, finds: true as const }, regionArg()],
    reads: true as const,
  };
  return [
    {
      name: "add-region",
      summary: `offer a ${noun} in one more region`,
      call: "addDeliveryRegion",
      ...shared,
      shows: one,
      examples: examples.add,
    },
    {
      name: "remove-region",
      summary: `stop offering a ${noun} in a region`,
      call: "removeDeliveryRegion",
      ...shared,
      shows: one,
      examples: examples.remove,
    },
  ];
}
