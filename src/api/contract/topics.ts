import { type Domain, domains } from "../services/index.ts";
import type { Document, TopicKind } from "./contract.ts";

/** A topic: one type of event. */
export interface Topic {
  /** The event type: `wix.ecom.v1.cart_updated`. */
  type: string;
  kind: TopicKind;
  /** The model of the entity, of the body of an action, or of the whole payload of a legacy event. */
  payload: string;
  /** The platform will remove it. */
  deprecated: boolean;
  /** The entity: `wix.ecom.v1.cart`; for legacy events the prefix of the type. */
  entity: string;
  /** The domain whose description has the topic. */
  domain: Domain;
}

/** All topics of the platform, sorted by type. scripts/build.ts bundles this as data, so that no contract is loaded for it. */
export const topics: readonly Topic[] = (await Promise.all((Object.keys(domains) as Domain[]).map(topicsOf)))
  .flat()
  .sort((a, b) => (a.type < b.type ? -1 : 1));

async function topicsOf(domain: Domain): Promise<Topic[]> {
  const { contract } = await domains[domain]();
  const { webhooks = {} } = contract.description as Document;
  return Object.entries(webhooks).map(([type, { post }]) => {
    const { $ref } = post.requestBody.content["text/plain"].schema.contentSchema;
    return {
      type,
      kind: post["x-till-kind"],
      payload: $ref.slice($ref.lastIndexOf("/") + 1),
      deprecated: post.deprecated ?? false,
      entity: post.tags[0],
      domain,
    };
  });
}
