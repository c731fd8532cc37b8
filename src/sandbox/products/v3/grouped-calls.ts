import type { ObjectCalls } from "../../../api/contract/object-kind.ts";
import type { Handlers } from "../../../api/endpoint.ts";
import { maximumOf } from "../../../api/schema-fields.ts";
import {
  productGroupsV3 as groupEndpoints,
  ProductGroup,
  type Promotion,
  promotionsV3 as promotionEndpoints,
  type Tags,
} from "../../../api/services/products.ts";
import { repeated } from "../../../kernel/text.ts";
import { visibleCategory, withAncestors } from "../../collections/index.ts";
import { bulkResponse, forEachItem, startJob } from "../../kernel/bulk.ts";
import {
  type Entity,
  entityOf,
  type Kind,
  replaceEntity,
  requiredName,
  ruleViolation,
  type Stored,
} from "../../kernel/entities.ts";
import { fieldsOfList, type Listed, matchingDocuments } from "../../kernel/lists.ts";
import { emitDomainEvent } from "../../kernel/outbox.ts";
import { type Asked, type ObjectService, objectHandlers, regularActions } from "../../kernel/regular.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
import { uploadedSize } from "../../media/index.ts";
import { readMediaItem } from "./facts.ts";
import { refreshProduct } from "./products.ts";
import { customizationKind, products, type StoredProductV3 } from "./tables.ts";
import { rejectNoTags, withTags } from "./tags.ts";

const dates = {
  createdDate: "text",
  updatedDate: "text",
} as const;

interface TagChanges {
  assignTags?: Tags | null | undefined;
  unassignTags?: Tags | null | undefined;
}

/**
 * Returns the calls that change the tags of promotions and product groups. `retagged` runs after those of one have changed.
 */
function tagHandlers<T extends Entity & { name: string }, const Key extends string>(
  { kind, actions, show }: Pick<Required<ObjectService<T, ObjectCalls>>, "kind" | "actions" | "show">,
  { idsKey, fields }: { idsKey: Key; fields: Listed },
  retagged?: (tx: Tx, doc: T, changes: TagChanges) => void,
) {
  const tag = (tx: Tx, doc: T, { assignTags, unassignTags }: TagChanges): T => {
    const after = withTags(doc, assignTags, unassignTags);
    const changed = actions.change(tx, { ...after, revision: doc.revision } as never);
    retagged?.(tx, changed, { assignTags, unassignTags });
    return changed;
  };
  return {
    bulkUpdateTags(tx: Tx, input: { [K in Key]: readonly string[] } & TagChanges & Asked) {
      rejectNoTags(input.assignTags, input.unassignTags);
      const tagged = forEachItem(tx, input[idsKey], (id) => tag(tx, entityOf(tx, kind, id), input));
      return bulkResponse(
        tagged,
        "item",
        input.returnEntity ? (doc) => show(tx, doc, input.fields) : undefined,
      );
    },
    bulkUpdateTagsByFilter(tx: Tx, { filter, ...changes }: { filter?: unknown } & TagChanges) {
      rejectNoTags(changes.assignTags, changes.unassignTags);
      const found = matchingDocuments(tx, kind.table, { filter }, fields);
      return startJob(tx, found, (doc) => void tag(tx, doc, changes));
    },
  };
}

interface StoredPromotion extends Stored<Promotion> {
  name: string;
  enabled: boolean;
  /** When it was last enabled. */
  enabledDate: string;
}

const promotionTable: Table<StoredPromotion> = {
  name: "v3-promotions",
  columns: {
    ...dates,
    enabled: { type: "number", value: ({ enabled }) => Number(enabled), index: false },
    categoryIds: {
      type: "text",
      value: (doc) =>
        categoriesOf(doc)
          .map(({ id }) => id)
          .join(" "),
      index: false,
    },
    searchText: { type: "text", value: ({ name }) => name.toLowerCase(), index: false },
  },
};

const promotionKind: Kind<StoredPromotion> = {
  table: promotionTable,
  fqdn: "wix.stores.catalog.v3.promotion",
  name: "promotion",
  show: ({ enabledDate, ...promotion }) => promotion,
};

const promotionFields = fieldsOfList(() => promotionEndpoints.search);

const categoriesOf = ({ categories }: Promotion) => categories ?? [];

const promotions = regularActions<StoredPromotion>({
  kind: promotionKind,
  calls: promotionEndpoints,
  fields: promotionFields,
  complete(tx, given, before) {
    if (!given.media && before)
      throw new PlatformError(400, "MEDIA_REMOVAL_NOT_ALLOWED", "A promotion cannot lose its media", {
        id: before.id,
      });
    if (!given.media) throw ruleViolation("promotion.media", "REQUIRED_FIELD", "must not be empty");
    const ids = categoriesOf(given).map(({ id }) => id);
    const twice = repeated(ids);
    if (twice) {
      const message = `The promotion is assigned to the category ${twice} twice`;
      throw new PlatformError(400, "DUPLICATE_CATEGORY_ASSIGNMENT", message, { categoryId: twice });
    }
    const enabled = given.enabled ?? false;
    return {
      ...given,
      name: requiredName("promotion.name", given.name),
      media: readMediaItem(given.media, (id) => uploadedSize(tx, id)),
      enabled,
      enabledDate: enabled && before?.enabled ? before.enabledDate : tx.now.toISOString(),
    };
  },
});

function showPromotion(tx: Tx, doc: StoredPromotion): StoredPromotion {
  return promotionKind.show(doc, tx.now) as StoredPromotion;
}

const promotionService = {
  kind: promotionKind,
  calls: promotionEndpoints,
  actions: promotions,
  fields: promotionFields,
  show: showPromotion,
};

/** Promotions of catalog v3. */
export const promotionsV3: Handlers<typeof promotionEndpoints, Tx> = {
  ...objectHandlers(promotionService),
  ...tagHandlers(
    promotionService,
    { idsKey: "promotionIds", fields: promotionFields },
    (tx, promotion, { assignTags, unassignTags }) => {
      const body = { promotion, assignedTags: assignTags ?? {}, unassignedTags: unassignTags ?? {} };
      emitDomainEvent(tx, promotionKind.fqdn, "tags_modified", promotion.id, { actionEvent: { body } });
    },
  ),
  resolve(tx, { categoryId }) {
    const { id } = visibleCategory(tx, categoryId);
    const branch = withAncestors(tx, [id]);
    const inBranch = branch.map((one) => ({ categoryIds: { $contains: one } }));
    const effective = [...tx.each(promotionTable, { $and: [{ enabled: true }, { $or: inBranch }] })]
      .sort((a, b) => b.enabledDate.localeCompare(a.enabledDate) || a.id.localeCompare(b.id))
      .flatMap((promotion) => {
        const effectiveFor = categoriesOf(promotion).filter(
          (one) => one.id === id || (one.appliedToSubcategories && branch.includes(one.id ?? "")),
        );
        const positions = new Set(effectiveFor.flatMap(({ position }) => position ?? []));
        return [...positions].map((position) => ({ promotion: showPromotion(tx, promotion), position }));
      });
    // Of several at one position, the one that was activated last is shown.
    const byPosition = Map.groupBy(effective, ({ position }) => position);
    return {
      promotions: [...byPosition.values()]
        .flatMap(([latest]) => latest ?? [])
        .sort((a, b) => a.position - b.position),
    };
  },
};

interface StoredGroup extends Stored<ProductGroup> {
  name: string;
  groupingCustomizationId: string;
  handle: string;
  /** The ID and name of each member; the rest is read from the products. */
  members: { productId: string; productName: string }[];
}

const groupTable: Table<StoredGroup> = {
  name: "v3-product-groups",
  columns: {
    ...dates,
    name: "text",
    handle: "text",
    groupingCustomizationId: "text",
    searchText: {
      type: "text",
      value: ({ name, members }) => [name, ...members.map((one) => one.productName)].join(" ").toLowerCase(),
      index: false,
    },
  },
};

const groupKind: Kind<StoredGroup> = {
  table: groupTable,
  fqdn: "wix.stores.catalog.v3.product_group",
  name: "product group",
  show: (group) => group,
  withoutEvents: true,
};

const groupSearchFields = fieldsOfList(() => groupEndpoints.search);

const groups = regularActions<StoredGroup>({
  kind: groupKind,
  calls: groupEndpoints,
  fields: groupSearchFields,
  complete(tx, given, before) {
    const { id, customizationRenderType } = entityOf(
      tx,
      customizationKind,
      before?.groupingCustomizationId ?? given.groupingCustomizationId,
    );
    if (customizationRenderType === "FREE_TEXT") {
      const message = `Products cannot be grouped by ${id}: its render type is ${customizationRenderType}`;
      throw new PlatformError(400, "UNSUPPORTED_GROUPING_CUSTOMIZATION_RENDER_TYPE", message, { id });
    }
    return {
      ...given,
      name: requiredName("productGroup.name", given.name),
      groupingCustomizationId: id,
      handle: before?.handle ?? tx.newId(),
      members: before?.members ?? [],
      ...(given.media && { media: readMediaItem(given.media, (file) => uploadedSize(tx, file)) }),
    };
  },
  beforeRemove(tx, group) {
    for (const { productId } of group.members) markProduct(tx, productId, undefined);
  },
});

/** The extended field of a product that names its group. */
const namespace = "@stores/product-groups";

/** Notes the group of a product in the product. */
function markProduct(tx: Tx, productId: string, productGroupId: string | undefined): void {
  const product = tx.get(products, productId);
  if (!product) return;
  const { [namespace]: _, ...others } = (product.extendedFields?.namespaces ?? {}) as Record<string, unknown>;
  const namespaces = productGroupId ? { ...others, [namespace]: { productGroupId } } : others;
  refreshProduct(tx, { ...product, extendedFields: { namespaces } });
}

const choicesOf = ({ options }: StoredProductV3, customizationId: string) =>
  options.find(({ id }) => id === customizationId)?.choicesSettings.choices ?? [];

/** Returns the members of a group as the caller sees them, in the order of the group's choices. */
function membersOf(tx: Tx, group: StoredGroup): NonNullable<ProductGroup["members"]> {
  const order = group.choiceOrder ?? [];
  const rank = (id: string | null | undefined) => {
    const index = order.indexOf(id ?? "");
    return index < 0 ? order.length : index;
  };
  return group.members
    .flatMap(({ productId }) => tx.get(products, productId) ?? [])
    .map((product) => {
      const choices = choicesOf(product, group.groupingCustomizationId);
      const [{ choiceId: id, choiceType, key, name, colorCode } = {}] = choices;
      return {
        productId: product.id,
        choice: id ? { id, choiceType, key, name, colorCode } : undefined,
        slug: product.slug,
        inventoryAvailabilityStatus: product.inventory?.availabilityStatus as "IN_STOCK" | undefined,
        status: !product.visible
          ? ("HIDDEN" as const)
          : choices.length === 1
            ? ("ACTIVE" as const)
            : ("OUT_OF_SYNC" as const),
        productName: product.name,
      };
    })
    .filter(({ status }) => tx.caller.role === "admin" || status === "ACTIVE")
    .sort(
      ({ choice: a }, { choice: b }) =>
        rank(a?.id) - rank(b?.id) ||
        (a?.name ?? "").localeCompare(b?.name ?? "") ||
        (a?.id ?? "").localeCompare(b?.id ?? ""),
    );
}

function showGroup(tx: Tx, group: StoredGroup, fields?: readonly (string | null)[] | null): StoredGroup {
  const { thumbnail, ...media } = group.media ?? {};
  const { id, key, name, customizationType, customizationRenderType } =
    (fields?.includes("GROUPING_CUSTOMIZATION") &&
      tx.get(customizationKind.table, group.groupingCustomizationId)) ||
    {};
  return {
    ...group,
    media: group.media && { ...media, thumbnail: fields?.includes("THUMBNAIL") ? thumbnail : undefined },
    members: membersOf(tx, group) as StoredGroup["members"],
    groupingCustomization: id ? { id, key, name, customizationType, customizationRenderType } : undefined,
  };
}

const maxMembers = () => maximumOf(ProductGroup, "members");

/** Changes the membership of each product by `change`, whose PlatformErrors are those of the product. */
function eachProduct(
  tx: Tx,
  productGroupId: string,
  productIds: readonly string[],
  change: (group: StoredGroup, productId: string) => StoredGroup["members"],
) {
  const { id: groupId } = entityOf(tx, groupKind, productGroupId);
  const outcomes = forEachItem(tx, productIds, (id) => {
    const group = entityOf(tx, groupKind, groupId);
    const members = change(group, id);
    if (members !== group.members) saveMembers(tx, group, members);
    return { id };
  });
  return {
    results: outcomes.map(({ itemMetadata: { success, error } }, index) => ({
      productId: productIds[index],
      success,
      error,
    })),
  };
}

function saveMembers(tx: Tx, group: StoredGroup, members: StoredGroup["members"]): void {
  replaceEntity(tx, groupKind, { ...group, members });
}

const groupService = { kind: groupKind, calls: groupEndpoints, actions: groups, show: showGroup };

/** Product groups of catalog v3. Visitors see the members that can be shown. */
export const productGroupsV3: Handlers<typeof groupEndpoints, Tx> = {
  ...objectHandlers(groupService),
  ...tagHandlers(groupService, { idsKey: "productGroupIds", fields: groupSearchFields }),
  assign: (tx, { productGroupId, productIds }) =>
    eachProduct(tx, productGroupId, productIds, (group, productId) => {
      const product = tx.get(products, productId);
      if (!product)
        throw new PlatformError(404, "PRODUCTS_NOT_FOUND", `There is no product ${productId}`, {
          productIds: [productId],
        });
      if (choicesOf(product, group.groupingCustomizationId).length !== 1) {
        const message = `${product.name} does not have one choice of ${group.groupingCustomizationId}`;
        throw new PlatformError(400, "PRODUCTS_MISSING_CUSTOMIZATION", message, { productIds: [productId] });
      }
      if (group.members.some((one) => one.productId === productId)) return group.members;
      if (group.members.length >= maxMembers()) {
        const message = `${group.name} has ${maxMembers()} members, the maximum`;
        throw new PlatformError(400, "MEMBER_LIMIT_EXCEEDED", message, { limit: maxMembers() });
      }
      leaveGroup(tx, productId);
      markProduct(tx, productId, group.id);
      return [...group.members, { productId, productName: product.name }];
    }),
  unassign: (tx, { productGroupId, productIds }) =>
    eachProduct(tx, productGroupId, productIds, (group, productId) => {
      if (!tx.get(products, productId))
        throw new PlatformError(404, "PRODUCTS_NOT_FOUND", `There is no product ${productId}`, {
          productIds: [productId],
        });
      if (!group.members.some((one) => one.productId === productId)) {
        const message = `The product ${productId} is not in ${group.name}`;
        throw new PlatformError(400, "PRODUCTS_NOT_IN_GROUP", message, { productIds: [productId] });
      }
      markProduct(tx, productId, undefined);
      return group.members.filter((one) => one.productId !== productId);
    }),
};

/** Removes a product from the group that it is in: a product is in one group. */
function leaveGroup(tx: Tx, productId: string): void {
  for (const group of tx.each(groupTable, { "members[].productId": productId }))
    saveMembers(
      tx,
      group,
      group.members.filter((one) => one.productId !== productId),
    );
}
