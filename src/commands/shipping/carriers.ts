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
    readOnly: true,
    prints: "installedDeliveryCarriers",
    kind: "carrier",
    fields: {
      displayName: { label: "Name" },
      description: { grow: true },
      id: {},
    },
    examples: [
      "till shipping profiles carriers # all installed carriers",
      "till shipping profiles carriers --json # as JSON",
    ],
  },
  {
    name: "carrier-settings",
    summary: "List the carriers of a delivery profile and their settings",
    call: "listDeliveryCarriers",
    readOnly: true,
    args: [{ name: "<profile>", describe: "id or name", field: "deliveryProfileId", finds: true }],
    prints: "results",
    kind: "carrierSettings",
    fields: {
      "deliveryCarrierDetails.displayName": { label: "Carrier", grow: true },
      "deliveryCarrierRegionalSettings.deliveryRegionId": { label: "Regions" },
      "deliveryCarrierRegionalSettings.dashboardTables.rows.key": { label: "Rows" },
    },
    examples: [
      "till shipping profiles carrier-settings 'General profile' # all carriers of a profile",
      "till shipping profiles carrier-settings 'General profile' --json # as JSON",
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
      "till shipping profiles add-carrier Brazil Pickup --amount 0 # by names",
      "till shipping profiles add-carrier Europe 'Shipping labels' --amount 9.90 --title Post --json # print the updated profile",
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
      "till shipping profiles update-carrier Brazil 'Basic Shipping' --amount 12 --title Parcel # set the fallback price",
      "till shipping profiles update-carrier Brazil 'Basic Shipping' -f additionalCharges[0].description=Customs -f additionalCharges[0].amount=4.00 --json # add a surcharge",
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
      "till shipping profiles remove-carrier Brazil 'Basic Shipping' # asks for confirmation",
      "till shipping profiles remove-carrier Brazil 'Basic Shipping' --yes # without confirmation",
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
      `till shipping profiles switch-carrier Pickup ${studio} --active false # turn off pickup at one location`,
      `till shipping profiles switch-carrier Pickup ${studio} --active true --quiet # turn it on again, without output`,
    ],
  },
];
