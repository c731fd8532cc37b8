import { type Topic, topics } from "../api/contract/topics.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/**
 * Returns the topics that match a name: the full type, its last part (`order_created`), or a pattern with `*`. Throws
 * UsageError if there is none.
 */
export function findTopics(name: string): readonly Topic[] {
  const pattern = new RegExp(`^${plain(name).split("*").map(escapeText).join(".*")}$`);
  const found = topics.filter(({ type }) => [type, shortName(type)].some((one) => pattern.test(plain(one))));
  if (found.length > 0) return found;
  const guess = nearest(name, [
    ...topics.map(({ type }) => shortName(type)),
    ...topics.map(({ type }) => type),
  ]);
  throw new UsageError(`Unknown topic "${name}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`, {
    field: "--topic",
    hint: "List all topics: till webhooks topics",
  });
}

/** Returns the short name of a topic: `order_created`, `ProductChanged`. */
export function shortName(type: string): string {
  return type.slice(type.lastIndexOf(".") + 1);
}

/** Normalizes names: `product_created` and `ProductCreated` are the same topic in different API versions. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
