import { eventArg } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";

const category = { name: "<category>", describe: "the category's id or name" };
const columns = [
  { header: "NAME", path: "name", grow: true as const },
  { header: "EVENTS", path: "counts.assignedEventsCount", as: "number" as const },
  { header: "DRAFTS", path: "counts.assignedDraftEventsCount", as: "number" as const },
  { header: "KIND", path: "states" },
  { header: "ID", path: "id" },
];

/** `till events categories …` */
export const categories = genericGroup({
  name: "categories",
  summary: "categories of events",
  service: "eventCategories",
  singular: "event category",
  plural: "event categories",
  kind: "category",
  reference: category,
  matchKeys: ["name"],
  columns,
  filters: { id: "text", name: "text", createdDate: "date" },
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        { run: "till events categories list", does: "all, with their numbers of events" },
        { run: "till events categories list --search work --json", does: "by name" },
      ]),
      defaults: { fieldset: ["COUNTS"] },
    },
    createVerb(resource, [
      { run: "till events categories create --name Talks", does: "an empty one" },
      { run: "till events categories create --name Tours --json", does: "as JSON" },
    ]),
    updateVerb(resource, [
      { run: "till events categories update Tastings --name Cuppings", does: "another name" },
      { run: "till events categories update Workshops --name Courses --json", does: "as JSON" },
    ]),
    deleteVerb(resource, [
      { run: "till events categories delete Tastings", does: "after a question; its events stay" },
      { run: "till events categories delete Tastings --yes", does: "in a script" },
    ]),
    {
      name: "of",
      summary: "list the categories of an event",
      call: "listOfEvent",
      args: [eventArg()],
      prints: "categories",
      columns: columns.filter(({ path }) => !path.startsWith("counts")),
      examples: [
        { run: "till events categories of raku-night", does: "by slug" },
        { run: "till events categories of raku-night --json", does: "as JSON" },
      ],
    },
    {
      name: "add",
      summary: "put an event into a category",
      call: "assignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "It is in the category",
      examples: [
        { run: "till events categories add Tastings raku-night", does: "by name and slug" },
        { run: "till events categories add Tastings raku-night --quiet", does: "without a word" },
      ],
    },
    {
      name: "remove",
      summary: "take an event out of a category",
      call: "unassignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "It is no longer in the category",
      examples: [
        { run: "till events categories remove Workshops raku-night", does: "the event stays" },
        { run: "till events categories remove Workshops raku-night --quiet", does: "without a word" },
      ],
    },
    {
      name: "move",
      summary: "move an event within a category",
      call: "reorderEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      flags: [
        { ...eventArg("beforeEventId"), flags: "--before <event>", describe: "to stand before this one" },
        { ...eventArg("afterEventId"), flags: "--after <event>", describe: "to stand behind this one" },
      ],
      into: "",
      done: "It has its new place in the category",
      examples: [
        { run: "till events categories move Workshops kiln-sale --before raku-night", does: "further up" },
        { run: "till events categories move Workshops raku-night --after kiln-sale", does: "further down" },
      ],
    },
  ],
});
