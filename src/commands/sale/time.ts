/** Returns a time in minutes: `2026-12-31 23:59 UTC`. */
export function readableTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
