import type { Example } from "../../cli/command.ts";
import type { Finder, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";

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
  resource: GenericResource,
  examples: Record<"add" | "remove", readonly Example[]>,
): GenericVerb[] {
  const { kind, singular, reference } = resource;
  const shared = {
    args: [{ ...reference, field: `${kind}Id`, finds: true as const }, regionArg()],
    reads: true as const,
  };
  return [
    {
      name: "add-region",
      summary: `offer a ${singular} in one more region`,
      call: "addDeliveryRegion",
      ...shared,
      prints: kind,
      examples: examples.add,
    },
    {
      name: "remove-region",
      summary: `stop offering a ${singular} in a region`,
      call: "removeDeliveryRegion",
      ...shared,
      prints: kind,
      examples: examples.remove,
    },
  ];
}
