import { eventArg } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const category = { name: "<category>", describe: "id or name" };
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
  summary: "Manage event categories",
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
        { run: "till events categories list", does: "list categories with their event counts" },
        { run: "till events categories list --search work --json", does: "search by name" },
      ]),
      defaults: { fieldset: ["COUNTS"] },
    },
    createVerb(resource, [
      { run: "till events categories create --name Talks", does: "create an empty category" },
      { run: "till events categories create --name Tours --json", does: "create it and print JSON" },
    ]),
    updateVerb(resource, [
      { run: "till events categories update Tastings --name Cuppings", does: "rename a category" },
      {
        run: "till events categories update Workshops --name Courses --json",
        does: "rename it and print JSON",
      },
    ]),
    deleteVerb(resource, [
      {
        run: "till events categories delete Tastings",
        does: "delete it after confirmation; its events are kept",
      },
      { run: "till events categories delete Tastings --yes", does: "delete it in a script" },
    ]),
    {
      name: "of",
      summary: "List the categories of an event",
      call: "listOfEvent",
      args: [eventArg()],
      prints: "categories",
      columns: columns.filter(({ path }) => !path.startsWith("counts")),
      examples: [
        { run: "till events categories of raku-night", does: "list by event slug" },
        { run: "till events categories of raku-night --json", does: "print JSON" },
      ],
    },
    {
      name: "add",
      summary: "Add an event to a category",
      call: "assignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Added the event to the category",
      examples: [
        { run: "till events categories add Tastings raku-night", does: "add it by name and slug" },
        { run: "till events categories add Tastings raku-night --quiet", does: "add it without a message" },
      ],
    },
    {
      name: "remove",
      summary: "Remove an event from a category",
      call: "unassignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Removed the event from the category",
      examples: [
        { run: "till events categories remove Workshops raku-night", does: "remove it; the event is kept" },
        {
          run: "till events categories remove Workshops raku-night --quiet",
          does: "remove it without a message",
        },
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
        { run: "till events categories move Workshops kiln-sale --before raku-night", does: "move it up" },
        { run: "till events categories move Workshops raku-night --after kiln-sale", does: "move it down" },
      ],
    },
  ],
});
