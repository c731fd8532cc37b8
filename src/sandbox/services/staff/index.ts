export { readsForms, requireEvent, requireScope, staffCaller, withinEvents } from "./scopes.ts";
export {
  requireStaff,
  type StoredStaff,
  staffByAccessToken,
  staffByLoginToken,
  staffKind,
  staffOf,
  staffStatus,
} from "./staff.ts";
