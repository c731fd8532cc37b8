import type { WireInput } from "../../../api/endpoint.ts";
import type { OptionV3, ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { products } from "../../../api/services/products/products.ts";
import { choicesOf } from "./options.ts";

type Attached = NonNullable<WireInput<(typeof products)["addChoicesMedia"]>["media"]>;
type Choice = ReturnType<typeof choicesOf>[number];

/** The ids of the media that belong to a choice. */
export function choiceMediaIds({ media, linkedMedia }: Choice): string[] {
  const ids = media?.items?.map(({ mediaId }) => mediaId) ?? linkedMedia?.map(({ id }) => id) ?? [];
  return ids.flatMap((id) => id ?? []);
}

/** Options with media put to some choices. */
export function withChoiceMedia(options: readonly OptionV3[], added: Attached): OptionV3[] {
  return changed(options, added, (before, ids) => [...new Set([...before, ...ids])]);
}

/** Options with media taken off some choices; without any named, off all of them. */
export function withoutChoiceMedia(
  options: readonly OptionV3[],
  gone: Attached | null | undefined,
): OptionV3[] {
  if (gone?.length) return changed(options, gone, (before, ids) => before.filter((id) => !ids.includes(id)));
  return options.map((option) => withChoices(option, (choice) => ({ ...choice, media: { items: [] } })));
}

/** The media of a choice among those of its product, as catalog v1 has it. */
export function choiceMediaOf<Item extends { id?: string | null | undefined }>(
  choice: Choice,
  items: readonly Item[],
): { media?: { mainMedia?: Item; items: Item[] } } {
  const ids = choiceMediaIds(choice);
  const [main, ...more] = items.filter(({ id }) => ids.includes(id ?? ""));
  return main ? { media: { mainMedia: main, items: [main, ...more] } } : {};
}

/** The media that are chosen with some choices, as ids; none where they have none of their own. */
export function chosenMediaIds({ options }: ProductV3, made: Record<string, string>): string[] {
  return (options ?? []).flatMap((option) =>
    choicesOf(option)
      .filter(({ name }) => name === made[option.name ?? ""])
      .flatMap(choiceMediaIds),
  );
}

function changed(
  options: readonly OptionV3[],
  given: Attached,
  change: (before: string[], ids: readonly string[]) => string[],
): OptionV3[] {
  return options.map((option) =>
    withChoices(option, (choice) => {
      const wanted = given.filter((one) => one.option === option.name && one.choice === choice.name);
      if (wanted.length === 0) return choice;
      const ids = wanted.flatMap(({ mediaIds }) => mediaIds ?? []);
      const items = change(choiceMediaIds(choice), ids).map((mediaId) => ({ mediaId }));
      return { ...choice, media: { items } };
    }),
  );
}

function withChoices(option: OptionV3, change: (choice: Choice) => Choice): OptionV3 {
  return { ...option, choicesSettings: { choices: choicesOf(option).map(change) } };
}
