/** Returns a file in the till format without ids: every third product has three sizes, with media, stock and collections. */
export function catalogFile(products: number): string {
  const header =
    "handle,kind,name,price,sku,brand,collections,media,stock,option1Name,option1Type,option1Choices";
  const rows = Array.from({ length: products }, (_, index) => {
    const serial = index + 1;
    const handle = `thing-${serial}`;
    const name = `Thing ${serial}`;
    const groups = serial % 4 === 0 ? "Even;Fourth" : serial % 2 === 0 ? "Even" : "";
    const media = serial % 5 === 0 ? `https://media.example/${handle}.jpg` : "";
    if (serial % 3 > 0)
      return `${handle},product,${name},${serial}.50,T-${serial},Acme,${groups},${media},${serial},,,`;
    const sizes = ["S", "M", "L"].map(
      (size) => `${handle},variant,,,T-${serial}-${size},,,,${serial},Size,,${size}`,
    );
    return [
      `${handle},product,${name},${serial}.50,,Acme,${groups},${media},,Size,drop_down,S;M;L`,
      ...sizes,
    ].join("\n");
  });
  return `${header}\n${rows.join("\n")}\n`;
}
