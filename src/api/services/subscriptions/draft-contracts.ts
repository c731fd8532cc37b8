import { endpoint } from "../../endpoint.ts";
import { AddressWithContact } from "../../models/address.ts";
import { BulkActionMetadata, BulkResults } from "../../models/bulk.ts";
import { CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, json, list, obj, text } from "../../models/fields.ts";
import { DraftCatalogItem, DraftCustomItem, LineItemChange } from "../orders/models/draft-order.ts";
import { OrderShipping } from "../orders/models/order.ts";
import { Tags } from "../products/models/product-v3.ts";
import {
  CalculatedDraftContract,
  ContractDraftability,
  DraftContract,
  DraftContractTarget,
} from "./models/draft-contract.ts";

const base = "/v1/draft-subscription-contracts";
const one = `${base}/{draftSubscriptionContractId}`;
const draft = obj({ calculatedDraftSubscriptionContract: CalculatedDraftContract });
const id = { draftSubscriptionContractId: guid() };
const required = ["draftSubscriptionContractId"];
const at = (path: string) => ({ path, public: path });
const tags = { assignTags: Tags, unassignTags: Tags };

/** Changes to what buyers have agreed to. The hosted platform has no public addresses for these calls. */
export const draftContracts = {
  draftability: endpoint({
    method: "GET",
    ...at(`${base}/draftability`),
    input: obj({ subscriptionContractId: guid() }),
    result: ContractDraftability,
    required: ["subscriptionContractId"],
    role: "admin",
    summary: "Show whether a subscription contract can be changed, and why not",
  }),
  create: endpoint({
    method: "POST",
    ...at(base),
    input: obj({ subscriptionContractId: guid(), target: DraftContractTarget }),
    result: draft,
    required: ["subscriptionContractId", "target"],
    summary: "Begin changes to a subscription contract, or give those that were begun",
  }),
  get: endpoint({
    method: "GET",
    ...at(one),
    input: obj(id),
    result: draft,
    required,
    role: "admin",
    summary: "Get a draft of changes to a subscription contract",
  }),
  remove: endpoint({
    method: "DELETE",
    ...at(one),
    input: obj(id),
    result: obj({}),
    required,
    summary: "Drop a draft of changes to a subscription contract",
  }),
  addLineItems: endpoint({
    method: "POST",
    ...at(`${one}/items`),
    input: obj({
      ...id,
      catalogLineItems: list(DraftCatalogItem, { maxSize: 300 }),
      customLineItems: list(DraftCustomItem, { maxSize: 300 }),
    }),
    result: draft,
    required,
    summary: "Put items into a draft of changes to a subscription contract",
  }),
  updateLineItems: endpoint({
    method: "POST",
    ...at(`${one}/line-items`),
    input: obj({ ...id, lineItemChanges: list(LineItemChange, { minSize: 1, maxSize: 300 }) }),
    result: draft,
    required: [...required, "lineItemChanges"],
    effect: "set",
    summary: "Change quantity or price of items in a draft; quantity 0 takes one out",
  }),
  setShippingInfo: endpoint({
    method: "PUT",
    ...at(`${one}/shipping-info`),
    input: obj({ ...id, shippingInfo: OrderShipping }),
    result: draft,
    required,
    summary: "Say in a draft how the items of a subscription are delivered",
  }),
  setRecipientInfo: endpoint({
    method: "PUT",
    ...at(`${one}/recipient-info`),
    input: obj({ ...id, recipientInfo: AddressWithContact }),
    result: draft,
    required,
    summary: "Say in a draft who gets the items of a subscription",
  }),
  commit: endpoint({
    method: "POST",
    ...at(`${one}/commit`),
    input: obj({
      ...id,
      reason: text({ maxLength: 200 }),
      settings: obj({ sendNotificationsToBuyer: bool(), sendNotificationsToBusiness: bool() }),
    }),
    result: draft,
    required,
    summary: "Put the changes of a draft into its subscription contract",
  }),
  query: endpoint({
    method: "GET",
    ...at(`${base}/query`),
    fallback: { method: "POST", public: `${base}/query` },
    complexQuery: true,
    input: obj({ query: catalogQuery(100) }),
    result: obj({ draftSubscriptionContracts: list(DraftContract), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "draftSubscriptionContracts",
    metadata: "pagingMetadata",
    limitMax: 100,
    role: "admin",
    summary: "List drafts of changes to subscription contracts that match a query",
  }),
  bulkUpdateTags: endpoint({
    method: "POST",
    ...at("/v1/bulk/draft-subscription-contracts/update-tags"),
    input: obj({ draftSubscriptionContractIds: list(guid(), { minSize: 1, maxSize: 100 }), ...tags }),
    result: obj({ results: BulkResults, bulkActionMetadata: BulkActionMetadata }),
    required: ["draftSubscriptionContractIds"],
    effect: "set",
    summary: "Add tags to up to 100 drafts and take others off",
  }),
  bulkUpdateTagsByFilter: endpoint({
    method: "POST",
    ...at("/v1/bulk/draft-subscription-contracts/update-tags-by-filter"),
    input: obj({ filter: json(), ...tags }),
    result: obj({ jobId: guid() }),
    required: ["filter"],
    effect: "set",
    summary: "Add tags to the drafts that match a filter and take others off",
  }),
};
