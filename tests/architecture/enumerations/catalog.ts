import type { RecordedShop } from "./recorder.ts";

/** Creates products of catalog v1 with every kind of option, media, file, discount and unit. */
export async function exerciseCatalog(shop: RecordedShop): Promise<void> {
  const { call } = shop;
  const product = { name: "Tea", productType: "physical", priceData: { price: 5 } };
  const make = async (more: object) =>
    (await call("products.create", { product: { ...product, ...more } })).product;
  for (const optionType of ["drop_down", "color"])
    await make({
      productOptions: [{ optionType, name: "Tone", choices: [{ value: "#fff", description: "White" }] }],
    });
  for (const type of ["NONE", "AMOUNT", "PERCENT"])
    await make({ discount: { type, value: type === "NONE" ? 0 : 2 } });
  for (const fileType of "SECURE_PICTURE SECURE_VIDEO SECURE_DOCUMENT SECURE_MUSIC SECURE_ARCHIVE".split(" "))
    await make({
      productType: "digital",
      digitalFile: { id: `till_${fileType}`, fileName: "a.bin", fileType },
    });
  for (const unit of "ML CL L CBM MG G KG MM CM M SQM OZ LB FLOZ PT QT GAL IN FT YD SQFT".split(" "))
    await make({
      pricePerUnitData: {
        totalQuantity: 2,
        totalMeasurementUnit: unit,
        baseQuantity: 1,
        baseMeasurementUnit: unit,
      },
    });
  const { id } = await make({});
  for (const name of ["a.jpg", "a.mp4", "a.mp3", "a.pdf", "a.zip"])
    await call("products.addMedia", { id, media: [{ url: `https://static.wixstatic.com/media/${name}` }] });
  await call("products.get", { id });
  await call("catalogVersioning.get");
}
