/** Inverts every bit of a GUID: converts between the ids of a product and its inventory item. */
export function flipGuid(guid: string): string {
  return guid.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}
