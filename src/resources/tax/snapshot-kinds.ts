import type { Call } from "../../api/caller.ts";
import { type Pages, pages } from "../../api/query/pages.ts";
import { manualTaxMappings } from "../../api/services/tax/manual-tax-mappings.ts";
import type { TaxGroup, TaxRegion } from "../../api/services/tax/models/tax-setup.ts";
import { taxSettings } from "../../api/services/tax/tax.ts";
import { taxGroups } from "../../api/services/tax/tax-groups.ts";
import { taxRegions } from "../../api/services/tax/tax-regions.ts";
import { type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

/** Tax groups, tax regions, and the rates that refer to both by name. */
export function taxKinds(call: Call): EntityKind[] {
  let loading: Promise<Map<string, string>> | undefined;
  const nameOf = async (id: unknown) => {
    loading ??= taxNames(call);
    return (await loading).get(String(id)) ?? String(id);
  };
  return [
    {
      kind: "taxGroup",
      domain: "tax",
      name: "tax groups",
      call: "taxGroups.query",
      endpoint: taxGroups.query,
      input: { query: {} },
    },
    {
      kind: "taxRegion",
      domain: "tax",
      name: "tax regions",
      call: "taxRegions.query",
      endpoint: taxRegions.query,
      input: { query: {} },
    },
    {
      kind: "taxRate",
      domain: "tax",
      name: "tax rates",
      call: "manualTaxMappings.query",
      endpoint: manualTaxMappings.query,
      input: { query: {} },
      apart: ["taxGroupId", "taxRegionId"],
      content: async (one) => ({
        ...fieldsExcept(one, ["taxGroupId", "taxRegionId"]),
        taxGroup: await nameOf(one.taxGroupId),
        taxRegion: await nameOf(one.taxRegionId),
      }),
    },
    {
      kind: "taxSettings",
      domain: "tax",
      name: "tax settings",
      call: "taxSettings.get",
      endpoint: taxSettings.get,
      at: "taxSettings",
    },
  ];
}

async function taxNames(call: Call): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const groups: Pages<TaxGroup> = pages(call, "taxGroups.query", taxGroups.query, { query: {} });
  for await (const { id, name } of groups) if (id) names.set(id, name ?? id);
  // The default groups are not in the list.
  const { body } = await call("taxGroups.listDefault", taxGroups.listDefault, {});
  for (const { id, name } of (body as { taxGroups?: TaxGroup[] }).taxGroups ?? [])
    if (id) names.set(id, name ?? id);
  const regions: Pages<TaxRegion> = pages(call, "taxRegions.query", taxRegions.query, { query: {} });
  for await (const { id, country, subdivision } of regions)
    if (id) names.set(id, [country, subdivision].filter(Boolean).join("-"));
  return names;
}
