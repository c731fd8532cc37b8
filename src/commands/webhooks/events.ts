import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";

/** An event of the sandbox as it would be delivered. */
export interface SandboxEvent {
  seq: number;
  /** Sandbox time, ISO. */
  at: string;
  type: string;
  entityId: string;
  payload: unknown;
  /** The signed body. */
  jwt: string;
}

/** Returns the events of some types (default: all) among the next `limit` events, and the position to continue from. */
export async function nextEvents(
  control: Call,
  {
    after,
    limit,
    types,
    signal,
  }: {
    after: number;
    limit: number;
    types?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<{ events: SandboxEvent[]; last: number }> {
  const { events, last } = await control(
    sandbox.deliveries,
    { after, limit, types: types ? [...types] : undefined },
    { signal },
  );
  return { events: (events ?? []) as SandboxEvent[], last: last ?? after };
}

/** Fields that can name an entity, in order of preference. */
const nameFields = ["name", "title", "number", "orderNumber", "email", "slug"] as const;
/** Fields that every update changes. */
const ignoredFields = new Set(["revision", "updatedDate"]);
const maxEntities = 500;

/**
 * Returns a function that summarizes an event: the entity's name and its changed fields. Changed fields are those that the
 * event lists, or those that differ from the previous event of the entity.
 */
export function createSummarizer(): (event: { entityId: string; payload: unknown }) => string {
  const entities = new Map<string, { name: string | undefined; entity: Fields | undefined }>();
  return ({ entityId, payload }) => {
    const body = fieldsOf(payload);
    const entity = entityOf(body);
    const before = entities.get(entityId);
    const isComplete = body.createdEvent !== undefined || body.updatedEvent !== undefined;
    const changed = Array.isArray(body.changedFields)
      ? body.changedFields
      : changedFields(before?.entity, isComplete ? entity : {});
    const name = nameOf(entity) ?? before?.name;
    entities.delete(entityId);
    entities.set(entityId, { name, entity: isComplete ? entity : before?.entity });
    const [oldest] = entities.keys();
    if (entities.size > maxEntities && oldest !== undefined) entities.delete(oldest);
    if (changed.length === 0) return name ?? "";
    return `${name ?? entityId.slice(0, 8)}: ${changed.join(", ")}`;
  };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the entity of a domain event, the object in the body of an action, or the whole payload of an older event. */
function entityOf(body: Fields): Fields {
  const { createdEvent, updatedEvent, deletedEvent, actionEvent } = body;
  if (createdEvent) return fieldsOf(fieldsOf(createdEvent).entity);
  if (updatedEvent) return fieldsOf(fieldsOf(updatedEvent).currentEntity);
  if (deletedEvent) return fieldsOf(fieldsOf(deletedEvent).deletedEntity);
  if (!actionEvent) return body;
  const actionBody = fieldsOf(fieldsOf(actionEvent).body);
  return nameOf(actionBody) === undefined
    ? fieldsOf(Object.values(actionBody).find((value) => nameOf(fieldsOf(value))))
    : actionBody;
}

function nameOf(entity: Fields): string | undefined {
  for (const field of nameFields) {
    const value = entity[field];
    if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  }
  return undefined;
}

function changedFields(before: Fields | undefined, after: Fields): string[] {
  if (before === undefined) return [];
  const fields = new Set(
    Object.keys(after).length === 0 ? [] : [...Object.keys(before), ...Object.keys(after)],
  );
  return [...fields].filter(
    (field) => !ignoredFields.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
