import {
  createVerb,
  deleteVerb,
  extendVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { regionVerbs } from "./regions.ts";

const region = "8b9f4c1e-0000-4000-8000-000000000001";
const packages = [
  "CUSTOM",
  "FLAT_RATE_ENVELOPE",
  "PADDED_FLAT_RATE_ENVELOPE",
  "SMALL_FLAT_RATE_BOX",
  "MEDIUM_FLAT_RATE_BOX_1",
  "MEDIUM_FLAT_RATE_BOX_2",
  "LARGE_FLAT_RATE_BOX",
];
const size = (name: string) => ({
  flags: `--${name} <n>`,
  field: `packageDetails.dimensions.${name}`,
  describe: `${name} of the package`,
});

/** `till shipping labels …` */
export const labels = genericGroup({
  name: "labels",
  summary: "Manage shipping label configurations",
  service: "shippoConfigurations",
  singular: "shipping label configuration",
  kind: "shippoConfiguration",
  reference: { name: "<configuration>", describe: "id or package name" },
  matchKeys: ["packageDetails.name"],
  fields: {
    id: { filter: "text" },
    deliveryRegionId: { filter: "text" },
    packageType: { label: "Type", filter: { here: packages } },
    package: { path: "packageDetails.name", grow: true },
    size: { path: "packageDetails.dimensions" },
    domestic: { path: "domesticServices.service" },
    international: { path: "internationalServices.service" },
    deliveryRegionIds: { label: "Regions" },
    shippedFrom: { path: "shipFromAddress.city" },
    revision: {},
  },
  list: "package packageType domestic international id",
  get: "package id packageType size domestic international deliveryRegionIds shippedFrom revision",
  flags: [
    { flags: "--package <type>", field: "packageType", describe: "package type", choices: packages },
    { flags: "--name <text>", field: "packageDetails.name", describe: "name of the package" },
    size("length"),
    size("width"),
    size("height"),
    { flags: "--region <id>", field: "deliveryRegionId", describe: "id of the delivery region" },
    { flags: "--location <id>", field: "osLocationId", describe: "id of the location to ship from" },
    {
      flags: "--service <service>",
      field: "domesticServices[0].service",
      describe: "domestic shipping service",
      choices: ["GROUND_ADVANTAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"],
    },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till shipping labels list # all configurations",
      "till shipping labels list --json # as JSON",
    ]),
    getVerb(resource, [
      "till shipping labels get 'Small box' # by package name",
      "till shipping labels get 'Small box' --json # the full record as JSON",
    ]),
    createVerb(resource, [
      `till shipping labels create --name Tube --package CUSTOM --length 80 --width 10 --height 10 --region ${region} --location ${region} # for a custom package`,
      `till shipping labels create --package FLAT_RATE_ENVELOPE --length 30 --width 24 --height 1 --region ${region} --location ${region} --service PRIORITY_MAIL --json # for a flat-rate package`,
    ]),
    updateVerb(resource, [
      "till shipping labels update 'Small box' --height 12 # change the height",
      "till shipping labels update 'Small box' --service PRIORITY_MAIL # change the service",
    ]),
    deleteVerb(resource, [
      "till shipping labels delete 'Small box' # asks for confirmation",
      "till shipping labels delete 'Small box' --yes # without confirmation",
    ]),
    ...regionVerbs(resource, "'Small box'"),
    extendVerb(resource, [
      "till shipping labels extend 'Small box' @app/notes -f colour=blue # set one field",
      "till shipping labels extend 'Small box' @app/notes --input '{\"colour\":\"blue\"}' # set fields from JSON",
    ]),
  ],
});
