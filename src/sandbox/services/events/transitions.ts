import type { StoreTx } from "../../kernel/store-tx.ts";
import { emitAction, emitUpdated } from "./emit.ts";
import { allHooks } from "./event-hooks.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";
import { registrationState } from "./registration.ts";
import { refreshSeries } from "./series.ts";
import { nextTransition, remindersAt, statusAt } from "./status.ts";
import { events, type StoredEvent } from "./tables.ts";

type Hooks = readonly LifecycleHooks[];

const kind = "events.turn";

/** Schedules the next change of an event. An event has at most one such entry. */
export function scheduleTransition(tx: StoreTx, event: StoredEvent): void {
  const next = nextTransition(event, tx.now);
  if (next) tx.schedule(next, kind, event.id);
  else tx.unschedule(kind, event.id);
}

/** Due work: starts or ends an event, opens or closes its registration, and emits reminders. */
export function applyTransition(tx: StoreTx, id: string, hooks: Hooks): void {
  const before = tx.get(events, id);
  if (before?.status !== "UPCOMING" && before?.status !== "STARTED") return;
  const moved = { ...before, status: statusAt(before, tx.now) };
  const state = registrationState(moved, tx.now);
  const after = { ...moved, registration: { ...moved.registration, ...state } };
  for (const { value, unit } of remindersAt(after, tx.now))
    emitAction(tx, after, "reminder", { startsIn: { value, unit } });
  if (after.status !== before.status || state.status !== before.registration.status) {
    tx.put(events, id, after);
    emitTransition(tx, before, after, hooks);
  }
  scheduleTransition(tx, after);
}

function emitTransition(tx: StoreTx, before: StoredEvent, after: StoredEvent, hooks: Hooks): void {
  if (after.registration.status !== before.registration.status) emitUpdated(tx, after);
  if (after.status === before.status) return;
  const action = after.status === "STARTED" ? "started" : "ended";
  emitAction(tx, after, action);
  refreshSeries(tx, after);
  for (const { started, ended } of allHooks(hooks)) (action === "started" ? started : ended)?.(tx, after);
}
