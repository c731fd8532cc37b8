import { bool, date, guid, obj, text } from "../models/fields.ts";
import type { Schema } from "../schema.ts";
import { domains } from "../services/index.ts";
import { sharedModels } from "../services/models.ts";
import { readContract, withEvents } from "./contract.ts";
import type { Topic } from "./topics.ts";

/** The member of a domain event by its kind, and the member of that with the entity or the body of the action. */
export const eventMembers = {
  created: ["createdEvent", "entity"],
  updated: ["updatedEvent", "currentEntity"],
  deleted: ["deletedEvent", "deletedEntity"],
  action: ["actionEvent", "body"],
} as const;

/** The members of every domain event. */
export const envelope = {
  id: guid(),
  entityFqdn: text(),
  slug: text(),
  entityId: text(),
  eventTime: date(),
  triggeredByAnonymizeRequest: bool(),
  originatedFrom: text(),
  entityEventSequence: text(),
};

/** Returns the schema of a topic's entity or action body; of legacy events, the whole payload. */
export async function topicBody({ domain, payload }: Topic): Promise<Schema> {
  const { contract } = await domains[domain]();
  const { models } = readContract(await withEvents(contract), sharedModels);
  const body = models[payload] ?? sharedModels.models[payload];
  if (body === undefined) throw new Error(`There is no schema ${payload}`);
  return body;
}

/** Returns the schema of a topic's whole payload: the envelope of domain events with the body, or a legacy payload. */
export async function topicPayload(topic: Topic): Promise<Schema> {
  const body = await topicBody(topic);
  if (topic.kind === "older") return body;
  const [event, member] = eventMembers[topic.kind];
  return obj({ ...envelope, [event]: obj({ [member]: body }) });
}
