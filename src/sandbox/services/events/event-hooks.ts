import type { LifecycleHooks } from "./lifecycle-hooks.ts";
import { notificationHooks } from "./notifications.ts";
import { policyHooks } from "./policies.ts";
import { scheduleHooks } from "./schedule.ts";

/** Returns the hooks of this service, followed by those of the services above it. */
export const allHooks = (others: readonly LifecycleHooks[]): readonly LifecycleHooks[] => [
  policyHooks,
  scheduleHooks,
  notificationHooks,
  ...others,
];
