import { maximumOf } from "../../../api/schema-fields.ts";
import { Tags } from "../../../api/services/products.ts";
import { PlatformError } from "../../kernel/tx.ts";

type TagsInput = Tags | null | undefined;
interface Tagged {
  id: string;
  name?: string | null | undefined;
  tags?: TagsInput;
}

const maxTags = () => maximumOf(Tags, "privateTags.tagIds");

const tagIds = (tags: TagsInput, list: "privateTags" | "publicTags") => tags?.[list]?.tagIds ?? [];

/** Throws PlatformError 400 if no tag is named. */
export function rejectNoTags(...given: TagsInput[]): void {
  if (given.some((tags) => tagIds(tags, "privateTags").length + tagIds(tags, "publicTags").length > 0))
    return;
  throw new PlatformError(
    400,
    "EMPTY_ASSIGN_AND_UNASSIGN_LISTS",
    "assignTags or unassignTags must name a tag",
    {},
  );
}

/** Adds and removes tags. A tag in both lists is added. Throws PlatformError 400 if there would be too many. */
export function withTags<T extends Tagged>(doc: T, assign: TagsInput, unassign: TagsInput): T {
  const tags = Object.fromEntries(
    (["privateTags", "publicTags"] as const).map((list) => {
      const off = new Set(tagIds(unassign, list));
      const rest = tagIds(doc.tags, list).filter((id) => !off.has(id));
      const all = [...new Set([...rest, ...tagIds(assign, list)])];
      if (all.length <= maxTags()) return [list, { tagIds: all }];
      const message = `"${doc.name}" would have ${all.length} tags; the maximum is ${maxTags()}`;
      throw new PlatformError(400, "TOO_MANY_TAGS", message, { id: doc.id });
    }),
  );
  return { ...doc, tags };
}
