import type { FieldFlag, GenericColumn, GenericResource } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const dates = { createdDate: "date", updatedDate: "date" } as const;
const idAndRevision: readonly GenericColumn[] = [
  { header: "Id", path: "id" },
  { header: "Created", path: "createdDate", as: "time" },
  { header: "Updated", path: "updatedDate", as: "time" },
  { header: "Revision", path: "revision" },
];

interface NamedProperty {
  group: string;
  service: string;
  kind: string;
  summary: string;
  /** A name in the demo shop. */
  sample: string;
}

/** Returns the commands of a property that has only a name. */
const named = ({ group, service, kind, summary, sample }: NamedProperty) =>
  genericGroup({
    name: group,
    summary,
    service,
    singular: kind,
    kind,
    reference: { name: `<${kind}>`, describe: "id or name" },
    matchKeys: ["name"],
    columns: [
      { header: "NAME", path: "name", grow: true },
      { header: "UPDATED", path: "updatedDate", as: "ago" },
      { header: "ID", path: "id" },
    ],
    details: [{ header: "Name", path: "name" }, ...idAndRevision],
    filters: { id: "text", name: "text", ...dates },
    flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
    verbs: (resource) => [
      listVerb(resource, [
        { run: `till products ${group} list`, does: `list all ${group}` },
        { run: `till products ${group} list --all --json`, does: "print JSON" },
      ]),
      getVerb(resource, [
        { run: `till products ${group} get '${sample}'`, does: "by name" },
        { run: `till products ${group} get '${sample}' --json`, does: "print JSON" },
      ]),
      createVerb(resource, [
        { run: `till products ${group} create --name Autumn`, does: `create a ${kind}` },
        { run: `till products ${group} create --name Autumn --json`, does: "print JSON" },
      ]),
      updateVerb(resource, [
        { run: `till products ${group} update '${sample}' --name Autumn`, does: "rename it on all products" },
        { run: `till products ${group} update '${sample}' --name Autumn --json`, does: "print JSON" },
      ]),
      deleteVerb(resource, [
        { run: `till products ${group} delete '${sample}'`, does: "asks for confirmation" },
        { run: `till products ${group} delete '${sample}' --yes`, does: "without confirmation" },
      ]),
    ],
  });

const brands = named({
  group: "brands",
  service: "brandsV3",
  kind: "brand",
  summary: "Manage the brands of a catalog v3",
  sample: "Brühwerk",
});

const ribbons = named({
  group: "ribbons",
  service: "ribbonsV3",
  kind: "ribbon",
  summary: "Manage the ribbons of a catalog v3",
  sample: "New",
});

const customizationFlags: readonly FieldFlag[] = [
  { flags: "--name <text>", field: "name", describe: "name" },
  {
    flags: "--type <type>",
    field: "customizationType",
    describe: "what it is",
    choices: ["PRODUCT_OPTION", "MODIFIER"],
  },
  {
    flags: "--render <type>",
    field: "customizationRenderType",
    describe: "how it is shown",
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
    { run: `till products customizations ${given.name} ${given.example}`, does: "by name" },
    { run: `till products customizations ${given.name} ${given.example} --json`, does: "print JSON" },
  ],
});

const customizations = genericGroup({
  name: "customizations",
  summary: "Manage the options and modifiers that products of a catalog v3 share",
  service: "customizationsV3",
  singular: "customization",
  kind: "customization",
  reference: { name: "<customization>", describe: "id or name" },
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "TYPE", path: "customizationType" },
    { header: "SHOWN AS", path: "customizationRenderType" },
    { header: "CHOICES", path: "choicesSettings.choices.name", grow: true },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Type", path: "customizationType" },
    { header: "Shown as", path: "customizationRenderType" },
    { header: "Choices", path: "choicesSettings.choices.name" },
    { header: "Text", path: "freeTextInput.title" },
    ...idAndRevision,
  ],
  filters: { id: "text", name: "text", ...dates },
  flags: customizationFlags,
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till products customizations list", does: "list all options and modifiers" },
      { run: "till products customizations list --all --json", does: "print JSON" },
    ]),
    getVerb(resource, [
      { run: "till products customizations get Colour", does: "by name" },
      { run: "till products customizations get Colour --json", does: "print JSON" },
    ]),
    createVerb(resource, [
      {
        run: "till products customizations create --name Glaze --type PRODUCT_OPTION --render TEXT_CHOICES -f choicesSettings.choices[0].name=Matte -f choicesSettings.choices[0].choiceType=CHOICE_TEXT",
        does: "an option with one choice",
      },
      {
        run: "till products customizations create --name Greeting --type MODIFIER --render FREE_TEXT -f freeTextInput.title=Greeting -F freeTextInput.maxCharCount=80 --json",
        does: "a text that the buyer writes",
      },
    ]),
    updateVerb(resource, [
      { run: "till products customizations update Colour --name Glaze", does: "rename it" },
      { run: "till products customizations update Colour --name Glaze --json", does: "print JSON" },
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
      { run: "till products customizations delete --help", does: "show its arguments and flags" },
      { run: "till products customizations delete --help | head -3", does: "show the usage line" },
    ]),
  ],
});

const infoSections = genericGroup({
  name: "info-sections",
  summary: "Manage the info sections that products of a catalog v3 share",
  service: "infoSectionsV3",
  singular: "info section",
  kind: "infoSection",
  reference: { name: "<section>", describe: "id or unique name" },
  matchKeys: ["uniqueName"],
  columns: [
    { header: "NAME", path: "uniqueName" },
    { header: "TITLE", path: "title", grow: true },
    { header: "UPDATED", path: "updatedDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "uniqueName" },
    { header: "Title", path: "title" },
    { header: "Text", path: "plainDescription" },
    ...idAndRevision,
  ],
  filters: { id: "text", uniqueName: "text", ...dates },
  flags: [
    { flags: "--unique-name <text>", field: "uniqueName", describe: "name in the dashboard" },
    { flags: "--title <text>", field: "title", describe: "title on the product page" },
    { flags: "--text <html>", field: "plainDescription", describe: "text" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till products info-sections list", does: "list all info sections" },
      { run: "till products info-sections list --all --json", does: "print JSON" },
    ]),
    getVerb(resource, [
      { run: "till products info-sections get Care", does: "by name" },
      { run: "till products info-sections get Care --json", does: "print JSON" },
    ]),
    createVerb(resource, [
      {
        run: "till products info-sections create --unique-name returns --title Returns --text '<p>Within 30 days.</p>'",
        does: "create an info section",
      },
      {
        run: "till products info-sections create --unique-name origin --title Origin --text '<p>Made in Leipzig.</p>' --json",
        does: "print JSON",
      },
    ]),
    updateVerb(resource, [
      { run: "till products info-sections update Care --title 'How to clean it'", does: "change the title" },
      { run: "till products info-sections update Care --text '<p>By hand.</p>' --json", does: "print JSON" },
    ]),
    deleteVerb(resource, [
      { run: "till products info-sections delete Care", does: "asks for confirmation" },
      { run: "till products info-sections delete Care --yes", does: "without confirmation" },
    ]),
  ],
});

/** The commands of properties that products of a catalog v3 share. */
export const sharedProperties = [brands, ribbons, customizations, infoSections];
