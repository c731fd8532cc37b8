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
    describe: "fallback price",
  },
  {
    flags: "--title <text>",
    field: "backupRate.title",
    describe: "name of the fallback price shown to buyers",
  },
];
const booleans = ["true", "false"];
const studio = "2c6ef232-333f-42b1-ad01-b49f0ae34fbc";

/** The verbs of delivery profiles for carriers. */
export const carrierVerbs: readonly GenericVerb[] = [
  {
    name: "carriers",
    summary: "List the installed carriers",
    call: "listInstalledCarriers",
    prints: "installedDeliveryCarriers",
    kind: "carrier",
    columns: [
      { header: "NAME", path: "displayName" },
      { header: "DESCRIPTION", path: "description", grow: true },
      { header: "ID", path: "id" },
    ],
    examples: [
      { run: "till shipping profiles carriers", does: "all installed carriers" },
      { run: "till shipping profiles carriers --json", does: "as JSON" },
    ],
  },
  {
    name: "carrier-settings",
    summary: "List the carriers of a delivery profile and their settings",
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
      { run: "till shipping profiles carrier-settings 'General profile'", does: "all carriers of a profile" },
      { run: "till shipping profiles carrier-settings 'General profile' --json", does: "as JSON" },
    ],
  },
  {
    name: "add-carrier",
    summary: "Add a carrier to a region",
    call: "addDeliveryCarrier",
    args: [regionArg(), carrierArg("deliveryCarrier.appId")],
    flags: charges,
    into: "deliveryCarrier",
    prints: "deliveryProfile",
    examples: [
      {
        run: "till shipping profiles add-carrier Brazil Pickup --amount 0",
        does: "by names",
      },
      {
        run: "till shipping profiles add-carrier Europe 'Shipping labels' --amount 9.90 --title Post --json",
        does: "print the updated profile",
      },
    ],
  },
  {
    name: "update-carrier",
    summary: "Change the charges of a carrier in a region",
    call: "updateDeliveryCarrier",
    args: [regionArg(), carrierArg("deliveryCarrier.appId")],
    flags: charges,
    into: "deliveryCarrier",
    prints: "deliveryProfile",
    examples: [
      {
        run: "till shipping profiles update-carrier Brazil 'Shipping rules' --amount 12 --title Parcel",
        does: "set the fallback price",
      },
      {
        run: "till shipping profiles update-carrier Brazil 'Shipping rules' -f additionalCharges[0].description=Customs -f additionalCharges[0].amount=4.00 --json",
        does: "add a surcharge",
      },
    ],
  },
  {
    name: "remove-carrier",
    summary: "Remove a carrier from a region",
    call: "removeDeliveryCarrier",
    args: [regionArg(), carrierArg("appId")],
    confirms: "Remove the carrier from the region",
    prints: "deliveryProfile",
    examples: [
      { run: "till shipping profiles remove-carrier Brazil 'Shipping rules'", does: "asks for confirmation" },
      {
        run: "till shipping profiles remove-carrier Brazil 'Shipping rules' --yes",
        does: "without confirmation",
      },
    ],
  },
  {
    name: "switch-carrier",
    summary: "Turn a carrier setting on or off",
    call: "setCarrierActive",
    args: [
      carrierArg("carrierAppId"),
      { name: "<row>", describe: "row id from carrier-settings", field: "rowId" },
    ],
    flags: [
      {
        flags: "--active <bool>",
        field: "active",
        describe: "turn the setting on or off",
        choices: booleans,
      },
    ],
    into: "",
    done: "Changed the setting",
    examples: [
      {
        run: `till shipping profiles switch-carrier Pickup ${studio} --active false`,
        does: "turn off pickup at one location",
      },
      {
        run: `till shipping profiles switch-carrier Pickup ${studio} --active true --quiet`,
        does: "turn it on again, without output",
      },
    ],
  },
];
