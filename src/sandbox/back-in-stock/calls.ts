import type { Handlers } from "../../api/endpoint.ts";
import {
  backInStock as endpoints,
  type backInStockSettings as settingEndpoints,
} from "../../api/services/back-in-stock.ts";
import { contactIdOf } from "../kernel/ids.ts";
import { checkedQuery, findPage } from "../kernel/lists.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { changeSellingSettings, sellingSettings } from "../settings/index.ts";
import {
  backInStockRequestOf,
  changeStatus,
  insertRequest,
  notify,
  processRequests,
  removeRequest,
  requestsFor,
  type StoredBackInStockRequest,
  showRequest,
  backInStockRequests as table,
  variantOf,
} from "./back-in-stock.ts";

/** Back-in-stock notification requests. */
export const backInStock: Handlers<typeof endpoints, StoreTx> = {
  create(tx, { request, itemDetails }) {
    const { catalogReference, email, itemUrl } = request;
    const { appId = "", catalogItemId = "", options } = catalogReference ?? {};
    const state = states(tx).find((one) => one.appId === appId);
    if (state?.collectingRequests === false) {
      const message = "The shop does not collect back-in-stock requests for this catalog";
      throw new PlatformError(428, "REQUEST_COLLECTION_DISABLED", message, { appId });
    }
    const reference = {
      appId: appId ?? "",
      catalogItemId: catalogItemId ?? "",
      ...(options ? { options } : {}),
    };
    const waiting = requestsFor(tx, reference, { email, status: "RECEIVED" });
    if (waiting.some((one) => variantOf(one.catalogReference) === variantOf(reference))) {
      const message = `${email} already has a request for this item`;
      throw new PlatformError(409, "BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS", message, { email });
    }
    const created = insertRequest(tx, {
      id: tx.newId(),
      catalogReference: reference,
      email: email ?? "",
      contactId: contactIdOf(tx, email ?? ""),
      status: "RECEIVED",
      createdDate: tx.now.toISOString(),
      itemUrl: itemUrl || undefined,
      internal: {
        item: { ...itemDetails, name: itemDetails.name ?? "", price: itemDetails.price ?? "" },
      },
    });
    return { request: showRequest(created) };
  },
  get: (tx, { id }) => ({ request: showRequest(backInStockRequestOf(tx, id)) }),
  remove(tx, { id }) {
    removeRequest(tx, id);
    return {};
  },
  markAsNotificationSent(tx, { id }) {
    const request = backInStockRequestOf(tx, id);
    tx.unschedule("backInStock.notify", request.id);
    return { request: showRequest(changeStatus(tx, request, "NOTIFICATION_SENT")) };
  },
  countByCatalogReference: (tx, { catalogReferences }) => ({
    countsPerCatalogReference: catalogReferences.map((catalogReference) => ({
      catalogReference,
      count: requestsFor(tx, catalogReference, { status: { $in: ["RECEIVED", "PROCESSING"] } }).length,
    })),
  }),
  query(tx, { query }) {
    const { items, metadata } = findPage<StoredBackInStockRequest>(
      tx,
      table,
      checkedQuery(query ?? {}, endpoints.query),
    );
    return { requests: items.map(showRequest), metadata };
  },
  reportItemsBackInStock(tx, { catalogReference, requestIds, itemDetails }) {
    const byId = [...new Set(requestIds)].map((id) => backInStockRequestOf(tx, id));
    const requests = catalogReference ? requestsFor(tx, catalogReference, { status: "RECEIVED" }) : byId;
    processRequests(tx, requests, itemDetails);
    return {};
  },
};

/** Due work: sends notifications. */
export const due = { notify };

const states = (tx: Tx) => sellingSettings(tx, "backInStock").collectionStates ?? [];

function collect(tx: Tx, appId: string, collectingRequests: boolean) {
  const others = states(tx).filter((one) => one.appId !== appId);
  const collectionStates = [...others, { appId, collectingRequests }];
  return { settings: changeSellingSettings(tx, "backInStock", { collectionStates }) };
}

/** Which catalogs collect requests. The default is all. */
export const backInStockSettings: Handlers<typeof settingEndpoints, Tx> = {
  start: (tx, { appId }) => collect(tx, appId, true),
  stop: (tx, { appId }) => collect(tx, appId, false),
  get: (tx) => ({ settings: sellingSettings(tx, "backInStock") }),
};
