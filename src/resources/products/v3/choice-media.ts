import type { WireInput } from "../../../api/endpoint.ts";
import type { OptionV3, ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { products } from "../../../api/services/products/products.ts";
import { choicesOf } from "./options.ts";

type Attached = NonNullable<WireInput<(typeof products)["addChoicesMedia"]>["media"]>;
type Choice = ReturnType<typeof choicesOf>[number];

/** Returns the ids of the media of a choice. */
function choiceMediaIds({ media, linkedMedia }: Choice): string[] {
  const ids = media?.items?.map(({ mediaId }) => mediaId) ?? linkedMedia?.map(({ id }) => id) ?? [];
  return ids.flatMap((id) => id ?? []);
}

/** Returns options with media attached to some choices. */
export function withChoiceMedia(options: readonly OptionV3[], added: Attached): OptionV3[] {
  return changed(options, added, (before, ids) => [...new Set([...before, ...ids])]);
}

/** Returns options with media detached from some choices, or from all choices if none is given. */
export function withoutChoiceMedia(
  options: readonly OptionV3[],
  removed: Attached | null | undefined,
): OptionV3[] {
  if (removed?.length)
    return changed(options, removed, (before, ids) => before.filter((id) => !ids.includes(id)));
  return options.map((option) => withChoices(option, (choice) => ({ ...choice, media: { items: [] } })));
}

/** Returns the media of a choice among those of its product, in the format of catalog v1. */
export function choiceMediaOf<Item extends { id?: string | null | undefined }>(
  choice: Choice,
  items: readonly Item[],
): { media?: { mainMedia?: Item; items: Item[] } } {
  const ids = choiceMediaIds(choice);
  const [main, ...more] = items.filter(({ id }) => ids.includes(id ?? ""));
  return main ? { media: { mainMedia: main, items: [main, ...more] } } : {};
}

/** Returns the ids of the media of the selected choices. */
export function selectedMediaIds({ options }: ProductV3, selection: Record<string, string>): string[] {
  return (options ?? []).flatMap((option) =>
    choicesOf(option)
      .filter(({ name }) => name === selection[option.name ?? ""])
      .flatMap(choiceMediaIds),
  );
}

function changed(
  options: readonly OptionV3[],
  attached: Attached,
  change: (before: string[], ids: readonly string[]) => string[],
): OptionV3[] {
  return options.map((option) =>
    withChoices(option, (choice) => {
      const own = attached.filter((one) => one.option === option.name && one.choice === choice.name);
      if (own.length === 0) return choice;
      const ids = own.flatMap(({ mediaIds }) => mediaIds ?? []);
      const items = change(choiceMediaIds(choice), ids).map((mediaId) => ({ mediaId }));
      return { ...choice, media: { items } };
    }),
  );
}

function withChoices(option: OptionV3, change: (choice: Choice) => Choice): OptionV3 {
  return { ...option, choicesSettings: { choices: choicesOf(option).map(change) } };
}
