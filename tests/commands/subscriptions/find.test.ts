import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import { withItemId } from "../../../src/commands/subscriptions/find.ts";

test("an item of a draft is found by position or name, if only one has it", async () => {
  const items = ["Beans", "Filters", "filters"].map((original, index) => ({
    lineItem: { id: `i${index + 1}`, productName: { original } },
  }));
  const draftSubscriptionContract = { id: "d", lineItems: items };
  const call = (async () => ({
    calculatedDraftSubscriptionContract: { draftSubscriptionContract },
  })) as unknown as Call;
  const idOf = async (lineItemId: string) =>
    withItemId({ draftSubscriptionContractId: "d", lineItemChanges: [{ lineItemId }] }, call);
  for (const [reference, lineItemId] of [
    ["beans", "i1"],
    ["3", "i3"],
  ] as const)
    expect(await idOf(reference)).toMatchObject({ lineItemChanges: [{ lineItemId }] });
  for (const reference of ["0", "4", "Mugs"])
    await expect(idOf(reference)).rejects.toMatchObject({ exitCode: 5 });
  await expect(idOf("Filters")).rejects.toMatchObject({ exitCode: 6 });
});
