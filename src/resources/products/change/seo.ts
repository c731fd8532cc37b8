import type { Product } from "../../../api/services/products/products.ts";
import type { Json } from "../../../bulk/journal/step.ts";
import { sameJson } from "../../../kernel/json.ts";

/** What a product says to search engines, flat; `others` are the tags that have no field. */
interface Seo {
  title?: string;
  description?: string;
  others?: Json[];
  settings?: Json;
}

type Tag = NonNullable<NonNullable<NonNullable<Product["seoData"]>["tags"]>[number]>;

/** Returns the SEO data of a product, null if it has none. */
export function seoOf({ seoData }: Partial<Product>): Json {
  const tags = seoData?.tags ?? [];
  const title = tags.find(isTitle)?.children;
  const description = contentOf(tags.find(isDescription));
  const others = tags.filter((tag) => !isTitle(tag) && !isDescription(tag));
  const settings = seoData?.settings;
  const seo = {
    ...(title && { title }),
    ...(description && { description }),
    ...(others.length > 0 && { others }),
    ...(settings && !sameJson(settings, {}) && { settings }),
  };
  return Object.keys(seo).length === 0 ? null : (seo as Json);
}

/** Returns SEO data with another title or description; null removes them, undefined keeps them. */
export function seoWith(present: Json, title: Json | undefined, description: Json | undefined): Json {
  const seo = { ...(present as object | null) } as Record<string, Json>;
  for (const [name, value] of Object.entries({ title, description })) {
    if (value === null) delete seo[name];
    else if (value !== undefined) seo[name] = value;
  }
  return Object.keys(seo).length === 0 ? null : seo;
}

/** Returns SEO data in the platform's format. */
export function seoBody(value: Json): NonNullable<Product["seoData"]> {
  const { title, description, others = [], settings } = (value ?? {}) as Seo;
  const tags = [
    ...(title ? [{ type: "title", children: title }] : []),
    ...(description ? [{ type: "meta", props: { name: "description", content: description } }] : []),
    ...others,
  ];
  return { tags: tags as Tag[], ...(settings && { settings: settings as Record<string, never> }) };
}

const isTitle = ({ type }: Tag) => type === "title";
const isDescription = ({ type, props }: Tag) =>
  type === "meta" && (props as { name?: string } | undefined)?.name === "description";
const contentOf = (tag: Tag | undefined) => (tag?.props as { content?: string } | undefined)?.content;
