import type { Example } from "../command.ts";
import type { Family, FamilyVerb } from "../family/family.ts";

const region = { name: "<region>", describe: "the region's id", field: "deliveryRegionId" };

/** `add-region`, `remove-region` and, where the family has it, `extend`: what things of delivery have in common. */
export function regionVerbs(
  family: Family,
  examples: Record<"add" | "remove", readonly Example[]>,
): FamilyVerb[] {
  const { one, noun, reference } = family;
  const shared = {
    args: [{ ...reference, field: `${one}Id`, finds: true as const }, region],
    reads: true as const,
  };
  return [
    {
      ...{ name: "add-region", summary: `offer a ${noun} in one more region`, call: "addDeliveryRegion" },
      ...{ ...shared, shows: one, examples: examples.add },
    },
    {
      ...{
        name: "remove-region",
        summary: `stop offering a ${noun} in a region`,
        call: "removeDeliveryRegion",
      },
      ...{ ...shared, shows: one, examples: examples.remove },
    },
  ];
}

/** `extend`: what an app stores with one. */
export function extendVerb({ one, noun, reference }: Family, examples: readonly Example[]): FamilyVerb {
  return {
    name: "extend",
    summary: `set what an app stores with a ${noun}`,
    call: "updateExtendedFields",
    args: [
      { ...reference, field: "id", finds: true },
      { name: "<namespace>", describe: "the app's namespace, such as @app/notes", field: "namespace" },
    ],
    into: "namespaceData",
    shows: one,
    examples,
  };
}
