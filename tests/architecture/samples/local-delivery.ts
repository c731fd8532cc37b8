import { sampleSet } from "./sample-set.ts";

interface Shop {
  abandoned: string;
  contract: string;
  draft: { id: string; lineItems: { lineItem: { id: string } }[] };
  bike: { id: string; revision: string; deliveryRegionIds: string[] };
  elsewhere: string;
}

const zipConfig = { zipCodes: ["12534"] };

const bare = "00000000-0000-4000-8000-000000000001";
const tour = { productName: { original: "Tour" }, price: "12", quantity: 1, itemType: { preset: "SERVICE" } };

/** Local delivery, and related calls. */
export const localDelivery = sampleSet<Shop>({
  async prepare(ask) {
    const { localDeliveryOptions } = await ask("localDeliveryOptions.query", { query: {} });
    const { deliveryProfiles } = await ask("deliveryProfiles.query", {
      query: { filter: { default: true } },
    });
    const { abandonedCheckouts } = await ask("abandonedCheckouts.query", { query: {} });
    const { subscriptionContracts } = await ask("subscriptionContracts.query", { query: {} });
    const contract = subscriptionContracts[0].id;
    const begun = { subscriptionContractId: contract, target: { contractTarget: { nextCycleNumber: 20 } } };
    const { calculatedDraftSubscriptionContract: created } = await ask("draftContracts.create", begun);
    const draft = created.draftSubscriptionContract;
    // A draft needs a change before it can be committed.
    const lineItemChanges = [{ lineItemId: draft.lineItems[0].lineItem.id, newQuantity: 3 }];
    await ask("draftContracts.updateLineItems", { draftSubscriptionContractId: draft.id, lineItemChanges });
    return {
      contract,
      draft,
      abandoned: abandonedCheckouts[0].id,
      bike: localDeliveryOptions[0],
      elsewhere: deliveryProfiles[0].deliveryRegions[1].id,
    };
  },
  samples: {
    "draftContracts.draftability": ({ contract }) => ({ subscriptionContractId: contract }),
    "draftContracts.create": ({ contract }) => ({
      subscriptionContractId: contract,
      target: { contractTarget: { nextCycleNumber: 20 } },
    }),
    "draftContracts.get": ({ draft }) => ({ draftSubscriptionContractId: draft.id }),
    "draftContracts.remove": ({ draft }) => ({ draftSubscriptionContractId: draft.id }),
    "draftContracts.addLineItems": ({ draft }) => ({
      draftSubscriptionContractId: draft.id,
      customLineItems: [{ productName: { original: "Sampler" }, price: { amount: "5" }, quantity: 1 }],
    }),
    "draftContracts.updateLineItems": ({ draft }) => ({
      draftSubscriptionContractId: draft.id,
      lineItemChanges: [{ lineItemId: draft.lineItems[0]?.lineItem.id, newPrice: "9.90" }],
    }),
    "draftContracts.setShippingInfo": ({ draft }) => ({
      draftSubscriptionContractId: draft.id,
      shippingInfo: { title: "Express", cost: { price: { amount: "14.90" } } },
    }),
    "draftContracts.setRecipientInfo": ({ draft }) => ({
      draftSubscriptionContractId: draft.id,
      recipientInfo: { contactDetails: { firstName: "Ada" }, address: { country: "US", city: "Hudson" } },
    }),
    "draftContracts.commit": ({ draft }) => ({ draftSubscriptionContractId: draft.id, reason: "More" }),
    "draftContracts.query": () => ({ query: { filter: { status: "DRAFT" } } }),
    "draftContracts.bulkUpdateTags": ({ draft }) => ({
      draftSubscriptionContractIds: [draft.id, bare],
      assignTags: { privateTags: { tagIds: ["vip"] } },
    }),
    "draftContracts.bulkUpdateTagsByFilter": () => ({
      filter: { status: "DRAFT" },
      assignTags: { privateTags: { tagIds: ["vip"] } },
    }),
    "abandonedCheckouts.addActivity": ({ abandoned }) => ({
      abandonedCheckoutId: abandoned,
      activityType: "TASK_CREATED",
    }),
    "checkoutTemplates.bulkCreate": () => ({
      checkoutTemplates: [{ customLineItems: [tour] }, { couponCode: "nothing else" }],
      returnEntity: true,
    }),
    "localDeliveryOptions.create": () => ({ localDeliveryOption: { areaName: "Hudson", zipConfig } }),
    "localDeliveryOptions.get": ({ bike }) => ({ localDeliveryOptionId: bike.id }),
    "localDeliveryOptions.update": ({ bike: { id, revision } }) => ({
      localDeliveryOption: { id, revision, estimatedDeliveryTime: "1 day" },
    }),
    "localDeliveryOptions.remove": ({ bike }) => ({ localDeliveryOptionId: bike.id }),
    "localDeliveryOptions.query": () => ({ query: { cursorPaging: { limit: 1 } } }),
    "localDeliveryOptions.list": ({ bike }) => ({ externalId: bike.deliveryRegionIds[0] }),
    "localDeliveryOptions.addDeliveryRegion": ({ bike: { id, revision }, elsewhere }) => ({
      localDeliveryOptionId: id,
      deliveryRegionId: elsewhere,
      revision,
    }),
    "localDeliveryOptions.removeDeliveryRegion": ({ bike: { id, deliveryRegionIds } }) => ({
      localDeliveryOptionId: id,
      deliveryRegionId: deliveryRegionIds[0],
    }),
    "localDeliveryOptions.bulkCreate": () => ({
      localDeliveryOptions: [{ areaName: "Hudson", zipConfig }, { areaName: "nowhere" }],
    }),
    "localDeliveryOptions.bulkUpdate": ({ bike: { id, revision } }) => ({
      localDeliveryOptions: [{ id, revision, areaName: "By van" }],
    }),
    "localDeliveryOptions.bulkRemove": ({ bike }) => ({ ids: [bike.id] }),
  },
});
