import { constant, eventFinder } from "../../cli/event-reference.ts";
import type { FieldFlag } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const member = { name: "<member>", describe: "id or name" };
const named = { ...member, field: "staffMember.id", finds: true as const };
const scope: FieldFlag = {
  flags: "--scope <name>",
  field: "permissions",
  repeat: true,
  describe:
    "permission (repeatable): check-in-guests, sell-tickets, add-guests, read-analytics, read-guest-form",
};
const access: readonly FieldFlag[] = [
  scope,
  {
    flags: "--event <event>",
    field: "specificEvents.events",
    finds: eventFinder,
    repeat: true,
    describe: "only for this event (repeatable)",
  },
  { flags: "--all-events", field: "allEvents", describe: "for all events", parse: () => ({}) },
];

/** Converts scopes to the platform's constants. */
async function withConstants(input: unknown): Promise<unknown> {
  const { staffMember } = input as { staffMember?: { permissions?: string[]; allEvents?: unknown } };
  if (staffMember?.permissions) staffMember.permissions = staffMember.permissions.map(constant);
  if (staffMember && "allEvents" in staffMember) staffMember.allEvents = {};
  return input;
}

/** `till events staff …` */
export const staff = genericGroup({
  name: "staff",
  service: "eventStaffMembers",
  kind: "staffMember",
  reference: member,
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: { here: "text" } },
    createdDate: { label: "Invited", as: "time", filter: "date" },
    updatedDate: { filter: { here: "date" } },
    status: {
      label: "Access",
      words: {
        PENDING: ["invited", "warn"],
        HAS_ACCESS: ["has access", "good"],
        ACCESS_PAUSED: ["paused", "warn"],
      },
      filter: { here: ["PENDING", "HAS_ACCESS", "ACCESS_PAUSED"] },
    },
    permissions: { label: "Scopes", grow: true },
    events: { path: "specificEvents.events" },
    loginLink: {},
    revision: {},
  },
  list: "name status permissions events id",
  get: "name id status permissions events loginLink createdDate revision",
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }, ...access],
  unavailable: {
    pause: ({ status }) => (status === "ACCESS_PAUSED" ? "The staff member is already paused." : undefined),
    resume: ({ status }) => (status === "ACCESS_PAUSED" ? undefined : "The staff member is not paused."),
  },
  verbs: (resource) => [
    listVerb(resource, [
      "till events staff list # list all staff members",
      'till events staff list --filter "status = PENDING" --json # print staff members who have not accepted yet',
    ]),
    getVerb(resource, [
      'till events staff get "Ada at the door" # show a staff member by name',
      'till events staff get "Ada at the door" --json --fields permissions,specificEvents # what they may do, and at which events',
    ]),
    {
      ...createVerb(resource, [
        'till events staff invite --name "Chie at the desk" --scope sell-tickets --scope check-in-guests --event raku-night # invite someone for one event',
        "till events staff invite --name Dov --scope read-analytics --all-events --json # invite someone for all events",
      ]),
      name: "invite",
      summary: "Invite a staff member",
      prepare: withConstants,
      notes: "Get the login link with: till events staff link",
    },
    {
      ...updateVerb(resource, [
        'till events staff scopes "Ada at the door" --scope check-in-guests --scope add-guests # replace the permissions',
        'till events staff scopes "Ada at the door" --event studio-open-day --json # change the event',
      ]),
      name: "scopes",
      summary: "Set the permissions and events of a staff member",
      flags: access,
      prepare: withConstants,
    },
    {
      name: "pause",
      summary: "Pause the access of a staff member",
      call: "update",
      args: [named],
      defaults: { staffMember: { status: "ACCESS_PAUSED" } },
      reads: true,
      prints: "staffMember",
      examples: [
        'till events staff pause "Ada at the door" # pause access by name',
        'till events staff list --jq ".items[-1].id" | xargs till events staff pause # pause the last of the list',
      ],
    },
    {
      name: "resume",
      summary: "Resume the access of a staff member",
      call: "update",
      args: [named],
      defaults: { staffMember: { status: "HAS_ACCESS" } },
      reads: true,
      prints: "staffMember",
      examples: [
        'till events staff resume "Ada at the door" # resume access by name',
        'till events staff resume "Ada at the door" --jq .status # resume it and print the status',
      ],
    },
    {
      ...getVerb(resource, [
        'till events staff link "Bo in the office" # show the link; anyone who has it can sign in',
        'till events staff link "Bo in the office" --jq .loginLink # print only the link',
      ]),
      name: "link",
      summary: "Show the login link of a staff member",
      defaults: { fieldsets: ["LOGIN_LINK"] },
    },
    deleteVerb(resource, [
      'till events staff delete "Bo in the office" # delete after confirmation',
      'till events staff delete "Bo in the office" --yes # delete in a script',
    ]),
  ],
});
