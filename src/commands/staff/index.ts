import { constant, eventFinder } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  type FieldFlag,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";

const member = { name: "<member>", describe: "the member's id or name" };
const named = { ...member, field: "staffMember.id", finds: true as const };
const scope: FieldFlag = {
  flags: "--scope <name>",
  field: "permissions",
  repeat: true,
  describe: "what they may do, as often as needed: check-in-guests, sell-tickets, add-guests, read-analytics",
};
const access: readonly FieldFlag[] = [
  scope,
  {
    flags: "--event <event>",
    field: "specificEvents.events",
    finds: eventFinder,
    repeat: true,
    describe: "only at this event, as often as needed",
  },
  { flags: "--all-events", field: "allEvents", describe: "at every event", parse: () => ({}) },
];

/** Scopes as the platform writes them. */
async function inConstants(input: unknown): Promise<unknown> {
  const { staffMember } = input as { staffMember?: { permissions?: string[]; allEvents?: unknown } };
  if (staffMember?.permissions) staffMember.permissions = staffMember.permissions.map(constant);
  if (staffMember && "allEvents" in staffMember) staffMember.allEvents = {};
  return input;
}

/** `till staff …` */
export const staff = genericGroup({
  name: "staff",
  summary: "who helps at the door, and what they may do",
  service: "eventStaffMembers",
  singular: "staff member",
  kind: "staffMember",
  reference: member,
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "ACCESS", path: "status" },
    { header: "SCOPES", path: "permissions", grow: true },
    { header: "EVENTS", path: "specificEvents.events" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Id", path: "id" },
    { header: "Access", path: "status" },
    { header: "Scopes", path: "permissions" },
    { header: "Events", path: "specificEvents.events" },
    { header: "Login link", path: "loginLink" },
    { header: "Invited", path: "createdDate", as: "time" },
    { header: "Revision", path: "revision" },
  ],
  filters: {
    id: "text",
    name: { here: "text" },
    createdDate: "date",
    updatedDate: { here: "date" },
    status: { here: ["PENDING", "HAS_ACCESS", "ACCESS_PAUSED"] },
  },
  flags: [{ flags: "--name <text>", field: "name", describe: "their name" }, ...access],
  unavailable: {
    pause: ({ status }) => (status === "ACCESS_PAUSED" ? "They are kept out already." : undefined),
    resume: ({ status }) => (status === "ACCESS_PAUSED" ? undefined : "They are not kept out."),
  },
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till staff list", does: "everybody" },
      { run: "till staff list --filter 'status = PENDING' --json", does: "who has not come in yet" },
    ]),
    getVerb(resource, [
      { run: "till staff get 'Ada at the door'", does: "by name" },
      { run: "till staff get 'Ada at the door' --json", does: "as JSON" },
    ]),
    {
      ...createVerb(resource, [
        {
          run: "till staff invite --name 'Chie at the desk' --scope sell-tickets --scope check-in-guests --event raku-night",
          does: "for one event",
        },
        {
          run: "till staff invite --name Dov --scope read-analytics --all-events --json",
          does: "for all events",
        },
      ]),
      name: "invite",
      summary: "invite a staff member",
      prepare: inConstants,
      notes: "The link they come in by: till staff link",
    },
    {
      ...updateVerb(resource, [
        {
          run: "till staff scopes 'Ada at the door' --scope check-in-guests --scope add-guests",
          does: "these and no others",
        },
        {
          run: "till staff scopes 'Ada at the door' --event studio-open-day --json",
          does: "at another event",
        },
      ]),
      name: "scopes",
      summary: "set what a staff member may do, and where",
      flags: access,
      prepare: inConstants,
    },
    {
      name: "pause",
      summary: "keep a staff member out for now",
      call: "update",
      args: [named],
      defaults: { staffMember: { status: "ACCESS_PAUSED" } },
      reads: true,
      prints: "staffMember",
      examples: [
        { run: "till staff pause 'Ada at the door'", does: "by name" },
        { run: "till staff pause 'Ada at the door' --json", does: "as JSON" },
      ],
    },
    {
      name: "resume",
      summary: "let a paused staff member in again",
      call: "update",
      args: [named],
      defaults: { staffMember: { status: "HAS_ACCESS" } },
      reads: true,
      prints: "staffMember",
      examples: [
        { run: "till staff resume 'Ada at the door'", does: "by name" },
        { run: "till staff resume 'Ada at the door' --json", does: "as JSON" },
      ],
    },
    {
      ...getVerb(resource, [
        { run: "till staff link 'Bo in the office'", does: "whoever has it comes in by it" },
        { run: "till staff link 'Bo in the office' --jq .loginLink", does: "the link alone" },
      ]),
      name: "link",
      summary: "show the link that a staff member comes in by",
      defaults: { fieldsets: ["LOGIN_LINK"] },
    },
    deleteVerb(resource, [
      { run: "till staff delete 'Bo in the office'", does: "after a question" },
      { run: "till staff delete 'Bo in the office' --yes", does: "in a script" },
    ]),
  ],
});
