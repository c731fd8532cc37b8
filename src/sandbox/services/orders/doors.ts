import type { ServiceLoader } from "../../registry.ts";

/** The services of orders: the orders themselves, their money, parcels, invoices and drafts. */
export const orderServices: readonly ServiceLoader[] = [
  {
    name: "orders",
    prefixes: [
      "/ecom/v1/orders",
      "/ecom/v1/ep-orders",
      "/ecom/v1/bulk/orders",
      "/ecom/v1/payments-collector",
      "/v1/bulk/payments-collector",
    ],
    async load() {
      const { orders: endpoints } = await import("../../../api/services/orders/orders.ts");
      const { orders: handlers, ordersDue: due } = await import("./handlers/orders.ts");
      return { endpoints, handlers, due };
    },
  },
  {
    name: "orderTransactions",
    prefixes: ["/ecom/v1/payments", "/ecom/v1/ep-payments", "/ecom/v1/bulk/payments"],
    async load() {
      const { orderTransactions: endpoints } = await import(
        "../../../api/services/payments/order-transactions.ts"
      );
      const { orderTransactions: handlers } = await import("../payments/handlers/order-transactions.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "orderBilling",
    prefixes: ["/ecom/v1/order-billing"],
    async load() {
      const { orderBilling: endpoints } = await import("../../../api/services/payments/order-billing.ts");
      const { orderBilling: handlers } = await import("../payments/handlers/order-billing.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "orderFulfillments",
    prefixes: ["/ecom/v1/fulfillments"],
    async load() {
      const { orderFulfillments: endpoints } = await import(
        "../../../api/services/orders/order-fulfillments.ts"
      );
      const { orderFulfillments: handlers } = await import("./handlers/order-fulfillments.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "orderInvoices",
    prefixes: ["/ecom/v1/invoices", "/ecom/v1/ep-invoices", "/ecom/v1/bulk/invoices"],
    async load() {
      const { orderInvoices: endpoints } = await import("../../../api/services/orders/order-invoices.ts");
      const { orderInvoices: handlers } = await import("./handlers/order-invoices.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "orderPaymentRequests",
    prefixes: ["/ecom/v1/order-payment-requests", "/v1/bulk/order-payment-requests"],
    async load() {
      const { orderPaymentRequests: endpoints } = await import(
        "../../../api/services/payments/order-payment-requests.ts"
      );
      const { orderPaymentRequests: handlers, orderPaymentRequestsDue: due } = await import(
        "../payments/handlers/order-payment-requests.ts"
      );
      return { endpoints, handlers, due };
    },
  },
  {
    name: "draftOrders",
    prefixes: ["/ecom/v1/draft-orders"],
    async load() {
      const { draftOrders: endpoints } = await import("../../../api/services/orders/draft-orders.ts");
      const { draftOrders: handlers } = await import("./handlers/draft-orders.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "ordersSettings",
    prefixes: ["/ecom/v1/orders-settings"],
    async load() {
      const { ordersSettings: endpoints } = await import("../../../api/services/settings/orders-settings.ts");
      const { ordersSettings: handlers } = await import("../settings/handlers/orders-settings.ts");
      return { endpoints, handlers };
    },
  },
];
