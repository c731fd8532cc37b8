import { beforeEach, describe, expect, it } from "vitest";
import type { OptionChoiceV3 } from "../../../../src/api/services/products.ts";
import { openShopV3Sandbox, price, type ShopV3Sandbox, size, sized } from "../../support/shop-v3-sandbox.ts";

let shop: ShopV3Sandbox;
beforeEach(() => {
  shop = openShopV3Sandbox();
});
const rejection = (status: number, code: string) => expect.objectContaining({ status, code });
const types = () => shop.events().map(([type]) => type);

describe("brands", () => {
  it("are created, read, renamed and deleted, with an event each", () => {
    const created = shop.brands.create({ brand: { name: "Acme" } }).brand!;
    expect(created).toMatchObject({ name: "Acme", revision: "1", createdDate: "2026-03-01T08:00:00.000Z" });
    expect(shop.brands.get({ brandId: created.id }).brand).toEqual(created);
    const renamed = shop.brands.update({ brand: { id: created.id, revision: "1", name: "Acme Ltd" } }).brand;
    expect(renamed).toMatchObject({ name: "Acme Ltd", revision: "2" });
    expect(shop.brands.remove({ brandId: created.id })).toEqual({});
    expect(() => shop.brands.get({ brandId: created.id })).toThrow(rejection(404, "BRAND_NOT_FOUND"));
    expect(shop.events()).toMatchObject([
      ["brand_created", { entityFqdn: "wix.stores.catalog.v3.brand", createdEvent: { entity: created } }],
      ["brand_updated", { updatedEvent: { currentEntity: renamed } }],
      ["brand_deleted", { entityId: created.id, deletedEvent: {} }],
    ]);
  });

  it("update their products without a new revision when renamed or deleted", () => {
    const { id, brand } = shop.create({ brand: { name: "Acme" } });
    shop.brands.update({ brand: { id: brand?.id, revision: "1", name: "Bolt" } });
    expect(shop.get(id)).toMatchObject({ revision: "1", brand: { id: brand?.id, name: "Bolt" } });
    const search = { filter: { "brand.name": "Bolt" } };
    expect(shop.products.search({ search }).products).toHaveLength(1);
    shop.brands.remove({ brandId: brand?.id });
    expect(shop.get(id)).not.toHaveProperty("brand");
    expect(shop.products.search({ search }).products).toEqual([]);
  });

  it("reject an old revision, a blank name and a name that is too long", () => {
    const { brand } = shop.brands.create({ brand: { name: "Acme" } });
    const update = (given: object) => () => shop.brands.update({ brand: { id: brand?.id, ...given } });
    const before = shop.everything();
    expect(update({ revision: "7", name: "x" })).toThrow(rejection(409, "REVISION_MISMATCH"));
    expect(update({ revision: "1", name: "   " })).toThrow("brand.name must not be spaces only");
    expect(update({ revision: "1", name: "x".repeat(51) })).toThrow("has size 51, expected 50 or less");
    expect(shop.everything()).toBe(before);
  });

  it("are created in bulk; a rejected one does not affect the others", () => {
    const result = shop.brands.bulkCreate({
      brands: [{ name: "A" }, { name: " " }, { name: "B" }],
      returnEntity: true,
    });
    expect(result).toMatchObject({
      results: [
        { item: { name: "A" } },
        { itemMetadata: { originalIndex: 1, success: false, error: { code: "ONLY_SPACES_STRING_ERROR" } } },
        { item: { name: "B" } },
      ],
      bulkActionMetadata: { totalSuccesses: 2, totalFailures: 1 },
    });
    const again = shop.brands.bulkGetOrCreate({ brandNames: ["B", "C"] });
    expect(again.results?.[0]?.item?.id).toBe(result.results?.[2]?.item?.id);
    expect(shop.brands.getOrCreate({ brandName: "C" }).brand?.id).toBe(again.results?.[1]?.item?.id);
    const brands = result.results!.flatMap(({ item }) =>
      item ? [{ brand: { ...item, name: `${item.name}!` } }] : [],
    );
    brands[1]!.brand.revision = "9";
    const changed = shop.brands.bulkUpdate({ brands });
    expect(changed.results?.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([
      undefined,
      "REVISION_MISMATCH",
    ]);
    expect(
      shop.brands.query({ query: { sort: [{ fieldName: "name", order: "ASC" }] } }).brands,
    ).toMatchObject([{ name: "A!" }, { name: "B" }, { name: "C" }]);
    const ids = shop.brands.query({}).brands?.map(({ id }) => id ?? "") ?? [];
    expect(shop.brands.bulkRemove({ brandIds: ids }).bulkActionMetadata).toMatchObject({ totalSuccesses: 3 });
    expect(shop.brands.count({}).count).toBe(0);
  });
});

describe("ribbons", () => {
  it("update products with them as main or additional ribbon when renamed or deleted", () => {
    const { id, ribbon } = shop.create({ ribbon: { name: "Sale" }, additionalRibbons: [{ name: "New" }] });
    const other = shop.create({ additionalRibbons: [{ name: "Sale" }] });
    const read = shop.ribbons.get({ ribbonId: ribbon?.id, fields: ["ASSIGNED_PRODUCT_COUNT"] });
    expect(read.ribbon?.assignedProductCount).toBe(2);
    types();
    shop.ribbons.update({ ribbon: { id: ribbon?.id, revision: "1", name: "Deal" } });
    expect(shop.get(id)).toMatchObject({ ribbon: { name: "Deal" }, additionalRibbons: [{ name: "New" }] });
    expect(shop.get(other.id).additionalRibbons).toMatchObject([{ name: "Deal" }]);
    shop.ribbons.remove({ ribbonId: ribbon?.id });
    expect(shop.get(id)).not.toHaveProperty("ribbon");
    expect(shop.get(other.id).additionalRibbons).toEqual([]);
    expect(types()).toEqual(["ribbon_updated", "ribbon_deleted"]);
  });
});

describe("info sections", () => {
  it("are found by unique name", () => {
    const { infoSection } = shop.sections.create({
      infoSection: { uniqueName: "care", title: "Care", plainDescription: "<p>By hand.</p>" },
    });
    expect(infoSection?.description?.nodes).toMatchObject([{ type: "PARAGRAPH" }]);
    expect(() => shop.sections.create({ infoSection: { uniqueName: "care", title: "x" } })).toThrow(
      rejection(409, "UNIQUE_NAME_ALREADY_EXISTS"),
    );
    const got = shop.sections.getOrCreate({ infoSection: { uniqueName: "care" } }).infoSection;
    expect(got?.id).toBe(infoSection?.id);
    expect(() => shop.sections.getOrCreate({ infoSection: { uniqueName: "new" } })).toThrow(
      "title must not be empty",
    );
  });

  it("update and leave their products when changed or deleted", () => {
    const { id } = shop.create({ infoSections: [{ uniqueName: "care", title: "Care" }] });
    const section = shop.sections.query({}).infoSections![0]!;
    shop.sections.update({
      infoSection: { id: section.id, revision: "1", title: "Washing", plainDescription: "<p>!</p>" },
    });
    const fields = ["INFO_SECTION", "INFO_SECTION_PLAIN_DESCRIPTION"];
    expect(shop.products.get({ productId: id, fields }).product?.infoSections).toEqual([
      { id: section.id, uniqueName: "care", title: "Washing", plainDescription: "<p>!</p>" },
    ]);
    shop.sections.remove({ infoSectionId: section.id });
    expect(shop.get(id).infoSections).toEqual([]);
    expect(types().slice(-2)).toEqual(["info_section_updated", "info_section_deleted"]);
  });

  it("are added to and removed from products in bulk, by revision", () => {
    const [one, other] = [shop.create(), shop.create()];
    const { infoSection } = shop.sections.create({ infoSection: { uniqueName: "care", title: "Care" } });
    const ids = [infoSection?.id ?? "", infoSection?.id ?? ""];
    const put = { infoSectionIds: ids, returnEntity: true, fields: ["INFO_SECTION"] };
    const products = [
      { productId: one.id, revision: "1" },
      { productId: other.id, revision: "4" },
    ];
    const answer = shop.products.bulkAddInfoSections({ products, ...put });
    // A section that is named twice is added once.
    expect(answer.results).toMatchObject([
      { item: { revision: "2", infoSections: [{ uniqueName: "care" }] } },
      { itemMetadata: { error: { code: "REVISION_MISMATCH" } } },
    ]);
    shop.products.bulkRemoveInfoSectionsByFilter({ filter: { "infoSections.id": infoSection?.id }, ...put });
    expect(shop.get(one.id)).toMatchObject({ infoSections: [], revision: "3" });
  });
});

describe("customizations", () => {
  const option = () => shop.customizations.query({ query: { filter: { name: "Size" } } }).customizations![0]!;

  it("are shared by products, which add missing choices", () => {
    shop.createSized();
    const { id } = shop.create({
      options: [size("L", "XL")],
      variantsInfo: { variants: [{ price: price("1"), choices: sized("XL") }] },
    });
    expect(option().choicesSettings?.choices?.map(({ name }) => name)).toEqual(["S", "L", "XL"]);
    expect(shop.get(id).options?.[0]?.id).toBe(option().id);
    const fields = ["ASSIGNED_PRODUCTS_COUNT"];
    expect(shop.customizations.get({ customizationId: option().id, fields }).customization).toMatchObject({
      assignedProductsCount: 2,
      customizationType: "PRODUCT_OPTION",
      revision: "2",
    });
  });

  it("have each choice of a product once, by id or by name", () => {
    shop.createSized();
    const { id, choicesSettings } = option();
    const [small] = choicesSettings?.choices ?? [];
    const byId = { choiceId: small?.id };
    const byName = { name: "S", choiceType: "CHOICE_TEXT" };
    const create = (choices: OptionChoiceV3[]) => () =>
      shop.create({
        options: [{ id, choicesSettings: { choices } }],
        variantsInfo: { variants: [{ price: price("1"), choices: sized("S") }] },
      });
    for (const choices of [
      [byId, byId],
      [byId, byName],
      [byName, byName],
    ])
      expect(create(choices)).toThrow('contains "S" twice');
  });

  it("update their products when renamed; options in use cannot be deleted, modifiers can", () => {
    const tee = shop.createSized();
    const mug = shop.create({
      modifiers: [
        {
          name: "Engraving",
          modifierRenderType: "FREE_TEXT",
          mandatory: true,
          freeTextSettings: { title: "Your text", minCharCount: 1, maxCharCount: 20 },
        },
      ],
    });
    const { id, revision } = option();
    shop.customizations.update({ customization: { id, revision, name: "Cut" } });
    const shown = shop.get(tee.id);
    expect(shown.options).toMatchObject([{ name: "Cut", key: "cut" }]);
    expect(shown.variantsInfo?.variants?.[0]?.choices).toMatchObject([
      { optionChoiceNames: { optionName: "Cut", choiceName: "S" } },
    ]);
    expect(() => shop.customizations.remove({ customizationId: id })).toThrow("is an option of a product");
    const [modifier] = shop.get(mug.id).modifiers ?? [];
    expect(modifier).toMatchObject({
      name: "Engraving",
      mandatory: true,
      freeTextSettings: { maxCharCount: 20 },
    });
    types();
    shop.customizations.remove({ customizationId: modifier?.id });
    expect(shop.get(mug.id).modifiers).toEqual([]);
    expect(types()).toEqual(["customization_deleted"]);
  });

  it("of modifiers have choices that leave their products when they are removed", () => {
    const choices = ["Box", "Paper"].map((name) => ({ name, choiceType: "CHOICE_TEXT" }));
    const modifiers = [
      {
        name: "Wrapping",
        modifierRenderType: "TEXT_CHOICES",
        mandatory: false,
        choicesSettings: { choices },
      },
    ];
    const mug = shop.create({ modifiers });
    const [modifier] = shop.get(mug.id).modifiers ?? [];
    const [box] = modifier?.choicesSettings?.choices ?? [];
    const customizationId = modifier?.id;
    const { revision } = shop.customizations.get({ customizationId }).customization!;
    const before = shop.get(mug.id).modifiers;
    const both = modifier?.choicesSettings?.choices?.map(({ choiceId }) => choiceId ?? "") ?? [];
    expect(() => shop.customizations.removeChoices({ customizationId, choiceIds: both })).toThrow(
      "must leave at least one choice",
    );
    expect(shop.get(mug.id).modifiers).toEqual(before);
    shop.customizations.removeChoices({ customizationId, revision, choiceIds: [box?.choiceId ?? ""] });
    expect(shop.get(mug.id).modifiers).toMatchObject([
      { name: "Wrapping", choicesSettings: { choices: [{ name: "Paper" }] } },
    ]);
  });

  it("have choices that are added, replaced, ordered, and removed unless in use", () => {
    const created = shop.customizations.create({
      customization: {
        name: "Colour",
        customizationType: "PRODUCT_OPTION",
        customizationRenderType: "SWATCH_CHOICES",
        choicesSettings: { choices: [{ name: "Red", choiceType: "ONE_COLOR", colorCode: "#ff0000" }] },
      },
    }).customization!;
    const customizationId = created.id;
    const blue = { name: "Blue", choiceType: "ONE_COLOR", colorCode: "#0000ff" };
    const both = shop.customizations.addChoices({ customizationId, choices: [blue] }).customization!;
    const ids = both.choicesSettings!.choices!.map(({ id }) => id!);
    expect(() => shop.customizations.addChoices({ customizationId, choices: [blue] })).toThrow(
      'contains "Blue" twice',
    );
    expect(() =>
      shop.customizations.addChoices({ customizationId, choices: [{ name: "x", choiceType: "ONE_COLOR" }] }),
    ).toThrow("choices.colorCode must be set");
    const turned = shop.customizations.reorderChoices({
      customizationId,
      revision: both.revision,
      choiceIds: [...ids].reverse(),
    }).customization;
    expect(turned?.choicesSettings).toMatchObject({
      sortOrder: "MANUAL",
      choices: [{ name: "Blue" }, { name: "Red" }],
    });
    expect(() =>
      shop.customizations.reorderChoices({
        customizationId,
        revision: turned?.revision,
        choiceIds: [ids[0]!],
      }),
    ).toThrow(rejection(400, "CHOICE_IDS_MISMATCH"));
    const choice = { id: ids[1], primaryChoiceIds: [ids[0]!] };
    shop.customizations.updateChoices({ customizationId, revision: turned?.revision, choices: [{ choice }] });
    shop.create({
      options: [{ id: created.id, choicesSettings: { choices: [{ choiceId: ids[1] }] } }],
      variantsInfo: {
        variants: [
          {
            price: price("1"),
            choices: [
              {
                optionChoiceNames: { optionName: "Colour", choiceName: "Blue", renderType: "SWATCH_CHOICES" },
              },
            ],
          },
        ],
      },
    });
    expect(() => shop.customizations.removeChoices({ customizationId, choiceIds: [ids[1]!] })).toThrow(
      rejection(409, "CHOICE_ASSIGNED_TO_PRODUCT"),
    );
    const remove = (id: string | undefined) => () =>
      shop.customizations.removeChoices({ customizationId, choiceIds: [id!] }).customization;
    expect(remove(ids[0])).toThrow('contains a primary choice of "Blue"');
    const { revision } = shop.customizations.get({ customizationId }).customization!;
    const single = { choice: { id: ids[1], primaryChoiceIds: [] } };
    shop.customizations.updateChoices({ customizationId, revision, choices: [single] });
    expect(remove(ids[0])()?.choicesSettings?.choices).toMatchObject([{ id: ids[1], primaryChoiceIds: [] }]);
    const green = { name: "Green", choiceType: "ONE_COLOR", colorCode: "#00ff00" };
    const set = shop.customizations.setChoices({ customizationId, choices: [green, blue] }).customization;
    expect(set?.choicesSettings?.choices?.[1]?.id).toBe(ids[1]);
    const ruleName = "NOT_ALLOWED_DELETE_CHOICE_ASSIGNED_TO_PRODUCT";
    expect(() => shop.customizations.setChoices({ customizationId, choices: [green] })).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ ruleName })] }),
    );
  });

  it("update the choices of their products when these are set", () => {
    const choice = { name: "Red", choiceType: "ONE_COLOR", colorCode: "#ff0000" };
    const names = { optionName: "Colour", choiceName: "Red", renderType: "SWATCH_CHOICES" };
    const { id } = shop.create({
      options: [
        { name: "Colour", optionRenderType: names.renderType, choicesSettings: { choices: [choice] } },
      ],
      variantsInfo: { variants: [{ price: price("1"), choices: [{ optionChoiceNames: names }] }] },
    });
    const [option] = shop.get(id).options ?? [];
    const [red] = option?.choicesSettings?.choices ?? [];
    const madder = { id: red?.choiceId, name: "Madder", choiceType: "ONE_COLOR", colorCode: "#aa0000" };
    shop.customizations.setChoices({ customizationId: option?.id, choices: [madder] });
    expect(shop.get(id)).toMatchObject({
      revision: "1",
      options: [{ choicesSettings: { choices: [{ name: "Madder", key: "madder", colorCode: "#aa0000" }] } }],
      variantsInfo: { variants: [{ choices: [{ optionChoiceNames: { choiceName: "Madder" } }] }] },
    });
  });

  it("have primary choices, which are other top-level choices of the same customization", () => {
    const choice = (name: string, primaryChoiceIds: string[] = []) => ({
      name,
      choiceType: "CHOICE_TEXT",
      primaryChoiceIds,
    });
    const { id: customizationId, choicesSettings } = shop.customizations.create({
      customization: {
        name: "Tone",
        customizationType: "PRODUCT_OPTION",
        customizationRenderType: "TEXT_CHOICES",
        choicesSettings: { choices: ["Red", "Ruby", "Rose"].map((name) => choice(name)) },
      },
    }).customization!;
    const [red, ruby, rose] = choicesSettings!.choices!.map(({ id }) => id!) as [string, string, string];
    const update = (given: Record<string, string>) =>
      shop.customizations.updateChoices({
        customizationId,
        revision: "1",
        choices: Object.entries(given).map(([id, primary]) => ({
          choice: { id, primaryChoiceIds: [primary] },
        })),
      });
    expect(() => update({ [red]: red })).toThrow("must not reference the choice itself");
    expect(() => update({ [red]: ruby, [ruby]: red })).toThrow("must reference top-level choices");
    expect(() => update({ [red]: ruby, [ruby]: rose })).toThrow("must reference top-level choices");
    update({ [ruby]: red, [rose]: red });
    const change = (more: object) =>
      shop.customizations.updateChoices({
        customizationId,
        revision: shop.customizations.get({ customizationId }).customization?.revision,
        choices: [{ choice: { id: ruby, ...more } }],
      }).customization?.choicesSettings?.choices?.[1];
    // What is not sent stays, and a choice that is sent as it is, is no change of it.
    expect(change({ name: "Ruby", choiceType: "CHOICE_TEXT" })).toMatchObject({ primaryChoiceIds: [red] });
    expect(() => change({ name: "Scarlet" })).toThrow("choices.choice.name cannot be changed");
    const add = (primary: string) => () =>
      shop.customizations.addChoices({ customizationId, choices: [choice("Wine", [primary])] });
    expect(add(ruby)).toThrow("must reference top-level choices");
    expect(add(customizationId!)).toThrow("has no choice");
    expect(add(red)().customization?.choicesSettings?.choices).toHaveLength(4);
  });

  it("have choices with different ids, whatever a request that adds some says", () => {
    shop.createSized();
    const [small] = option().choicesSettings?.choices ?? [];
    const choices = [{ id: small?.id, name: "XL", choiceType: "CHOICE_TEXT" }];
    shop.customizations.addChoices({ customizationId: option().id, choices });
    const ids = option().choicesSettings?.choices?.map(({ id }) => id);
    expect([ids?.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it("reject settings that do not match their type", () => {
    const create = (given: object) => () =>
      shop.customizations.create({ customization: { name: "x", ...given } });
    const free = { customizationRenderType: "FREE_TEXT", freeTextInput: { title: "t" } };
    expect(create({ id: "mine", customizationType: "MODIFIER", ...free })).toThrow("id must not be set");
    expect(create({ customizationType: "PRODUCT_OPTION", ...free })).toThrow(
      rejection(400, "INVALID_CUSTOMIZATION_RENDER_TYPE"),
    );
    expect(
      create({
        customizationType: "MODIFIER",
        ...free,
        freeTextInput: { title: "t", minCharCount: 9, maxCharCount: 3 },
      }),
    ).toThrow(rejection(400, "INVALID_FREE_TEXT_SETTINGS"));
    expect(create({ customizationType: "MODIFIER", customizationRenderType: "FREE_TEXT" })).toThrow(
      "must be set",
    );
    const swatch = { customizationType: "PRODUCT_OPTION", customizationRenderType: "SWATCH_CHOICES" };
    const plain = { name: "Red", choiceType: "CHOICE_TEXT" };
    expect(create({ ...swatch, choicesSettings: { choices: [plain] } })).toThrow("for SWATCH_CHOICES");
    const option = (choices: { name: string }[]) => ({
      options: [{ name: "Size", optionRenderType: "TEXT_CHOICES", choicesSettings: { choices } }],
    });
    expect(() => shop.create(option([{ name: "S" }]))).toThrow(
      rejection(400, "PRODUCT_OPTION_CHOICE_NAME_AND_TYPE_REQUIRED"),
    );
    const engraving = {
      name: "Engraving",
      modifierRenderType: "FREE_TEXT",
      freeTextSettings: { title: "t" },
    };
    expect(() => shop.create({ modifiers: [engraving, engraving] })).toThrow("contains a modifier twice");
    expect(shop.customizations.query({}).customizations).toEqual([]);
    expect(types()).toEqual([]);
    shop.create({ modifiers: [engraving] });
    const [{ id: customizationId }] = shop.customizations.query({}).customizations as [{ id: string }];
    expect(() => shop.customizations.addChoices({ customizationId, choices: [plain] })).toThrow(
      rejection(400, "DOESNT_SUPPORT_CHOICES"),
    );
  });
});
