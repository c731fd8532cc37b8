/** The kinds of faults that can be injected into calls. `403` is empty, as the platform was seen to throttle. */
export const faultKinds = [
  "403",
  "429",
  "500",
  "503",
  "504",
  "drop-before",
  "drop-after",
  "slow",
  "hold",
  "truncate",
  "redirect",
] as const;
