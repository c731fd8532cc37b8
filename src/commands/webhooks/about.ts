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
  const known = new Map<string, { name: string | undefined; whole: Fields | undefined }>();
  return ({ entityId, payload }) => {
    const body = fieldsOf(payload);
    const entity = entityOf(body);
    const before = known.get(entityId);
    const isWhole = body.createdEvent !== undefined || body.updatedEvent !== undefined;
    const changed = Array.isArray(body.changedFields)
      ? body.changedFields
      : changesOf(before?.whole, isWhole ? entity : {});
    const name = nameOf(entity) ?? before?.name;
    known.delete(entityId);
    known.set(entityId, { name, whole: isWhole ? entity : before?.whole });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    if (changed.length === 0) return name ?? "";
    return `${name ?? entityId.slice(0, 8)}: ${changed.join(", ")}`;
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
  const fields = new Set(
    Object.keys(after).length === 0 ? [] : [...Object.keys(before), ...Object.keys(after)],
  );
  return [...fields].filter(
    (field) => !always.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
