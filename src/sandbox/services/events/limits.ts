/** What of events the sandbox does not emulate. */
export const eventLimits: readonly string[] = [
  "Events: no limit to their number; canceling and deleting by filter is done when the call answers.",
  "Online events: the links of a conference lead nowhere.",
  "Event notifications: settings are kept, reminders are told as domain events, but no e-mail and no push is sent.",
  "Event staff: tokens of staff members are given and checked, but calls of other services do not take them.",
];
