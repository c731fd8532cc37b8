import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";
import { carrierVerbs } from "./carriers.ts";
import { regionArg } from "./regions.ts";

const country = {
  flags: "--country <code>",
  field: "destinations[0].countryCode",
  describe: "a country in it: JP",
};
const named = { flags: "--name <text>", field: "name", describe: "name" };

/** `till shipping profiles …` */
export const profiles = genericGroup({
  name: "profiles",
  summary: "delivery profiles: where products are delivered to",
  service: "deliveryProfiles",
  singular: "delivery profile",
  kind: "deliveryProfile",
  reference: { name: "<profile>", describe: "id or name" },
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "DEFAULT", path: "default" },
    { header: "REGIONS", path: "deliveryRegions.name", grow: true },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Id", path: "id" },
    { header: "Default", path: "default" },
    { header: "Regions", path: "deliveryRegions.name" },
    { header: "Region ids", path: "deliveryRegions.id" },
    { header: "Countries", path: "deliveryRegions.destinations.countryCode" },
    { header: "Revision", path: "revision" },
  ],
  filters: { id: "text", name: "text", default: "boolean", createdDate: "date", updatedDate: "date" },
  flags: [named],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till shipping profiles list", does: "every profile with its regions" },
      { run: "till shipping profiles list --filter 'default = true' --json", does: "the default one" },
    ]),
    getVerb(resource, [
      { run: "till shipping profiles get 'General profile'", does: "one, by name" },
      { run: "till shipping profiles get 'General profile' --json", does: "all of it" },
    ]),
    createVerb(resource, [
      { run: "till shipping profiles create --name Furniture", does: "without regions" },
      {
        run: "till shipping profiles create --name Art -f deliveryRegions[0].name=Japan -f deliveryRegions[0].destinations[0].countryCode=JP",
        does: "with one",
      },
    ]),
    updateVerb(resource, [
      { run: "till shipping profiles update 'General profile' --name Everything", does: "another name" },
      { run: "till shipping profiles update 'General profile' --name Everything --json", does: "as JSON" },
    ]),
    deleteVerb(resource, [
      { run: "till shipping profiles delete 'Bulky goods'", does: "after a question" },
      { run: "till shipping profiles delete 'Bulky goods' --yes", does: "in a script" },
    ]),
    {
      name: "add-region",
      summary: "add a region to a delivery profile",
      call: "addDeliveryRegion",
      args: [{ ...resource.reference, field: "deliveryProfileId", finds: true }],
      reads: true,
      flags: [named, country],
      into: "deliveryRegion",
      prints: resource.kind,
      examples: [
        {
          run: "till shipping profiles add-region 'General profile' --name Japan --country JP",
          does: "one country",
        },
        {
          run: "till shipping profiles add-region 'General profile' --name Oceania --country AU -f destinations[1].countryCode=NZ --json",
          does: "two",
        },
      ],
    },
    {
      name: "update-region",
      summary: "change a region of a delivery profile",
      call: "updateDeliveryRegion",
      args: [
        { ...resource.reference, field: "deliveryProfileId", finds: true },
        regionArg("deliveryRegion.id"),
      ],
      reads: true,
      flags: [
        named,
        { ...country, describe: "its country: BR; more of them with -f destinations[1].countryCode=UY" },
        {
          flags: "--active <bool>",
          field: "active",
          describe: "delivered to at all",
          choices: ["true", "false"],
        },
      ],
      into: "deliveryRegion",
      prints: resource.kind,
      examples: [
        {
          run: "till shipping profiles update-region 'General profile' Brazil --active false",
          does: "not for now",
        },
        {
          run: "till shipping profiles update-region 'General profile' Brazil --name 'South America' --country BR -f destinations[1].countryCode=UY --json",
          does: "another name, more countries",
        },
      ],
    },
    {
      name: "remove-region",
      summary: "remove a region from a delivery profile",
      call: "removeDeliveryRegion",
      args: [{ ...resource.reference, field: "deliveryProfileId", finds: true }, regionArg()],
      reads: true,
      confirms: "Remove the region from the delivery profile",
      prints: resource.kind,
      examples: [
        {
          run: "till shipping profiles remove-region 'General profile' Brazil",
          does: "after a question",
        },
        {
          run: "till shipping profiles remove-region 'General profile' Brazil --yes",
          does: "in a script",
        },
      ],
    },
    {
      name: "of-region",
      summary: "show the delivery profile that a region belongs to",
      call: "getByDeliveryRegion",
      args: [regionArg()],
      prints: resource.kind,
      examples: [
        { run: "till shipping profiles of-region Brazil", does: "by the region's name" },
        { run: "till shipping profiles of-region Brazil --json", does: "as JSON" },
      ],
    },
    {
      name: "destinations",
      summary: "show where the shop delivers to, and what addresses there need",
      call: "getDestinationProperties",
      prints: "countries",
      kind: "destination",
      columns: [
        { header: "COUNTRY", path: "country" },
        { header: "POSTAL CODE", path: "deliveryDestinationProperties.postalCodeRequired" },
        { header: "PICKUP ONLY", path: "deliveryDestinationProperties.pickupOnly" },
      ],
      examples: [
        { run: "till shipping profiles destinations", does: "every country" },
        { run: "till shipping profiles destinations --json", does: "as JSON" },
      ],
    },
    ...carrierVerbs,
    extendVerb(resource, [
      { run: "till shipping profiles extend 'General profile' @app/notes -f colour=blue", does: "one field" },
      {
        run: "till shipping profiles extend 'General profile' @app/notes --input '{\"colour\":\"blue\"}'",
        does: "all of it",
      },
    ]),
  ],
});
