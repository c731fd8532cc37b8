import * as z from "zod/mini";
import { isRecord } from "../kernel/json.ts";
import { memo } from "../kernel/memo.ts";

/** A field of a value, and what it becomes. */
type Change = [owner: Record<string, unknown> | unknown[], key: string | number, value: unknown];

/** Returns whether a field has a value of its schema, and notes what has to be changed in it. */
type Check = (value: unknown, owner: Change[0], key: Change[1], changes: Change[]) => boolean;

/**
 * Decodes parsed JSON in place: times become dates. Returns false for a value that does not match its schema, and leaves it as
 * it is; `z.safeDecode` says what is wrong with it. That does the same four times as slowly, because it copies every object.
 */
export function decodeInPlace(schema: z.core.$ZodType, value: unknown): boolean {
  const whole: Change[0] = [value];
  const changes: Change[] = [];
  if (!checkOf(schema)(value, whole, 0, changes)) return false;
  for (const [owner, key, changed] of changes) (owner as Record<string | number, unknown>)[key] = changed;
  return whole[0] === value;
}

/** Returns the check of a schema, which is made once. */
const checkOf: (schema: z.core.$ZodType) => Check = memo((schema: z.core.$ZodType) =>
  makeCheck(schema as z.core.$ZodTypes),
);

function makeCheck(schema: z.core.$ZodTypes): Check {
  const { def } = schema._zod;
  switch (def.type) {
    case "optional":
    case "nullable": {
      const inner = checkOf(def.innerType);
      const isEmpty = def.type === "optional" ? undefined : null;
      return (value, ...place) => value === isEmpty || inner(value, ...place);
    }
    case "object": {
      const fields = new Map<string, Check>();
      const { shape } = def;
      return (value, _owner, _key, changes) => {
        if (!isRecord(value)) return false;
        for (const key of Object.keys(value)) {
          const field = shape[key];
          if (field === undefined || !Object.hasOwn(shape, key)) continue;
          // A schema of an object may contain itself: the checks of its fields are made when they are needed.
          const check = fields.get(key) ?? checkOf(field);
          fields.set(key, check);
          if (!check(value[key], value, key, changes)) return false;
        }
        return true;
      };
    }
    case "array": {
      const item = checkOf(def.element);
      return (value, _owner, _key, changes) =>
        Array.isArray(value) && value.every((one, index) => item(one, value, index, changes));
    }
    case "string":
    case "number":
    case "boolean":
      return def.checks?.length ? byZod(schema) : (value) => typeof value === def.type;
    case "custom":
      return (value) => Boolean(def.fn(value));
    case "unknown":
    case "any":
      return () => true;
    default:
      return byZod(schema);
  }
}

/** Returns the check of a schema with a decoder of its own, or that few results have. */
function byZod(schema: z.core.$ZodType): Check {
  return (value, owner, key, changes) => {
    const { success, data } = z.safeDecode(schema, value as never);
    if (success && data !== value) changes.push([owner, key, data]);
    return success;
  };
}
