import { endpoint, service } from "../../endpoint.ts";
import { enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import { CatalogReference } from "../../models/values.ts";

const appId = () => text({ minLength: 1, maxLength: 36 });
const Algorithm = obj({ id: guid(), appId: appId() });

/** Products to show next to others, such as on a product page. */
export const recommendations = service("recommendations", {
  listAlgorithms: endpoint("GET /v1/recommendations/algorithms", {
    alternatives: ["/ecom/v1/recommendations/algorithms"],
    input: obj({}),
    result: obj({
      availableAlgorithms: list(
        obj({
          config: obj({
            name: text({ minLength: 1, maxLength: 50 }),
            description: text({ minLength: 1, maxLength: 500 }),
            additionalInfo: text({ minLength: 1, maxLength: 300 }),
            algorithmType: enumOf("UNSPECIFIED", "RELATED_ITEMS", "GLOBAL"),
            algorithmId: guid(),
          }),
          appId: appId(),
          catalogAppIds: list(appId(), { minSize: 1, maxSize: 100 }),
        }),
        { maxSize: 500 },
      ),
    }),
    role: "visitor",
    summary: "List the recommendation algorithms of the site",
  }),
  get: endpoint("POST /v1/recommendations/get", {
    alternatives: ["/ecom/v1/recommendations/get"],
    input: obj({
      items: list(CatalogReference, { maxSize: 300 }),
      algorithms: list(Algorithm, { minSize: 1, maxSize: 10 }),
      minimumRecommendedItems: num({ max: 100 }),
    }),
    result: obj({
      recommendation: obj({ items: list(CatalogReference, { maxSize: 100 }), algorithm: Algorithm }),
    }),
    required: ["algorithms"],
    effect: "read",
    role: "visitor",
    summary: "Recommend items, by the first algorithm that finds enough",
  }),
});
