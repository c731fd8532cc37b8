import { eventArg, withValue } from "../../cli/event-reference.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";

const policy = { name: "<policy>", describe: "the policy's id or name" };

/** `till events policies …` */
export const policies = genericGroup({
  name: "policies",
  summary: "what buyers of tickets agree to",
  service: "eventPolicies",
  singular: "policy",
  plural: "policies",
  kind: "policy",
  reference: policy,
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name" },
    { header: "TEXT", path: "body", grow: true },
    { header: "EVENT", path: "eventId" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Id", path: "id" },
    { header: "Event", path: "eventId" },
    { header: "Text", path: "body" },
    { header: "Changed", path: "updatedDate", as: "time" },
    { header: "Revision", path: "revision" },
  ],
  filters: { eventId: "text", id: "text", name: "text", createdDate: "date", updatedDate: "date" },
  flags: [
    { flags: "--name <text>", field: "name", describe: "what it is about" },
    { flags: "--body <text>", field: "body", describe: "the policy; -F body=@FILE reads it from a file" },
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        { run: "till events policies list raku-night", does: "those of one event" },
        { run: "till events policies list --json", does: "those of all events" },
      ]),
      args: [eventArg("eventId", "[event]")],
    },
    getVerb(resource, [
      { run: "till events policies get Refunds", does: "by name" },
      { run: "till events policies get Refunds --json", does: "as JSON" },
    ]),
    {
      ...createVerb(resource, [
        {
          run: "till events policies create raku-night --name Photos --body 'We take pictures.'",
          does: "one more policy",
        },
        {
          run: "till events policies create raku-night --name Dogs --body 'No dogs.' --json",
          does: "as JSON",
        },
      ]),
      args: [eventArg("policy.eventId")],
    },
    updateVerb(resource, [
      { run: "till events policies update Refunds --body 'No refunds.'", does: "another text" },
      { run: "till events policies update Refunds --name 'Money back' --json", does: "another name" },
    ]),
    deleteVerb(resource, [
      { run: "till events policies delete Refunds", does: "after a question" },
      { run: "till events policies delete Refunds --yes", does: "in a script" },
    ]),
    {
      name: "move",
      summary: "move a policy among those of its event",
      call: "reorder",
      reads: true,
      args: [{ ...policy, field: "policyId", finds: true }],
      flags: [
        { flags: "--before <id>", field: "beforePolicyId", describe: "to stand before this policy" },
        { flags: "--after <id>", field: "afterPolicyId", describe: "to stand behind this policy" },
      ],
      into: "",
      prepare: async (input, { before }) => withValue(input, ["eventId"], before?.eventId),
      prints: "policies",
      examples: [
        { run: "till events policies move --help", does: "what it takes" },
        { run: "till events policies move --help | head -3", does: "in short" },
      ],
    },
  ],
});
