/** Fields that people call an entity by, best first. */
const names = ["name", "title", "number", "orderNumber", "email", "slug"] as const;
/** What every change changes. */
const always = new Set(["revision", "updatedDate"]);
const remembered = 500;

/**
 * Says in a few words what events are about: the entity's name, and which of its fields changed: those the event names, or
 * those that are not as the last event of the same entity had them.
 */
export function createTeller(): (event: { entityId: string; payload: unknown }) => string {
  const last = new Map<string, Fields>();
  return ({ entityId, payload }) => {
    const body = fieldsOf(payload);
    const entity = entityOf(body);
    const before = last.get(entityId);
    const changed = Array.isArray(body.changedFields) ? body.changedFields : changesOf(before, entity);
    const name = nameOf(entity) ?? (before && nameOf(before));
    last.delete(entityId);
    // An event that carries less than the entity leaves what is known of it.
    last.set(entityId, { ...before, ...entity });
    const [oldest] = last.keys();
    if (last.size > remembered && oldest !== undefined) last.delete(oldest);
    return [name, changed.join(", ")].filter(Boolean).join(": ");
  };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The entity in a domain event's envelope; of an action what its body is about; of an older event all that it says. */
function entityOf(body: Fields): Fields {
  const { createdEvent, updatedEvent, deletedEvent, actionEvent } = body;
  if (createdEvent) return fieldsOf(fieldsOf(createdEvent).entity);
  if (updatedEvent) return fieldsOf(fieldsOf(updatedEvent).currentEntity);
  if (deletedEvent) return fieldsOf(fieldsOf(deletedEvent).deletedEntity);
  if (!actionEvent) return body;
  const said = fieldsOf(fieldsOf(actionEvent).body);
  return nameOf(said) === undefined
    ? fieldsOf(Object.values(said).find((value) => nameOf(fieldsOf(value))))
    : said;
}

function nameOf(entity: Fields): string | undefined {
  for (const field of names) {
    const value = entity[field];
    if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  }
  return undefined;
}

function changesOf(before: Fields | undefined, after: Fields): string[] {
  if (before === undefined) return [];
  return Object.keys(after).filter(
    (field) => !always.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
