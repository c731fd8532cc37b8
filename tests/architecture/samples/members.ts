import { createHash } from "node:crypto";
import { storesAppId } from "../../../src/api/models/app-ids.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { guidOf } from "../../../src/sandbox/kernel/ids.ts";
import { sampleSet } from "./sample-set.ts";

const email = "mira@example.com";
const password = "till-demo-1";
const verifier = "v".repeat(43);
const authRequest = {
  clientId: defaults.clientId,
  redirectUri: "http://127.0.0.1:9876/callback",
  state: "s",
  scope: "offline_access",
  responseType: "code",
  responseMode: "query",
  codeChallengeMethod: "S256",
  codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
};

/** Logins of the demo shop's members. */
export const members = sampleSet({
  async prepare(ask) {
    const { identity: member, sessionToken } = await ask("authentication.login", {
      loginId: { email },
      password,
    });
    const external = { grant_type: "authorized_client", member_id: member.id };
    const { access_token: memberToken } = await ask("oauth.token", external, "admin");
    await ask("sandbox.changeMember", { action: "unverify", email: "noor@example.com" });
    await ask("recovery.sendEmail", { email: "jonas@example.com" });
    const { messages: links } = await ask("sandbox.mail", { to: "jonas@example.com" });
    const waiting = await ask("authentication.login", { loginId: { email: "noor@example.com" }, password });
    const { messages: codes } = await ask("sandbox.mail", { to: "noor@example.com" });
    const factor = await ask("authentication.login", { loginId: { email: "jonas@example.com" }, password });
    const { messages: factorCodes } = await ask("sandbox.mail", { to: "jonas@example.com" });
    const { identity: another } = await ask("authentication.signOn", {
      loginId: { email: "other@example.com" },
    });
    const { badge } = await ask("memberBadges.create", { badge: { title: "Regular" } });
    await ask("memberBadges.assign", { id: badge.id, memberIds: [another.id] });
    const { field } = await ask("memberCustomFields.create", { field: { name: "Club" } });
    const { role } = await ask("memberRoleDefinitions.create", { roleKey: "vip", roleTitle: "VIP" });
    await ask("memberRoles.assign", { memberId: another.id, roleKey: "vip" });
    const { memberAbout: about } = await ask("memberAbouts.create", { memberAbout: { memberId: member.id } });
    const catalogReference = { appId: storesAppId, catalogItemId: "vase" };
    return {
      wishlistId: guidOf(defaults.seed, `wishlist ${member.id}`, 1),
      catalogReference,
      other: another.id,
      badge,
      field,
      role,
      about,
      member,
      sessionToken,
      memberToken: String(memberToken),
      recoveryToken: links[0].token,
      stateToken: waiting.stateToken,
      code: codes[0].code,
      factorToken: factor.stateToken,
      factorCode: factorCodes[0].code,
    };
  },
  samples: {
    "authentication.register": () => ({
      loginId: { email: "new@example.com" },
      password,
      profile: { firstName: "New" },
    }),
    "authentication.login": () => ({ loginId: { email }, password }),
    "authentication.changePassword": () => ({ newPassword: "another-word" }),
    "authentication.callback": ({ sessionToken }) => ({ state: "s", sessionToken }),
    "authentication.signOn": () => ({ loginId: { email } }),
    "authentication.logout": () => ({
      postLogoutRedirectUri: "https://shop.example/",
      clientId: defaults.clientId,
    }),
    "authentication.verify": ({ factorToken: stateToken, factorCode: code }) => ({
      factorType: "EMAIL",
      stateToken,
      emailData: { code },
    }),
    "recovery.sendEmail": () => ({
      email,
      redirect: { url: "https://shop.example/", clientId: defaults.clientId },
    }),
    "recovery.activationEmail": ({ member }) => ({ identityId: member.id }),
    "recovery.recover": ({ recoveryToken }) => ({ recoveryToken, password: "fresh-word" }),
    "verification.start": ({ member }) => ({ identityId: member.id, target: "EMAIL" }),
    "verification.verify": ({ stateToken, code }) => ({ stateToken, code }),
    "verification.resend": ({ stateToken }) => ({ stateToken }),
    "oauth.token": () => ({ clientId: defaults.clientId, grantType: "anonymous" }),
    "oauth.userInfo": () => ({}),
    "oauth.tokenInfo": ({ memberToken }) => ({ token: memberToken }),
    "oauthKeys.jwks": () => ({}),
    "members.getMy": () => ({ fieldsets: ["FULL"] }),
    "members.get": ({ member }) => ({ id: member.id, fieldsets: ["FULL"] }),
    "members.list": () => ({ paging: { limit: 2 }, fieldsets: ["EXTENDED"] }),
    "members.query": () => ({
      query: { filter: { status: "APPROVED" }, sorting: [{ fieldName: "loginEmail", order: "ASC" }] },
      fieldsets: ["FULL"],
    }),
    "members.create": () => ({
      member: {
        loginEmail: "lena@example.com",
        contact: { firstName: "Lena" },
        profile: { title: "Potter" },
      },
    }),
    "members.update": ({ member }) => ({
      member: { id: member.id, contact: { addresses: [{ city: "Lund", country: "SE" }] } },
    }),
    "members.remove": ({ other }) => ({ id: other }),
    "members.removeMy": () => ({}),
    "members.removeAddresses": ({ member }) => ({ id: member.id }),
    "members.removeEmails": ({ member }) => ({ id: member.id }),
    "members.removePhones": ({ member }) => ({ id: member.id }),
    "members.updateMySlug": () => ({ slug: "mira-l" }),
    "members.updateSlug": ({ member }) => ({ id: member.id, slug: "mira-l" }),
    "members.joinCommunity": () => ({}),
    "members.leaveCommunity": () => ({}),
    "members.approve": ({ other }) => ({ id: other }),
    "members.block": ({ other }) => ({ id: other }),
    "members.disconnect": ({ other }) => ({ id: other }),
    "members.mute": ({ other }) => ({ id: other }),
    "members.unmute": ({ other }) => ({ id: other }),
    "members.bulkRemove": ({ other }) => ({ memberIds: [other, "00000000-0000-4000-8000-000000000000"] }),
    "members.removeByFilter": ({ other }) => ({ filter: { id: other } }),
    "members.approveByFilter": () => ({ filter: { status: "PENDING" } }),
    "members.blockByFilter": ({ other }) => ({ filter: { id: other } }),
    "memberBadges.create": () => ({ badge: { title: "Vendor", backgroundColor: "#ffffff" } }),
    "memberBadges.update": ({ badge }) => ({ badge: { id: badge.id, title: "Seller" } }),
    "memberBadges.get": ({ badge }) => ({ id: badge.id }),
    "memberBadges.list": () => ({ paging: { limit: 5 } }),
    "memberBadges.remove": ({ badge }) => ({ id: badge.id }),
    "memberBadges.reorder": ({ badge }) => ({ badgeIds: [badge.id] }),
    "memberBadges.assign": ({ badge, member }) => ({ id: badge.id, memberIds: [member.id] }),
    "memberBadges.unassign": ({ badge, other }) => ({ id: badge.id, memberIds: [other] }),
    "memberBadges.members": ({ badge }) => ({ id: badge.id }),
    "memberBadges.ofMembers": ({ other }) => ({ memberIds: [other] }),
    "memberBadges.counts": () => ({}),
    "memberCustomFields.create": () => ({ field: { name: "Shoe size", fieldType: "NUMBER" } }),
    "memberCustomFields.get": ({ field }) => ({ id: field.id }),
    "memberCustomFields.list": () => ({ paging: { limit: 5 } }),
    "memberCustomFields.update": ({ field: { id, revision } }) => ({ field: { id, revision, name: "Team" } }),
    "memberCustomFields.remove": ({ field: { id, revision } }) => ({ id, revision }),
    "memberCustomFields.hide": ({ field: { id, revision } }) => ({ id, revision }),
    "memberCustomFields.reorder": ({ field }) => ({ fieldIds: [field.id] }),
    "memberRoles.get": ({ member }) => ({ memberId: member.id }),
    "memberRoles.query": () => ({ query: {} }),
    "memberRoles.assign": ({ member }) => ({ memberId: member.id, roleKey: "vip" }),
    "memberRoles.unassign": ({ other }) => ({ memberId: other, roleKey: "vip" }),
    "memberRoleDefinitions.create": () => ({ roleKey: "staff", roleTitle: "Staff" }),
    "memberRoleDefinitions.get": () => ({ roleKey: "vip" }),
    "memberRoleDefinitions.list": () => ({}),
    "memberRoleDefinitions.update": ({ role }) => ({ key: "vip", blockable: false, revision: role.revision }),
    "memberRoleDefinitions.remove": () => ({ roleKey: "vip" }),
    "memberFollowers.follow": ({ other }) => ({ memberId: other }),
    "memberFollowers.unfollow": ({ other }) => ({ memberId: other }),
    "memberFollowers.myFollowers": () => ({ paging: { limit: 5 } }),
    "memberFollowers.myFollowing": () => ({ paging: { limit: 5 } }),
    "memberFollowers.followers": ({ other }) => ({ memberId: other }),
    "memberFollowers.following": ({ other }) => ({ memberId: other }),
    "memberFollowers.myConnections": ({ other }) => ({ connectedMemberIds: [other] }),
    "memberFollowers.connections": ({ member, other }) => ({
      memberId: member.id,
      connectedMemberIds: [other],
    }),
    "memberAbouts.update": ({ about: { id, revision } }) => ({
      memberAbout: { id, revision, content: { nodes: [] } },
    }),
    "memberAbouts.getMy": () => ({}),
    "memberAbouts.get": ({ about }) => ({ id: about.id }),
    "memberAbouts.remove": ({ about }) => ({ id: about.id }),
    "memberAbouts.query": () => ({ query: { cursorPaging: { limit: 2 } } }),
    "wishlists.getDefault": () => ({}),
    "wishlists.addItem": ({ catalogReference }) => ({ catalogReference, returnEntity: true }),
    "wishlists.removeItem": ({ catalogReference }) => ({ catalogReference, returnEntity: true }),
    "wishlists.getById": ({ wishlistId }) => ({ id: wishlistId, limit: 10 }),
    "signOnPolicies.get": () => ({}),
    "signOnPolicies.update": () => ({ signOnPolicy: { requireOwnerApproval: true } }),
    "memberPrivacy.getDefault": () => ({}),
    "memberPrivacy.setDefault": () => ({ defaultPrivacy: { defaultPrivacy: "PUBLIC" } }),
    "memberPrivacy.get": () => ({}),
    "memberPrivacy.set": () => ({
      memberPrivacySettings: { publicMemberVisibility: "VISIBLE_TO_MEMBERS_ONLY" },
    }),
    "authentication.validateEmail": () => ({ email: "ada@example.com" }),
    "redirects.createRedirectSession": () => ({ auth: { authRequest, prompt: "login" } }),
  },
});
