/** The GUID whose every bit is the other way round: a product's inventory item, and back again. */
export function flipGuid(guid: string): string {
  return guid.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}
