import type { Finder, GenericVerb } from "../../cli/generic/generic-resource.ts";
import { regionArg } from "./regions.ts";

const findsCarrier: Finder = async (call, name) => (await import("./find.ts")).findCarrier(call, name);
const carrierArg = (field: string) => ({
  name: "<carrier>",
  describe: "id or name (till shipping profiles carriers)",
  field,
  finds: findsCarrier,
});
const charges = [
  {
    flags: "--amount <amount>",
    field: "backupRate.amount",
    describe: "the price where the carrier has none",
  },
  { flags: "--title <text>", field: "backupRate.title", describe: "what buyers read then" },
];
const yes = ["true", "false"];
const studio = "2c6ef232-333f-42b1-ad01-b49f0ae34fbc";

/** Verbs of delivery profiles about who delivers. */
export const carrierVerbs: readonly GenericVerb[] = [
  {
    name: "carriers",
    summary: "list the carriers that are installed",
    call: "listInstalledCarriers",
    prints: "installedDeliveryCarriers",
    kind: "carrier",
    columns: [
      { header: "NAME", path: "displayName" },
      { header: "WHAT IT DOES", path: "description", grow: true },
      { header: "ID", path: "id" },
    ],
    examples: [
      { run: "till shipping profiles carriers", does: "every carrier" },
      { run: "till shipping profiles carriers --json", does: "as JSON" },
    ],
  },
  {
    name: "carrier-settings",
    summary: "list the carriers of a delivery profile, and what can be switched at each",
    call: "listDeliveryCarriers",
    args: [{ name: "<profile>", describe: "id or name", field: "deliveryProfileId", finds: true }],
    prints: "results",
    kind: "carrierSettings",
    columns: [
      { header: "CARRIER", path: "deliveryCarrierDetails.displayName", grow: true },
      { header: "REGIONS", path: "deliveryCarrierRegionalSettings.deliveryRegionId" },
      { header: "ROWS", path: "deliveryCarrierRegionalSettings.dashboardTables.rows.key" },
    ],
    examples: [
      { run: "till shipping profiles carrier-settings 'General profile'", does: "every carrier" },
      { run: "till shipping profiles carrier-settings 'General profile' --json", does: "as JSON" },
    ],
  },
  {
    name: "add-carrier",
    summary: "let a carrier deliver to a region",
    call: "addDeliveryCarrier",
    args: [regionArg(), carrierArg("deliveryCarrier.appId")],
    flags: charges,
    into: "deliveryCarrier",
    prints: "deliveryProfile",
    examples: [
      {
        run: "till shipping profiles add-carrier Brazil Pickup --amount 0",
        does: "by the names of both",
      },
      {
        run: "till shipping profiles add-carrier Europe 'Shipping labels' --amount 9.90 --title Post --json",
        does: "and the profile as it is now",
      },
    ],
  },
  {
    name: "update-carrier",
    summary: "change what a carrier charges in a region",
    call: "updateDeliveryCarrier",
    args: [regionArg(), carrierArg("deliveryCarrier.appId")],
    flags: charges,
    into: "deliveryCarrier",
    prints: "deliveryProfile",
    examples: [
      {
        run: "till shipping profiles update-carrier Brazil 'Shipping rules' --amount 12 --title Parcel",
        does: "the price where its rules have none",
      },
      {
        run: "till shipping profiles update-carrier Brazil 'Shipping rules' -f additionalCharges[0].description=Customs -f additionalCharges[0].amount=4.00 --json",
        does: "a charge on top",
      },
    ],
  },
  {
    name: "remove-carrier",
    summary: "stop a carrier from delivering to a region",
    call: "removeDeliveryCarrier",
    args: [regionArg(), carrierArg("appId")],
    confirms: "Take the carrier away from the region",
    prints: "deliveryProfile",
    examples: [
      { run: "till shipping profiles remove-carrier Brazil 'Shipping rules'", does: "after a question" },
      { run: "till shipping profiles remove-carrier Brazil 'Shipping rules' --yes", does: "in a script" },
    ],
  },
  {
    name: "switch-carrier",
    summary: "switch a row of a carrier's settings on or off",
    call: "setCarrierActive",
    args: [
      carrierArg("carrierAppId"),
      { name: "<row>", describe: "as carrier-settings shows it", field: "rowId" },
    ],
    flags: [{ flags: "--active <bool>", field: "active", describe: "on or off", choices: yes }],
    into: "",
    done: "It is switched",
    examples: [
      {
        run: `till shipping profiles switch-carrier Pickup ${studio} --active false`,
        does: "nobody fetches anything at this place",
      },
      {
        run: `till shipping profiles switch-carrier Pickup ${studio} --active true --quiet`,
        does: "and again",
      },
    ],
  },
];
