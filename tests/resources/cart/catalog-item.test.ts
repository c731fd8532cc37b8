import { expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import { itemReference } from "../../../src/resources/cart/catalog-item.ts";

test("the command that adds a missing text is quoted for the shell", () => {
  const customTextFields = [{ title: "Child's name", mandatory: true }];
  const cup = { id: "p1", slug: "cup", name: "Cup", customTextFields } as unknown as Product;
  expect(() => itemReference(cup, "cup", { options: [], texts: [] })).toThrow(
    expect.objectContaining({ hint: `For example: till cart add cup --text "Child's name=…"` }),
  );
});
