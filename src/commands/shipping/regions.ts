import type { Finder, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";

const findsRegion: Finder = async (call, name) => (await import("./find.ts")).findRegion(call, name);

/** Returns the argument that names a delivery region, for a field of the input. */
export const regionArg = (field = "deliveryRegionId") => ({
  name: "<region>",
  describe: "id or name of the region",
  field,
  finds: findsRegion,
});

/** Returns `add-region` and `remove-region`; `sample` is a record to use in their examples. */
export function regionVerbs(resource: GenericResource, sample: string): GenericVerb[] {
  const { name, kind, singular, reference } = resource;
  const verb = (action: "add" | "remove"): GenericVerb => {
    const run = `till shipping ${name} ${action}-region ${sample} 8b9f4c1e-0000-4000-8000-000000000001`;
    return {
      name: `${action}-region`,
      summary: action === "add" ? `Add a region to a ${singular}` : `Remove a region from a ${singular}`,
      call: action === "add" ? "addDeliveryRegion" : "removeDeliveryRegion",
      args: [{ ...reference, field: `${kind}Id`, finds: true }, regionArg()],
      reads: true,
      prints: kind,
      examples: [`${run} # by region id`, `${run} --json # as JSON`],
    };
  };
  return [verb("add"), verb("remove")];
}
