import { endpoint, service } from "../../endpoint.ts";
import { list, obj } from "../../models/fields.ts";
import { Member, MemberFieldset } from "./models/member.ts";

/** The member who is signed in, as storefronts show it. */
export const members = service("members", {
  getMy: endpoint("GET /members/v1/members/my", {
    input: obj({ fieldsets: list(MemberFieldset, { maxSize: 3 }) }),
    result: obj({ member: Member }),
    role: "member",
    summary: "Get the signed-in member",
  }),
});
