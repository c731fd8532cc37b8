import { createVerb, deleteVerb, familyGroup, getVerb, listVerb, updateVerb } from "../family/family.ts";
import { extendVerb } from "./regions.ts";

const named = { flags: "--name <text>", field: "name", describe: "name" };

/** `till shipping profiles …` */
export const profiles = familyGroup({
  name: "profiles",
  summary: "delivery profiles: where products are delivered to",
  shelf: "deliveryProfiles",
  noun: "delivery profile",
  one: "deliveryProfile",
  reference: { name: "<profile>", describe: "id or name" },
  known: ["name"],
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
  verbs: (family) => [
    listVerb(family, [
      { run: "till shipping profiles list", does: "every profile with its regions" },
      { run: "till shipping profiles list --filter 'default = true' --json", does: "the default one" },
    ]),
    getVerb(family, [
      { run: "till shipping profiles get 'General profile'", does: "one, by name" },
      { run: "till shipping profiles get 'General profile' --json", does: "all of it" },
    ]),
    createVerb(family, [
      { run: "till shipping profiles create --name Furniture", does: "without regions" },
      {
        run: "till shipping profiles create --name Art -f deliveryRegions[0].name=Japan -f deliveryRegions[0].destinations[0].countryCode=JP",
        does: "with one",
      },
    ]),
    updateVerb(family, [
      { run: "till shipping profiles update 'General profile' --name Everything", does: "another name" },
      { run: "till shipping profiles update 'General profile' --name Everything --json", does: "as JSON" },
    ]),
    deleteVerb(family, [
      { run: "till shipping profiles delete 'Bulky goods'", does: "after a question" },
      { run: "till shipping profiles delete 'Bulky goods' --yes", does: "in a script" },
    ]),
    {
      name: "add-region",
      summary: "add a region to a delivery profile",
      call: "addDeliveryRegion",
      args: [{ ...family.reference, field: "deliveryProfileId", finds: true }],
      reads: true,
      flags: [
        named,
        { flags: "--country <code>", field: "destinations[0].countryCode", describe: "a country in it: JP" },
      ],
      into: "deliveryRegion",
      shows: family.one,
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
      name: "destinations",
      summary: "show where the shop delivers to, and what addresses there need",
      call: "getDestinationProperties",
      shows: "countries",
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
    {
      name: "carriers",
      summary: "list the carriers that are installed",
      call: "listInstalledCarriers",
      shows: "installedDeliveryCarriers",
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
    extendVerb(family, [
      { run: "till shipping profiles extend 'General profile' @app/notes -f colour=blue", does: "one field" },
      {
        run: "till shipping profiles extend 'General profile' @app/notes --input '{\"colour\":\"blue\"}'",
        does: "all of it",
      },
    ]),
  ],
});
