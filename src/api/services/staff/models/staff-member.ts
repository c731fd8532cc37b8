import type * as z from "zod/mini";
import { staffScopes } from "../../../endpoint.ts";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { date, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

export const StaffMemberFieldset = enumOf("LOGIN_LINK");

/** A staff member of events; PENDING until the first login. */
export const StaffMember = obj(
  {
    allEvents: obj({}),
    specificEvents: obj({ events: list(guid(), { maxSize: 50 }) }),
    id: readonly(guid()),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 120 }),
    status: enumOf("PENDING", "HAS_ACCESS", "ACCESS_PAUSED"),
    extendedFields: ExtendedFields,
    permissions: list(enumOf(...staffScopes), { maxSize: 4 }),
    loginLink: readonly(text({ format: "WEB_URL" })),
  },
  { oneOf: [["allEvents", "specificEvents"]] },
);
export interface StaffMember extends z.input<typeof StaffMember> {}
