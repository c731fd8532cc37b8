import { endpoint } from "../../endpoint.ts";
import { bool, enumOf, list, num, obj, text } from "../../models/fields.ts";

const control = { open: true, role: "visitor" } as const;

const Setting = obj({ name: text(), value: text(), standard: text(), summary: text() });
const Message = obj({
  id: text(),
  at: text(),
  channel: enumOf("email", "sms", "call", "push"),
  to: text(),
  subject: text(),
  text: text(),
  code: text(),
  link: text(),
  token: text(),
});
const Member = obj({
  id: text(),
  email: text(),
  status: enumOf("PENDING", "ACTIVE", "BLOCKED", "DELETED", "OFFLINE"),
  reasons: list(text()),
  emailVerified: bool(),
  mustResetPassword: bool(),
  factors: list(text()),
  phone: text(),
  totp: obj({ secret: text(), uri: text(), code: text() }),
  createdDate: text(),
});

/** Control calls for the sandbox's identity service: settings, mailbox, members. */
export const sandboxIdentity = {
  settings: endpoint("GET /__till/settings", {
    ...control,
    input: obj({}),
    result: obj({ settings: list(Setting) }),
    summary: "List sandbox settings",
  }),
  configure: endpoint("POST /__till/settings", {
    ...control,
    input: obj({ name: text({ maxLength: 100 }), value: text({ minLength: 1, maxLength: 1000 }) }),
    result: obj({}),
    required: ["name", "value"],
    effect: "set",
    summary: "Update a sandbox setting",
  }),
  mail: endpoint("GET /__till/mail", {
    ...control,
    input: obj({ to: text(), limit: num({ min: 1, max: 1000 }) }),
    result: obj({ messages: list(Message) }),
    summary: "List the messages in the sandbox mailbox, newest first",
  }),
  clearMail: endpoint("DELETE /__till/mail", {
    ...control,
    input: obj({}),
    result: obj({ deleted: num() }),
    summary: "Empty the sandbox mailbox",
  }),
  members: endpoint("GET /__till/members", {
    ...control,
    input: obj({ email: text() }),
    result: obj({ members: list(Member) }),
    summary: "List sandbox members, including data that only a sandbox reveals",
  }),
  changeMember: endpoint("POST /__till/members", {
    ...control,
    input: obj({
      action: text({ maxLength: 50 }),
      email: text({ maxLength: 254 }),
      password: text({ maxLength: 200 }),
      factors: list(text()),
    }),
    result: obj({ member: Member }),
    required: ["action", "email"],
    effect: "set",
    summary: "Create or update a sandbox member",
  }),
  signIn: endpoint("POST /__till/sign-in", {
    ...control,
    input: obj({ email: text({ maxLength: 254 }) }),
    result: obj({ accessToken: text(), refreshToken: text(), expiresIn: num() }),
    required: ["email"],
    summary: "Sign a member in without a password and return the tokens",
  }),
};
