import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { codeOf, type JsonResponse, openTestShop } from "../../support/test-shop.ts";
import { createWorld } from "../../support/world.ts";

type Json = JsonResponse["body"];
const path = "/members/v1/members";
const nobody = "00000000-0000-4000-8000-000000000000";

type Site = Awaited<ReturnType<typeof openSite>>;

/** Opens the demo shop with Mira signed in. */
async function openSite() {
  const shop = openTestShop();
  const { ok, ask, control, newVisitor } = shop;
  const signIn = async (email: string) => ({
    authorization: (await control("POST", "sign-in", { email })).accessToken as string,
  });
  const mira = await signIn("mira@example.com");
  const { member } = await ok("GET", `${path}/my?fieldsets=FULL`, undefined, mira);
  const all = async () =>
    (await ok("POST", `${path}/query`, { query: {}, fieldsets: ["FULL"] })).members as Json[];
  const idOf = async (email: string) => (await all()).find(({ loginEmail }) => loginEmail === email).id;
  return { ...shop, ok, ask, signIn, mira, member, all, idOf, visitor: await newVisitor() };
}

test("members are queried by the platform's fields, and show the fields of a fieldset", async () => {
  const { ok, ask, member } = await openSite();
  const find = async (filter: object, more: object = {}) =>
    (await ok("POST", `${path}/query`, { query: { filter, ...more }, fieldsets: ["EXTENDED"] })).members.map(
      ({ loginEmail }: Json) => loginEmail,
    );
  const byName = { sorting: [{ fieldName: "contact.firstName", order: "DESC" }] };
  expect(await find({}, byName)).toEqual(["noor@example.com", "mira@example.com", "jonas@example.com"]);
  expect(await find({ status: "PENDING" })).toEqual(["noor@example.com"]);
  expect(await find({ loginEmail: { $in: ["mira@example.com", "x@example.com"] } })).toEqual([
    "mira@example.com",
  ]);
  expect(await find({ "profile.nickname": { $startsWith: "Jo" } })).toEqual(["jonas@example.com"]);
  expect(await find({ contactId: member.contactId })).toEqual(["mira@example.com"]);
  expect(await find({ "profile.slug": { $ne: member.profile.slug } })).toHaveLength(2);
  const searched = await ok("POST", `${path}/query`, { search: { expression: "okafor" } });
  expect(searched.metadata).toMatchObject({ count: 1, total: 1 });
  // Without a fieldset, contact and status are not returned.
  expect(searched.members[0]).toMatchObject({ status: "UNKNOWN", privacyStatus: "UNKNOWN" });
  expect(searched.members[0]).not.toHaveProperty("loginEmail");
  const wrong = await ask("POST", `${path}/query`, { query: { filter: { password: "x" } } });
  expect(wrong.status).toBe(400);
  const page = await ok("GET", `${path}?paging.limit=1&paging.offset=1&fieldsets=FULL`);
  expect([page.members.length, page.metadata.total]).toEqual([1, 3]);
  expect(member.contact.emails).toEqual(["mira@example.com"]);
});

test("visitors see public members without their contact, and no private ones", async () => {
  const { ok, ask, visitor, mira, member, idOf } = await openSite();
  const { members } = await ok("POST", `${path}/query`, { fieldsets: ["FULL"] }, visitor);
  expect(members.map(({ id }: Json) => id)).toEqual([member.id]);
  expect(members[0]).not.toHaveProperty("contact");
  const jonas = await idOf("jonas@example.com");
  expect(codeOf(await ask("GET", `${path}/${jonas}`, undefined, visitor))).toBe("MEMBER_NOT_FOUND");
  expect(codeOf(await ask("GET", `${path}/${jonas}`, undefined, mira))).toBe("MEMBER_NOT_FOUND");
  expect((await ok("GET", `${path}/${jonas}?fieldsets=FULL`)).member.contact.firstName).toBe("Jonas");
  await ok("POST", `${path}/leave-community`, {}, mira);
  expect((await ok("POST", `${path}/query`, {}, visitor)).members).toEqual([]);
  await ok("POST", `${path}/join-community`, {}, mira);
  expect((await ok("GET", `${path}/${member.id}`, undefined, visitor)).member.profile.nickname).toBe("Mira");
});

test("members update themselves: empty text clears, lists replace, and empty lists have no effect", async () => {
  const { ok, ask, mira, member, idOf } = await openSite();
  const update = async (given: object) =>
    void (await ok("PATCH", `${path}/${member.id}`, { member: { id: member.id, ...given } }, mira));
  const read = async () => (await ok("GET", `${path}/my?fieldsets=FULL`, undefined, mira)).member;
  await update({
    profile: { title: "Potter", photo: { url: "https://shop.example/mira.png", height: 10, width: 10 } },
    contact: {
      lastName: "Berg",
      company: "Kiln Ltd",
      jobTitle: "Owner",
      birthdate: "1990-02-03",
      phones: ["+4670123", "+4670124"],
      addresses: [
        { addressLine: "Storgatan 1", city: "Lund", country: "SE", postalCode: "22350" },
        { streetAddress: { number: "2", name: "Lillgatan" }, city: "Ystad" },
      ],
    },
  });
  await update({ contact: { company: "", phones: [], addresses: [] } });
  expect(await read()).toMatchObject({
    profile: { nickname: "Mira", title: "Potter", photo: { url: "https://shop.example/mira.png" } },
    contact: {
      firstName: "Mira",
      lastName: "Berg",
      jobTitle: "Owner",
      birthdate: "1990-02-03",
      phones: ["+4670123", "+4670124"],
      addresses: [
        { id: expect.any(String), addressLine: "Storgatan 1", city: "Lund" },
        { streetAddress: { number: "2", name: "Lillgatan" }, city: "Ystad" },
      ],
    },
  });
  expect((await read()).contact).not.toHaveProperty("company");
  for (const part of ["addresses", "phones", "emails"]) await ok("DELETE", `${path}/${member.id}/${part}`);
  expect((await read()).contact).toMatchObject({ addresses: [], phones: [], emails: [] });
  expect((await read()).loginEmail).toBe("mira@example.com");
  const jonas = await idOf("jonas@example.com");
  const other = await ask("PATCH", `${path}/${jonas}`, { member: { id: jonas } }, mira);
  expect([other.status, codeOf(other)]).toEqual([403, "PERMISSION_DENIED"]);
  await ok("POST", `${path}/my/slug`, { slug: "mira-b" }, mira);
  expect((await read()).profile.slug).toBe("mira-b");
  const taken = await ask("POST", `${path}/${jonas}/slug`, { slug: "mira-b" });
  expect([taken.status, codeOf(taken)]).toEqual([409, "SLUG_ALREADY_EXISTS"]);
});

test("a created member has no password; a known address is rejected", async () => {
  const { ok, ask } = await openSite();
  const create = (loginEmail: string, more: object = {}) =>
    ask("POST", path, { member: { loginEmail, ...more } });
  const { body } = await create("lena@example.com", {
    contact: { firstName: "Lena", lastName: "Ek" },
    privacyStatus: "PUBLIC",
  });
  expect(body.member).toMatchObject({ profile: { nickname: "Lena Ek", slug: "lena-ek" } });
  const { member } = await ok("GET", `${path}/${body.member.id}?fieldsets=EXTENDED`);
  expect(member).toMatchObject({
    status: "APPROVED",
    privacyStatus: "PUBLIC",
    loginEmail: "lena@example.com",
  });
  expect(codeOf(await create("LENA@example.com"))).toBe("-19995");
  expect((await create("lena")).status).toBe(400);
});

test("the owner approves, blocks, mutes, disconnects and deletes members; logins end", async () => {
  const { ok, ask, all, idOf, mira, member } = await openSite();
  const statusOf = async (id: string) => (await ok("GET", `${path}/${id}?fieldsets=EXTENDED`)).member.status;
  const noor = await idOf("noor@example.com");
  expect(await statusOf(noor)).toBe("PENDING");
  await ok("POST", `${path}/${noor}/approve`, {});
  expect(await statusOf(noor)).toBe("APPROVED");
  await ok("POST", `${path}/${noor}/mute`, {});
  const { activityStatus } = (await ok("GET", `${path}/${noor}?fieldsets=FULL`)).member;
  expect(activityStatus).toBe("MUTED");
  await ok("POST", `${path}/${member.id}/block`, {});
  expect(await statusOf(member.id)).toBe("BLOCKED");
  expect((await ask("GET", `${path}/my`, undefined, mira)).status).toBe(401);
  await ok("POST", `${path}/bulk/approve-by-filter`, { filter: { status: "BLOCKED" } });
  expect(await statusOf(member.id)).toBe("APPROVED");
  await ok("POST", `${path}/bulk/block-by-filter`, { filter: { id: member.id } });
  expect(await statusOf(member.id)).toBe("BLOCKED");
  await ok("POST", `${path}/${noor}/disconnect`, {});
  expect(await statusOf(noor)).toBe("OFFLINE");
  const { results, bulkActionMetadata } = await ok("POST", `${path}/bulk/delete`, {
    memberIds: [noor, nobody],
  });
  expect(bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
  expect(results[1].itemMetadata.error.code).toBe("MEMBER_NOT_FOUND");
  await ok("POST", `${path}/bulk/delete-by-filter`, { filter: { loginEmail: "jonas@example.com" } });
  expect((await all()).map(({ loginEmail }) => loginEmail)).toEqual(["mira@example.com"]);
});

test("a member deletes their own account and is signed out", async () => {
  const { ok, ask, mira, all } = await openSite();
  await ok("DELETE", `${path}/my`, undefined, mira);
  expect((await ask("GET", `${path}/my`, undefined, mira)).status).toBe(401);
  expect((await all()).map(({ loginEmail }) => loginEmail)).not.toContain("mira@example.com");
});

test("values of custom fields are kept for fields that the site defined, and dropped otherwise", async () => {
  const { ok, ask, mira, member } = await openSite();
  const fields = "/members/v1/custom-fields";
  const { field } = await ok("POST", fields, { field: { name: "Shoe size", fieldType: "NUMBER" } });
  expect(field).toMatchObject({ key: "custom.shoe-size", fieldOrigin: "CUSTOM", revision: "1" });
  expect(codeOf(await ask("POST", fields, { field: { name: "shoe SIZE" } }))).toBe("FIELD_ALREADY_EXISTS");
  const customFields = { [field.key]: { value: 38 }, "custom.unknown": { value: "x" } };
  const given = { id: member.id, contact: { customFields } };
  await ok("PATCH", `${path}/${member.id}`, { member: given }, mira);
  const read = async () =>
    (await ok("GET", `${path}/my?fieldsets=FULL`, undefined, mira)).member.contact.customFields;
  expect(await read()).toEqual({ [field.key]: { name: "Shoe size", value: 38 } });
  const renamed = { id: field.id, name: "EU size", revision: field.revision };
  await ok("PATCH", `${fields}/${field.id}`, { field: renamed });
  expect(await read()).toEqual({ [field.key]: { name: "EU size", value: 38 } });
  expect(codeOf(await ask("PATCH", `${fields}/${field.id}`, { field: renamed }))).toBe("REVISION_MISMATCH");
  const { field: second } = await ok("POST", fields, { field: { name: "Club" } });
  const { fields: ordered } = await ok("POST", `${fields}/order`, { fieldIds: [second.id] });
  expect(ordered.map(({ name }: Json) => name)).toEqual(["Club", "EU size"]);
  await ok("DELETE", `${fields}/${field.id}?revision=2`);
  expect(await read()).toEqual({});
});

test("a custom field whose value is null is cleared", async () => {
  const { ok, mira, member } = await openSite();
  const { field } = await ok("POST", "/members/v1/custom-fields", { field: { name: "Club" } });
  const set = async (value: unknown) => {
    const customFields = { [field.key]: { value } };
    await ok("PATCH", `${path}/${member.id}`, { member: { id: member.id, contact: { customFields } } }, mira);
    return (await ok("GET", `${path}/my?fieldsets=FULL`, undefined, mira)).member.contact.customFields;
  };
  expect(await set("Rowing")).toEqual({ [field.key]: { name: "Club", value: "Rowing" } });
  expect(await set(null)).toEqual({});
});

test("custom fields have keys and names of their own", async () => {
  const { ok, ask, mira, member } = await openSite();
  const fields = "/members/v1/custom-fields";
  const keys: string[] = [];
  for (const name of ["電話", "住所", "VAT No", "VAT-No"])
    keys.push((await ok("POST", fields, { field: { name } })).field.key);
  expect(new Set(keys).size).toBe(4);
  const customFields = Object.fromEntries(keys.map((key, index) => [key, { value: `Value ${index}` }]));
  await ok("PATCH", `${path}/${member.id}`, { member: { id: member.id, contact: { customFields } } }, mira);
  const { contact } = (await ok("GET", `${path}/my?fieldsets=FULL`, undefined, mira)).member;
  expect(contact.customFields).toMatchObject(customFields);
  const { field } = await ok("POST", fields, { field: { name: "Club" } });
  const renamed = { id: field.id, name: "vat no", revision: field.revision };
  expect(codeOf(await ask("PATCH", `${fields}/${field.id}`, { field: renamed }))).toBe(
    "FIELD_ALREADY_EXISTS",
  );
  const typed = await ask("PATCH", `${fields}/${field.id}`, {
    field: { ...renamed, name: "A", fieldType: "DATE" },
  });
  expect([typed.status, typed.body.message]).toEqual([
    400,
    expect.stringContaining("cannot be changed from TEXT"),
  ]);
  const kept = { ...renamed, name: "CLUB" };
  expect((await ok("PATCH", `${fields}/${field.id}`, { field: kept })).field.name).toBe("CLUB");
});

test("new members have the default privacy of the site", async () => {
  const { ok } = await openSite();
  const add = async (loginEmail: string, more: object = {}) => {
    const { member } = await ok("POST", path, { member: { loginEmail, ...more } });
    return (await ok("GET", `${path}/${member.id}?fieldsets=FULL`)).member.privacyStatus;
  };
  expect(await add("ada@example.com")).toBe("PRIVATE");
  await ok("PATCH", "/members/v1/default-privacy-status", { defaultPrivacy: { defaultPrivacy: "PUBLIC" } });
  expect(await add("bea@example.com")).toBe("PUBLIC");
  expect(await add("cleo@example.com", { privacyStatus: "PRIVATE" })).toBe("PRIVATE");
});

test("badges and roles are assigned to members", async () => {
  const { ok, ask, member, mira, idOf } = await openSite();
  const jonas = await idOf("jonas@example.com");
  const badges = "/members/v3/badges";
  const { badge } = await ok("POST", badges, { badge: { title: "Vendor" } });
  const { badge: second } = await ok("POST", badges, { badge: { title: "Regular" } });
  await ok("POST", `${badges}/${badge.id}/members`, { memberIds: [member.id, jonas] });
  await ok("DELETE", `${badges}/${badge.id}/members?memberIds=${jonas}`);
  expect((await ok("GET", `${badges}/${badge.id}/members`)).memberIds).toEqual([member.id]);
  const { memberBadgeIds } = await ok("POST", `${badges}/members`, { memberIds: [member.id, jonas] });
  expect(memberBadgeIds).toEqual([
    { memberId: member.id, badgeIds: [badge.id] },
    { memberId: jonas, badgeIds: [] },
  ]);
  const { badges: ordered } = await ok("PATCH", `${badges}/order`, { badgeIds: [second.id] });
  expect(ordered.map(({ title }: Json) => title)).toEqual(["Regular", "Vendor"]);
  const roles = "/members/v1/roles";
  await ok("POST", `${roles}/definitions`, { roleKey: "vip", roleTitle: "VIP" });
  await ok("POST", `${roles}/members/${member.id}`, { roleKey: "vip" });
  expect((await ok("GET", `${roles}/members/${member.id}`, undefined, mira)).roles).toEqual([
    { roleKey: "vip", title: "VIP" },
  ]);
  await ok("POST", `${roles}/members/${jonas}`, { roleKey: "vip" });
  const ofMira = { query: { filter: { memberId: member.id } } };
  expect((await ok("POST", `${roles}/members/query`, ofMira)).rolesByMemberId).toEqual({
    [member.id]: { roles: [{ roleKey: "vip", title: "VIP" }] },
  });
  expect((await ask("GET", `${roles}/members/${jonas}`, undefined, mira)).status).toBe(403);
  await ok("DELETE", `${roles}/definitions/vip`);
  expect((await ok("GET", `${roles}/members/${member.id}`)).roles).toEqual([]);
  expect(codeOf(await ask("POST", `${roles}/members/${jonas}`, { roleKey: "vip" }))).toBe("ROLE_NOT_FOUND");
});

test.each([
  ["the platform's call", ({ ok }: Site, id: string) => ok("DELETE", `${path}/${id}`)],
  [
    "till sandbox members delete",
    ({ control }: Site) => control("POST", "members", { action: "delete", email: "jonas@example.com" }),
  ],
] as const)("a member deleted by %s has no badge, role or follower", async (_, remove) => {
  const site = await openSite();
  const { ok, member, mira, idOf } = site;
  const jonas = await idOf("jonas@example.com");
  const badges = "/members/v3/badges";
  const roles = "/members/v1/roles";
  const { badge } = await ok("POST", badges, { badge: { title: "Vendor" } });
  await ok("POST", `${badges}/${badge.id}/members`, { memberIds: [member.id, jonas] });
  await ok("POST", `${roles}/definitions`, { roleKey: "vip", roleTitle: "VIP" });
  await ok("POST", `${roles}/members/${jonas}`, { roleKey: "vip" });
  await ok("POST", `/members/v3/followers/${jonas}`, {}, mira);
  await remove(site, jonas);
  expect((await ok("GET", `${badges}/${badge.id}/members`)).memberIds).toEqual([member.id]);
  expect((await ok("GET", `${badges}/members/count`)).badgeMemberCounts).toEqual([
    { badgeId: badge.id, memberCount: 1 },
  ]);
  expect((await ok("POST", `${roles}/members/query`, { query: {} })).rolesByMemberId).toEqual({});
  expect((await ok("GET", `/members/v3/followers/${member.id}/following`)).memberIds).toEqual([]);
});

test("requests beyond the bounds of the SDK are refused", async () => {
  const { ok, ask, mira } = await openSite();
  const search = (expression: string, fields: string[] = []) => ({ search: { expression, fields } });
  const query = `${path}/query`;
  await ok("POST", query, search("a".repeat(100), ["loginEmail", "profile.slug"]));
  const customFields = "/members/v1/custom-fields";
  const social = { name: "Clips", fieldType: "SOCIAL", socialType: "TIKTOK" };
  const { field } = await ok("POST", customFields, { field: social });
  await ok("POST", `${customFields}/order`, { fieldIds: [field.id], section: "SOCIAL" });
  const refused = [
    await ask("POST", query, search("")),
    await ask("POST", query, search("a".repeat(101))),
    await ask("POST", query, search("mira", Array(5).fill("profile.slug"))),
    await ask("GET", "/members/v3/followers/my?paging.limit=0", undefined, mira),
    await ask("POST", `${customFields}/order`, { fieldIds: [field.id], section: "FOOTER" }),
    await ask("POST", customFields, { field: { ...social, name: "Page", socialType: "MYSPACE" } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
});

test("members follow each other, and write about themselves", async () => {
  const { ok, ask, member, mira, signIn, idOf } = await openSite();
  const [jonas, asJonas] = [await idOf("jonas@example.com"), await signIn("jonas@example.com")];
  const followers = "/members/v3/followers";
  await ok("POST", `${followers}/${jonas}`, {}, mira);
  await ok("POST", `${followers}/${jonas}`, {}, mira);
  expect((await ok("GET", `${followers}/my`, undefined, asJonas)).memberIds).toEqual([member.id]);
  expect((await ok("GET", `${followers}/my/following`, undefined, mira)).memberIds).toEqual([jonas]);
  const asked = { connectedMemberIds: [jonas, nobody] };
  const { connectedMembers } = await ok("POST", `${followers}/my/connections`, asked, mira);
  expect(connectedMembers).toEqual([
    { connectedMemberId: jonas, followedByMember: true, followingMember: false },
    { connectedMemberId: nobody, followedByMember: false, followingMember: false },
  ]);
  expect(codeOf(await ask("POST", `${followers}/${member.id}`, {}, mira))).toBe("SELF_FOLLOWING_FORBIDDEN");
  await ok("DELETE", `${followers}/${jonas}`, undefined, mira);
  expect((await ok("GET", `${followers}/${jonas}`)).memberIds).toEqual([]);
  const abouts = "/members/v2/abouts";
  expect(codeOf(await ask("GET", `${abouts}/my`, undefined, mira))).toBe("MEMBER_ABOUT_NOT_FOUND");
  const content = { nodes: [{ type: "PARAGRAPH", nodes: [] }] };
  const { memberAbout } = await ok("POST", abouts, { memberAbout: { memberId: member.id, content } }, mira);
  expect((await ok("GET", `${abouts}/my`, undefined, mira)).memberAbout).toEqual(memberAbout);
  const change = { memberAbout: { id: memberAbout.id, revision: "1", content: { nodes: [] } } };
  expect((await ask("PATCH", `${abouts}/${memberAbout.id}`, change, asJonas)).status).toBe(403);
  expect((await ok("PATCH", `${abouts}/${memberAbout.id}`, change, mira)).memberAbout.revision).toBe("2");
});

test("a back-in-stock request and an RSVP of one address have the contact of its member", async () => {
  const { ok, member } = await openSite();
  const { request } = await ok("POST", "/back-in-stock-service/v1/back-in-stock-notification-requests", {
    request: {
      email: "Mira@example.com",
      catalogReference: { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: nobody },
    },
    itemDetails: { name: "A mug", price: "5" },
  });
  expect(request.contactId).toBe(member.contactId);
});

test("an order has the contact of its buyer's address, as the member with it", async () => {
  const { ok, member } = await openSite();
  const { order } = await ok("POST", "/ecom/v1/orders", {
    order: {
      lineItems: [
        {
          productName: { original: "A mug" },
          quantity: 1,
          itemType: { preset: "PHYSICAL" },
          price: { amount: "8.50" },
        },
      ],
      priceSummary: { subtotal: { amount: "8.50" }, total: { amount: "8.50" } },
      channelInfo: { type: "WEB" },
      status: "APPROVED",
      buyerInfo: { email: "mira@example.com" },
    },
  });
  expect(order.buyerInfo.contactId).toBe(member.contactId);
  const filter = { "buyerInfo.contactId": member.contactId };
  const { orders } = await ok("POST", "/ecom/v1/orders/search", { search: { filter } });
  expect(orders.map(({ id }: Json) => id)).toContain(order.id);
});

test.each([
  ["without the column", 'DROP INDEX "doc_members.contactId"; ALTER TABLE doc_members DROP COLUMN contactId'],
  ["with an empty column", "UPDATE doc_members SET contactId = NULL"],
])("members of an older sandbox file are found by their contact IDs: %s", async (_what, change) => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const find = async (filter: object) => {
    const { stdout } = await world.till([
      "api",
      "members.query",
      "--input",
      JSON.stringify({ query: { filter } }),
    ]);
    return (JSON.parse(stdout) as { members: { id: string; contactId: string }[] }).members;
  };
  const [mira] = await find({ loginEmail: "mira@example.com" });
  const db = new DatabaseSync(world.path("till/data/sandbox.db"));
  db.exec(
    `UPDATE doc_members SET doc = json_remove(doc, '$.contactId'); ${change}; DROP TABLE delivery; DROP TABLE earlier; PRAGMA user_version = 2`,
  );
  db.close();
  expect(await find({ contactId: mira?.contactId })).toMatchObject([{ id: mira?.id }]);
});
