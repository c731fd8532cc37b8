import { shortName, type Topic, topics } from "../api/topics/topics.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/**
 * The topics that people mean by a name: the whole type, its end after a dot or `v1.` (`order_created`), or a pattern
 * with `*` over either. Throws UsageError where there is none.
 */
export function findTopics(name: string): readonly Topic[] {
  const pattern = new RegExp(`^${plain(name).split("*").map(escapeText).join(".*")}$`);
  const found = topics.filter(({ type }) => [type, shortName(type)].some((one) => pattern.test(plain(one))));
  if (found.length > 0) return found;
  const guess = nearest(name, [
    ...topics.map(({ type }) => shortName(type)),
    ...topics.map(({ type }) => type),
  ]);
  throw new UsageError(
    `There is no topic "${name}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    { field: "--topic", hint: "See them all: till webhooks topics" },
  );
}

/** `product_created` and `ProductCreated` are one name: the platform's generations spell it in two ways. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
