export {
  readsForms,
  requireEvent,
  requireScope,
  requireStaff,
  type StoredStaff,
  staffByAccessToken,
  staffByLoginToken,
  staffCaller,
  staffKind,
  staffOf,
  staffStatus,
  withinEvents,
} from "./staff.ts";
