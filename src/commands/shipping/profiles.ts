import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { carrierVerbs } from "./carriers.ts";
import { regionArg } from "./regions.ts";

const country = {
  flags: "--country <code>",
  field: "destinations[0].countryCode",
  describe: "country: JP",
};
const named = { flags: "--name <text>", field: "name", describe: "name" };

/** `till shipping profiles …` */
export const profiles = genericGroup({
  name: "profiles",
  summary: "Manage delivery profiles and their regions",
  service: "deliveryProfiles",
  singular: "delivery profile",
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
      "till shipping profiles list # all profiles and their regions",
      "till shipping profiles list --filter 'default = true' --json # only the default profile",
    ]),
    getVerb(resource, [
      "till shipping profiles get 'General profile' # by name",
      "till shipping profiles get 'General profile' --json # the full record as JSON",
    ]),
    createVerb(resource, [
      "till shipping profiles create --name Furniture # without regions",
      "till shipping profiles create --name Art -f deliveryRegions[0].name=Japan -f deliveryRegions[0].destinations[0].countryCode=JP # with one region",
    ]),
    updateVerb(resource, [
      "till shipping profiles update 'General profile' --name Everything # rename a profile",
      "till shipping profiles update 'General profile' --name Everything --json # as JSON",
    ]),
    deleteVerb(resource, [
      "till shipping profiles delete 'Bulky goods' # asks for confirmation",
      "till shipping profiles delete 'Bulky goods' --yes # without confirmation",
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
        "till shipping profiles add-region 'General profile' --name Japan --country JP # with one country",
        "till shipping profiles add-region 'General profile' --name Oceania --country AU -f destinations[1].countryCode=NZ --json # with two countries",
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
        "till shipping profiles update-region 'General profile' Brazil --active false # stop delivering to a region",
        "till shipping profiles update-region 'General profile' Brazil --name 'South America' --country BR -f destinations[1].countryCode=UY --json # rename a region and add a country",
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
        "till shipping profiles remove-region 'General profile' Brazil # asks for confirmation",
        "till shipping profiles remove-region 'General profile' Brazil --yes # without confirmation",
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
        "till shipping profiles of-region Brazil # by region name",
        "till shipping profiles of-region Brazil --json # as JSON",
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
        "till shipping profiles destinations # all countries",
        "till shipping profiles destinations --json # as JSON",
      ],
    },
    ...carrierVerbs,
    extendVerb(resource, [
      "till shipping profiles extend 'General profile' @app/notes -f colour=blue # set one field",
      "till shipping profiles extend 'General profile' @app/notes --input '{\"colour\":\"blue\"}' # set fields from JSON",
    ]),
  ],
});
