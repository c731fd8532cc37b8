import { eventArg, withValue } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

const policy = { name: "<policy>", describe: "id or name" };

const create = (name: string) =>
  `till events policies create raku-night --name ${name} --body 'No ${name.toLowerCase()}.' --jq .id`;

/** `till events policies …` */
export const policies = genericGroup({
  name: "policies",
  summary: "Manage the policies that ticket buyers accept",
  service: "eventPolicies",
  singular: "policy",
  plural: "event policies",
  kind: "policy",
  reference: policy,
  matchKeys: ["name"],
  fields: {
    eventId: { label: "Event", filter: "text" },
    id: { filter: "text" },
    name: { filter: "text" },
    createdDate: { filter: "date" },
    updatedDate: { label: "Updated", as: "time", filter: "date" },
    body: { label: "Text", grow: true },
    revision: {},
  },
  list: "name body eventId id",
  get: "name id eventId body updatedDate revision",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--body <text>",
      field: "body",
      describe: "policy text; use -F body=@FILE to read it from a file",
    },
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till events policies list raku-night # list the policies of an event",
        "till events policies list --json # print the policies of all events",
      ]),
      args: [eventArg("eventId", "[event]")],
    },
    getVerb(resource, [
      "till events policies get Refunds # show it by name",
      "till events policies get Refunds --json # print JSON",
    ]),
    {
      ...createVerb(resource, [
        "till events policies create raku-night --name Photos --body 'We take pictures.' # add a policy",
        "till events policies create raku-night --name Dogs --body 'No dogs.' --json # add it and print JSON",
      ]),
      args: [eventArg("policy.eventId")],
    },
    updateVerb(resource, [
      "till events policies update Refunds --body 'No refunds.' # change the text",
      "till events policies update Refunds --name 'Money back' --json # rename it",
    ]),
    deleteVerb(resource, [
      "till events policies delete Refunds # delete it after confirmation",
      "till events policies delete Refunds --yes # delete it in a script",
    ]),
    {
      name: "move",
      summary: "Move a policy within its event",
      call: "reorder",
      reads: true,
      args: [{ ...policy, field: "policyId", finds: true }],
      flags: [
        { flags: "--before <id>", field: "beforePolicyId", describe: "place it before this policy" },
        { flags: "--after <id>", field: "afterPolicyId", describe: "place it after this policy" },
      ],
      into: "",
      prepare: async (input, { before }) => withValue(input, ["eventId"], before?.eventId),
      prints: "policies",
      examples: [
        `${create("Photos")} | xargs till events policies move Refunds --after # move it down`,
        `${create("Dogs")} | xargs till events policies move Refunds --before --json # move it up and print JSON`,
      ],
    },
  ],
});
