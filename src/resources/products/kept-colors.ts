/** The most choices in a notice. */
const shownChoices = 5;

/** Returns a notice about choices whose color in the input was not used. */
export function keptColorsText(kept: readonly string[]): string {
  const some = kept.slice(0, shownChoices).join(", ");
  const more = kept.length > shownChoices ? ` and ${kept.length - shownChoices} more` : "";
  return `Colors kept: ${some}${more}. On catalog v3, a choice has one color for all products.`;
}
