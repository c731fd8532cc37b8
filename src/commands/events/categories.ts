import { eventArg } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const category = { name: "<category>", describe: "id or name" };
/** `till events categories …` */
export const categories = genericGroup({
  name: "categories",
  summary: "Manage event categories",
  service: "eventCategories",
  singular: "event category",
  plural: "event categories",
  kind: "category",
  reference: category,
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    createdDate: { filter: "date" },
    events: { path: "counts.assignedEventsCount", as: "number" },
    drafts: { path: "counts.assignedDraftEventsCount", as: "number" },
    states: { label: "Kind" },
  },
  list: "name events drafts states id",
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till events categories list # list categories with their event counts",
        "till events categories list --search work --json # search by name",
      ]),
      defaults: { fieldset: ["COUNTS"] },
    },
    createVerb(resource, [
      "till events categories create --name Talks # create an empty category",
      "till events categories create --name Tours --json # create it and print JSON",
    ]),
    updateVerb(resource, [
      "till events categories update Tastings --name Cuppings # rename a category",
      "till events categories update Workshops --name Courses --json # rename it and print JSON",
    ]),
    deleteVerb(resource, [
      "till events categories delete Tastings # delete it after confirmation; its events are kept",
      "till events categories delete Tastings --yes # delete it in a script",
    ]),
    {
      name: "of",
      summary: "List the categories of an event",
      call: "listOfEvent",
      readOnly: true,
      args: [eventArg()],
      prints: "categories",
      list: "name states id",
      examples: [
        "till events categories of raku-night # list by event slug",
        "till events categories of raku-night --json # print JSON",
      ],
    },
    {
      name: "add",
      summary: "Add an event to a category",
      call: "assignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Added the event to the category",
      examples: [
        "till events categories add Tastings raku-night # add it by name and slug",
        "till events categories add Tastings raku-night --quiet # add it without a message",
      ],
    },
    {
      name: "remove",
      summary: "Remove an event from a category",
      call: "unassignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Removed the event from the category",
      examples: [
        "till events categories remove Workshops raku-night # remove it; the event is kept",
        "till events categories remove Workshops raku-night --quiet # remove it without a message",
      ],
    },
    {
      name: "move",
      summary: "Move an event within a category",
      call: "reorderEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      flags: [
        { ...eventArg("beforeEventId"), flags: "--before <event>", describe: "place it before this event" },
        { ...eventArg("afterEventId"), flags: "--after <event>", describe: "place it after this event" },
      ],
      into: "",
      done: "Moved the event within the category",
      examples: [
        "till events categories move Workshops kiln-sale --before raku-night # move it up",
        "till events categories move Workshops raku-night --after kiln-sale # move it down",
      ],
    },
  ],
});
