import type { Finder, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

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
    const run = `till settings shipping ${name} ${action}-region ${sample}`;
    return {
      name: `${action}-region`,
      summary: action === "add" ? `Add a region to a ${singular}` : `Remove a region from a ${singular}`,
      call: action === "add" ? "addDeliveryRegion" : "removeDeliveryRegion",
      args: [{ ...reference, field: `${kind}Id`, finds: true }, regionArg()],
      reads: true,
      prints: kind,
      examples:
        action === "add"
          ? [
              `${run} Brazil # by name`,
              `till settings shipping profiles list --jq ".items[0].deliveryRegions[-1].id" | xargs ${run} # the last region of the first profile`,
            ]
          : [`${run} "United States" # by name`, `${run} "United States" --dry-run # preview the request`],
    };
  };
  return [verb("add"), verb("remove")];
}

const findsCarrier: Finder = async (call, name) => (await import("./find.ts")).findCarrier(call, name);
const carrierArg = (field: string) => ({
  name: "<carrier>",
  describe: "id or name (till settings shipping profiles carriers)",
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

/** The verbs of delivery profiles for carriers. */
const carrierVerbs: readonly GenericVerb[] = [
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
      "till settings shipping profiles carriers # all installed carriers",
      'till settings shipping profiles carriers --jq ".items[] | select(.fallbackDefinitionMandatory) | .displayName" # only those that need a fallback price',
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
      'till settings shipping profiles carrier-settings "General profile" # all carriers of a profile',
      'till settings shipping profiles carrier-settings "General profile" --jq ".items[] | select(.deliveryCarrierMetadata.success | not)" # only carriers whose settings could not be read',
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
      "till settings shipping profiles add-carrier Brazil Pickup --amount 0 # by names",
      'till settings shipping profiles add-carrier Europe "Shipping labels" --amount 9.90 --title Post --json # print the updated profile',
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
      'till settings shipping profiles update-carrier Brazil "Basic Shipping" --amount 12 --title Parcel # set the fallback price',
      'till settings shipping profiles update-carrier Brazil "Basic Shipping" -f additionalCharges[0].description=Customs -f additionalCharges[0].amount=4.00 --json # add a surcharge',
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
      'till settings shipping profiles remove-carrier Brazil "Basic Shipping" # asks for confirmation',
      'till settings shipping profiles remove-carrier Brazil "Basic Shipping" --yes # without confirmation',
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
      "till settings shipping pickup get Studio --jq .id | xargs till settings shipping profiles switch-carrier Pickup --active false # turn off pickup at one location",
      "till settings shipping pickup get Studio --jq .id | xargs till settings shipping profiles switch-carrier Pickup --active true --quiet # turn it on again, without output",
    ],
  },
];

const country = {
  flags: "--country <code>",
  field: "destinations[0].countryCode",
  describe: "country: JP",
};
const named = { flags: "--name <text>", field: "name", describe: "name" };

/** `till settings shipping profiles …` */
export const profiles = genericGroup({
  name: "profiles",
  service: "deliveryProfiles",
  kind: "deliveryProfile",
  reference: { name: "<profile>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    default: { filter: "boolean" },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    regions: { path: "deliveryRegions.name", grow: true },
    regionIds: { path: "deliveryRegions.id" },
    countries: { path: "deliveryRegions.destinations.countryCode" },
    revision: {},
  },
  list: "name default regions id",
  get: "name id default regions regionIds countries revision",
  flags: [named],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings shipping profiles list # all profiles and their regions",
      'till settings shipping profiles list --filter "default = true" --json # only the default profile',
    ]),
    getVerb(resource, [
      'till settings shipping profiles get "General profile" # by name',
      'till settings shipping profiles get "General profile" --jq ".deliveryRegions[] | [.name, .id] | @tsv" # only the names and ids of its regions',
    ]),
    createVerb(resource, [
      "till settings shipping profiles create --name Furniture # without regions",
      "till settings shipping profiles create --name Art -f deliveryRegions[0].name=Japan -f deliveryRegions[0].destinations[0].countryCode=JP # with one region",
    ]),
    updateVerb(resource, [
      'till settings shipping profiles update "General profile" --name Everything # rename a profile',
      'till settings shipping profiles update "General profile" --name Everything --dry-run # preview the request',
    ]),
    deleteVerb(resource, [
      'till settings shipping profiles delete "Bulky goods" # asks for confirmation',
      'till settings shipping profiles delete "Bulky goods" --yes # without confirmation',
    ]),
    {
      name: "add-region",
      summary: "Add a region to a delivery profile",
      call: "addDeliveryRegion",
      args: [{ ...resource.reference, field: "deliveryProfileId", finds: true }],
      reads: true,
      flags: [named, country],
      into: "deliveryRegion",
      prints: resource.kind,
      examples: [
        'till settings shipping profiles add-region "General profile" --name Japan --country JP # with one country',
        'till settings shipping profiles add-region "General profile" --name Oceania --country AU -f destinations[1].countryCode=NZ --json # with two countries',
      ],
    },
    {
      name: "update-region",
      summary: "Change a region of a delivery profile",
      call: "updateDeliveryRegion",
      args: [
        { ...resource.reference, field: "deliveryProfileId", finds: true },
        regionArg("deliveryRegion.id"),
      ],
      reads: true,
      flags: [
        named,
        { ...country, describe: "country: BR; add more with -f destinations[1].countryCode=UY" },
        {
          flags: "--active <bool>",
          field: "active",
          describe: "deliver to the region",
          choices: ["true", "false"],
        },
      ],
      into: "deliveryRegion",
      prints: resource.kind,
      examples: [
        'till settings shipping profiles update-region "General profile" Brazil --active false # stop delivering to a region',
        'till settings shipping profiles update-region "General profile" Brazil --name "South America" --country BR -f destinations[1].countryCode=UY --json # rename a region and add a country',
      ],
    },
    {
      name: "remove-region",
      summary: "Remove a region from a delivery profile",
      call: "removeDeliveryRegion",
      args: [{ ...resource.reference, field: "deliveryProfileId", finds: true }, regionArg()],
      reads: true,
      confirms: "Remove the region from the delivery profile",
      prints: resource.kind,
      examples: [
        'till settings shipping profiles remove-region "General profile" Brazil # asks for confirmation',
        'till settings shipping profiles remove-region "General profile" Brazil --yes # without confirmation',
      ],
    },
    {
      name: "of-region",
      summary: "Show the delivery profile of a region",
      call: "getByDeliveryRegion",
      readOnly: true,
      args: [regionArg()],
      prints: resource.kind,
      examples: [
        "till settings shipping profiles of-region Brazil # by region name",
        "till settings shipping profiles of-region Brazil --jq .name # only its name",
      ],
    },
    {
      name: "destinations",
      summary: "List the countries that the shop delivers to",
      call: "getDestinationProperties",
      readOnly: true,
      prints: "countries",
      kind: "destination",
      fields: {
        country: {},
        "deliveryDestinationProperties.postalCodeRequired": { label: "Postal code" },
        "deliveryDestinationProperties.pickupOnly": {},
      },
      examples: [
        "till settings shipping profiles destinations # all countries",
        'till settings shipping profiles destinations --jq ".items[].country" # only the codes, one per line',
      ],
    },
    ...carrierVerbs,
    extendVerb(resource, [
      'till settings shipping profiles extend "General profile" @app/notes -f color=blue # set one field',
      'till settings shipping profiles extend "General profile" @app/notes --input \'{"color":"blue"}\' # set fields from JSON',
    ]),
  ],
});
