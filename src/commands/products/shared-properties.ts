import type { FieldFlag, GenericResource } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const dated = {
  createdDate: { label: "Created", as: "time", filter: "date" },
  updatedDate: { label: "Updated", as: "date", filter: "date" },
} as const;

interface NamedProperty {
  group: string;
  service: string;
  kind: string;
  /** A name in the demo shop. */
  sample: string;
}

/** Returns the commands of a property that has only a name. */
const named = ({ group, service, kind, sample }: NamedProperty) =>
  genericGroup({
    name: group,
    service,
    catalog: "v3",
    singular: kind,
    kind,
    reference: { name: `<${kind}>`, describe: "id or name" },
    matchKeys: ["name"],
    fields: {
      id: { filter: "text", sort: false },
      name: { grow: true, filter: "text" },
      ...dated,
      revision: {},
    },
    list: "name updatedDate id",
    get: "name id createdDate updatedDate revision",
    flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
    verbs: (resource) => [
      listVerb(resource, [
        `till products ${group} list # list all ${group}`,
        `till products ${group} list --all --output csv > ${group}.csv # for a spreadsheet`,
      ]),
      getVerb(resource, [
        `till products ${group} get "${sample}" # by name`,
        `till products ${group} get "${sample}" --json --fields id,revision # what an API call needs to change it`,
      ]),
      createVerb(resource, [
        `till products ${group} create --name Autumn # create a ${kind}`,
        `till products ${group} create --name Autumn --jq .id # print the id of the new ${kind}`,
      ]),
      updateVerb(resource, [
        `till products ${group} update "${sample}" --name Autumn # rename it on all products`,
        `till products ${group} update "${sample}" --name Autumn --dry-run # preview the request`,
      ]),
      deleteVerb(resource, [
        `till products ${group} delete "${sample}" # asks for confirmation`,
        `till products ${group} delete "${sample}" --yes # without confirmation`,
      ]),
    ],
  });

/** `till products brands …` */
export const brands = named({
  group: "brands",
  service: "brandsV3",
  kind: "brand",
  sample: "Brühwerk",
});

/** `till products ribbons …` */
export const ribbons = named({
  group: "ribbons",
  service: "ribbonsV3",
  kind: "ribbon",
  sample: "New",
});

const customizationFlags: readonly FieldFlag[] = [
  { flags: "--name <text>", field: "name", describe: "name" },
  {
    flags: "--type <type>",
    field: "customizationType",
    describe: "kind of customization",
    choices: ["PRODUCT_OPTION", "MODIFIER"],
  },
  {
    flags: "--render <type>",
    field: "customizationRenderType",
    describe: "how its choices are shown",
    choices: ["FREE_TEXT", "TEXT_CHOICES", "SWATCH_CHOICES"],
  },
];

/** The verb of a call that changes the choices of a customization. */
const choiceVerb = (
  resource: GenericResource,
  given: { name: string; summary: string; call: string; flags: readonly FieldFlag[]; example: string },
) => ({
  name: given.name,
  summary: given.summary,
  call: given.call,
  args: [{ ...resource.reference, field: "customizationId", finds: true as const }],
  flags: given.flags,
  into: "",
  prints: "customization",
  examples: [
    `till products customizations ${given.name} ${given.example} # by name`,
    `till products customizations ${given.name} ${given.example} -f choices[1].name=Tiny -f choices[1].choiceType=CHOICE_TEXT # add two`,
  ],
});

/** `till products customizations …` */
export const customizations = genericGroup({
  name: "customizations",
  service: "customizationsV3",
  catalog: "v3",
  kind: "customization",
  reference: { name: "<customization>", describe: "id or name" },
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    ...dated,
    customizationType: { label: "Type" },
    customizationRenderType: { label: "Shown as" },
    choices: { path: "choicesSettings.choices.name", grow: true },
    text: { path: "freeTextInput.title" },
    revision: {},
  },
  list: "name customizationType customizationRenderType choices id",
  get: "name customizationType customizationRenderType choices text id createdDate updatedDate revision",
  flags: customizationFlags,
  verbs: (resource) => [
    listVerb(resource, [
      "till products customizations list # list all options and modifiers",
      'till products customizations list --all --jq ".items[].name" # only the names, one per line',
    ]),
    getVerb(resource, [
      "till products customizations get Colour # by name",
      'till products customizations get Colour --jq ".choicesSettings.choices[].name" # only its choices, one per line',
    ]),
    createVerb(resource, [
      "till products customizations create --name Glaze --type PRODUCT_OPTION --render TEXT_CHOICES -f choicesSettings.choices[0].name=Matte -f choicesSettings.choices[0].choiceType=CHOICE_TEXT # an option with one choice",
      "till products customizations create --name Greeting --type MODIFIER --render FREE_TEXT -f freeTextInput.title=Greeting -F freeTextInput.maxCharCount=80 --json # a text that the buyer writes",
    ]),
    updateVerb(resource, [
      "till products customizations update Colour --name Glaze # rename it",
      "till products customizations update Colour --render TEXT_CHOICES --dry-run # preview names instead of swatches",
    ]),
    choiceVerb(resource, {
      name: "add-choice",
      summary: "Add a choice to a customization",
      call: "addChoices",
      flags: [
        {
          flags: "--name <text>",
          field: "choices[0].name",
          also: { "choices[0].choiceType": "CHOICE_TEXT" },
          describe: "name of the choice",
        },
      ],
      example: "Size --name Giant",
    }),
    deleteVerb(resource, [
      'till products customizations delete "For whom?" # asks for confirmation',
      'till products customizations delete "For whom?" --yes # without confirmation',
    ]),
  ],
});

/** `till products info-sections …` */
export const infoSections = genericGroup({
  name: "info-sections",
  service: "infoSectionsV3",
  catalog: "v3",
  kind: "infoSection",
  reference: { name: "<section>", describe: "id or unique name" },
  matchKeys: ["uniqueName"],
  fields: {
    id: { filter: "text", sort: false },
    uniqueName: { label: "Name", filter: "text" },
    ...dated,
    title: { grow: true },
    plainDescription: { label: "Text" },
    revision: {},
  },
  list: "uniqueName title updatedDate id",
  get: "uniqueName title plainDescription id createdDate updatedDate revision",
  flags: [
    { flags: "--unique-name <text>", field: "uniqueName", describe: "name in the dashboard" },
    { flags: "--title <text>", field: "title", describe: "title on the product page" },
    { flags: "--text <html>", field: "plainDescription", describe: "text" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till products info-sections list # list all info sections",
      "till products info-sections list --all --json --fields uniqueName,plainDescription # names and texts, as JSON",
    ]),
    getVerb(resource, [
      "till products info-sections get Care # by name",
      "till products info-sections get Care --jq .plainDescription > care.html # save its text as HTML",
    ]),
    createVerb(resource, [
      'till products info-sections create --unique-name returns --title Returns --text "<p>Within 30 days.</p>" # create an info section',
      'till products info-sections create --unique-name origin --title Origin --text "<p>Made in Leipzig.</p>" --jq .id # print the id of the new section',
    ]),
    updateVerb(resource, [
      'till products info-sections update Care --title "How to clean it" # change the title',
      'till products info-sections update Care --text "<p>By hand.</p>" --dry-run # preview a new text',
    ]),
    deleteVerb(resource, [
      "till products info-sections delete Care # asks for confirmation",
      "till products info-sections delete Care --yes # without confirmation",
    ]),
  ],
});
