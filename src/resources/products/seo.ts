import type { Product } from "../../api/services/products.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { isCanonical, isRobots, rulesOf, type Seo, type SeoTag, seoFields } from "./snapshot.ts";

/** What search engines read of a product. A flag or text of null or false removes it, undefined keeps it. */
export interface SeoFields {
  seoTitle?: Json | undefined;
  seoDescription?: Json | undefined;
  canonical?: Json | undefined;
  noindex?: Json | undefined;
}

/** Returns SEO data with other texts or another flag. Tags that say something else stay. */
export function seoWith(present: Json, { seoTitle, seoDescription, canonical, noindex }: SeoFields): Json {
  const seo = { ...(present as object | null) } as Record<string, Json>;
  for (const [name, value] of Object.entries({ title: seoTitle, description: seoDescription })) {
    if (value === null) delete seo[name];
    else if (value !== undefined) seo[name] = value;
  }
  let tags = (seo.others ?? []) as unknown as SeoTag[];
  const now = seoFields(present);
  if (canonical !== undefined && canonical !== now.canonical)
    tags = withTag(
      tags,
      isCanonical,
      canonical && { type: "link", props: { rel: "canonical", href: canonical } },
    );
  if (noindex !== undefined && noindex !== null && noindex !== now.noindex) {
    const others = rulesOf(tags.find(isRobots)).filter((rule) => !/^(no)?index$/i.test(rule));
    // `none` stands for noindex and nofollow.
    const kept = others.flatMap((rule) => (/^none$/i.test(rule) ? ["nofollow"] : [rule]));
    const content = [...(noindex ? ["noindex"] : []), ...kept].join(", ");
    tags = withTag(tags, isRobots, content && { type: "meta", props: { name: "robots", content } });
  }
  if (tags.length > 0) seo.others = tags as unknown as Json;
  else delete seo.others;
  return Object.keys(seo).length === 0 ? null : seo;
}

/** Returns tags with another tag in the place of the one that `is` finds; without one if `tag` is empty. */
function withTag(tags: readonly SeoTag[], is: (tag: SeoTag) => boolean, tag: Json): SeoTag[] {
  const others = tags.filter((tag) => !is(tag));
  const at = tags.findIndex(is);
  return tag ? others.toSpliced(at < 0 ? others.length : at, 0, tag as unknown as SeoTag) : others;
}

/** Returns SEO data in the platform's format. */
export function seoBody(value: Json): NonNullable<Product["seoData"]> {
  const { title, description, others = [], settings } = (value ?? {}) as Seo;
  const tags = [
    ...(title ? [{ type: "title", children: title }] : []),
    ...(description ? [{ type: "meta", props: { name: "description", content: description } }] : []),
    ...others,
  ];
  return { tags: tags as SeoTag[], settings: settings ? (settings as Record<string, never>) : undefined };
}
