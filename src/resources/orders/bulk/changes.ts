import type { Order } from "../../../api/services/orders/models.ts";
import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { sameJson } from "../../../kernel/json.ts";
import { nearest } from "../../../kernel/text.ts";
import type { OrderFields, OrderTagLists } from "./steps.ts";
import { fieldsOf, tagsOf } from "./work.ts";

/** One `--set` of orders. */
export type OrderChange =
  | { field: keyof OrderFields; value: string | boolean | null }
  | { field: keyof OrderTagLists; sign: "+=" | "-=" | "="; tags: string[] };

const flags = ["archived", "seen"] as const;
const texts = ["note", "email"] as const;
const lists = ["tags", "privateTags"] as const;
const fieldNames: readonly string[] = [...flags, ...texts, ...lists];

/** Parses `archived=true`, `seen=true`, `note=TEXT`, `email=ADDRESS`, `tags += a, b`, `tags -= a` and `privateTags = a`. */
export function parseOrderChange(text: string): OrderChange {
  const [, name = "", sign = "", value = ""] = /^\s*(\w+)\s*(\+=|-=|=)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  const fail = (message: string) => new UsageError(`--set ${text}: ${message}.`, { field: "--set" });
  if (sign === "") throw fail("expected field=value, such as archived=true or tags += VIP");
  if (!fieldNames.includes(name)) {
    const near = nearest(name, fieldNames);
    throw new UsageError(`There is no field ${name}.${near === undefined ? "" : ` Did you mean ${near}?`}`, {
      field: "--set",
      hint: `Fields: ${fieldNames.join(", ")}`,
    });
  }
  const list = lists.find((one) => one === name);
  if (list !== undefined) {
    const tags = value.split(",").flatMap((tag) => tag.trim() || []);
    const long = tags.find((tag) => tag.length > 5);
    if (long !== undefined) throw fail(`"${long}" is longer than the 5 characters of a tag id`);
    if (tags.length === 0 && sign !== "=") throw fail("no tags given");
    return { field: list, sign: sign as "+=", tags };
  }
  if (sign !== "=") throw fail(`${sign} is for tags and privateTags`);
  if (flags.some((one) => one === name)) {
    if (!/^(true|false)$/.test(value)) throw fail("expected true or false");
    return { field: name as "archived", value: value === "true" };
  }
  if (name === "email" && value === "") throw fail("email cannot be empty");
  return { field: name as "note", value: value === "" ? null : value };
}

/** Plans changes of an order: one step for its fields and one for its tags. */
export function orderChangeSteps(order: Order, changes: readonly OrderChange[]): StepDraft[] {
  const base = { id: order.id, label: order.number ?? order.id };
  const present = fieldsOf(order);
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  const tagsBefore = tagsOf(order);
  const tagsAfter = { ...tagsBefore };
  for (const change of changes) {
    if (!("tags" in change)) {
      before[change.field] = present[change.field] ?? null;
      after[change.field] = change.value;
      continue;
    }
    const { field, sign, tags } = change;
    const kept = sign === "=" ? [] : tagsAfter[field].filter((tag) => !tags.includes(tag));
    tagsAfter[field] = (sign === "-=" ? kept : [...kept, ...tags]).sort();
  }
  return [
    ...(sameJson(before, after) ? [] : [{ ...base, kind: "order.update", before, after }]),
    ...(sameJson(tagsBefore, tagsAfter)
      ? []
      : [
          {
            ...base,
            kind: "order.tags",
            before: tagsBefore as unknown as Json,
            after: tagsAfter as unknown as Json,
          },
        ]),
  ];
}
