import type { Product } from "../../../api/services/products/products.ts";
import type { OptionDraft, ProductDraft } from "../../../files/draft.ts";

/** Keeps the colours of choices the same for all products of a file. */
export interface SharedColours {
  /** Returns a draft with the shared colours; `product` is the one that it changes. */
  share(draft: ProductDraft, product: Product | undefined): ProductDraft;
  /** Returns the choices whose colour in the file was not used, each with its shared colour. */
  kept(): string[];
}

/**
 * On catalog v3, a choice has one colour in the whole shop: products of a request that disagree are rejected, and the colour
 * of a choice that exists stays as it is. The colour that the shop has counts, else the first one in the file.
 */
export function sharedColours(): SharedColours {
  const known = new Map<string, string>();
  const kept = new Map<string, string>();
  const nameOf = ({ name }: Pick<OptionDraft, "name">, description: string) => `${name} ${description}`;
  const shared = (option: OptionDraft, { value, description }: OptionDraft["choices"][number]) => {
    const name = nameOf(option, description);
    const colour = known.get(name) ?? value;
    known.set(name, colour);
    if (colour !== value) kept.set(name, colour);
    return { value: colour, description };
  };
  return {
    share(draft, product) {
      for (const { name, optionType, choices } of product?.productOptions ?? [])
        for (const { value, description } of optionType === "color" ? (choices ?? []) : [])
          if (value && description) known.set(nameOf({ name: name ?? "" }, description), value);
      if (!draft.options?.some(({ type }) => type === "color")) return draft;
      const options = draft.options.map((option) =>
        option.type === "color"
          ? { ...option, choices: option.choices.map((choice) => shared(option, choice)) }
          : option,
      );
      return { ...draft, options };
    },
    kept: () => [...kept].map(([name, colour]) => `${name} (${colour})`),
  };
}
