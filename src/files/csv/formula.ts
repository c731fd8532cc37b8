const startsLikeFormula = /^'*[=+\-@\t\r]/;
const neutralised = /^'+[=+\-@\t\r]/;

/**
 * A text cell that a spreadsheet would run as a formula gets a leading `'`. Text that already looks neutralised
 * gets one more, so that `restoreFormula` gives back every text exactly.
 */
export function neutraliseFormula(text: string): string {
  return startsLikeFormula.test(text) ? `'${text}` : text;
}

/** The inverse of `neutraliseFormula`; any other text stays as it is. */
export function restoreFormula(text: string): string {
  return text.startsWith("'") && neutralised.test(text) ? text.slice(1) : text;
}
