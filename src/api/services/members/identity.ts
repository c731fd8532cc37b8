import {
  bool,
  bytes,
  date,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { ProfileAddress } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

/** A value of any type, including lists and maps of such values. */
const CustomValue = obj(
  {
    strValue: text(),
    numValue: num(),
    dateValue: date(),
    boolValue: bool(),
    listValue: obj({ value: list(json()) }),
    mapValue: obj({ value: map(json()) }),
  },
  { oneOf: [["strValue", "numValue", "dateValue", "boolValue", "listValue", "mapValue"]] },
);
const EmailTag = enumOf("UNTAGGED", "MAIN", "HOME", "WORK");
const PhoneTag = enumOf("UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX");
const AddressTag = enumOf("UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING");

/** The profile of a member. */
export const IdentityProfile = obj({
  firstName: text(),
  lastName: text(),
  nickname: text(),
  picture: text(),
  emails: list(text()),
  phones: list(text()),
  labels: list(text(), { maxSize: 2000 }),
  language: text({ format: "LANGUAGE" }),
  privacyStatus: enumOf("UNDEFINED", "PUBLIC", "PRIVATE"),
  customFields: list(obj({ name: text(), value: CustomValue })),
  secondaryEmails: list(obj({ email: text({ format: "EMAIL" }), tag: EmailTag })),
  phonesV2: list(
    obj({ countryCode: text({ format: "COUNTRY" }), phone: text({ format: "PHONE" }), tag: PhoneTag }),
  ),
  addresses: list(obj({ address: ProfileAddress, tag: AddressTag })),
  company: text({ maxLength: 1000 }),
  position: text({ maxLength: 1000 }),
  birthdate: text({ format: "LOCAL_DATE" }),
  slug: text({ maxLength: 255 }),
  subscription: bool(),
  vatId: text({ maxLength: 1000 }),
});

/** The authentication factors. */
export const FactorType = enumOf(
  "UNKNOWN_FACTOR_TYPE",
  "PASSWORD",
  "SMS",
  "CALL",
  "EMAIL",
  "TOTP",
  "PUSH",
  "WEBAUTHN",
  "RECOVERY_CODE",
);

/** A member who can log in. */
export const Identity = obj({
  id: guid(),
  revision: text(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  connections: list(
    obj(
      {
        idpConnection: obj({ idpConnectionId: guid(), idpUserId: text() }),
        authenticatorConnection: obj({ authenticatorConnectionId: guid(), reEnrollmentRequired: bool() }),
      },
      { oneOf: [["idpConnection", "authenticatorConnection"]] },
    ),
  ),
  identityProfile: IdentityProfile,
  metadata: obj({ tags: list(text(), { readonly: true }) }),
  email: obj({ address: text({ format: "EMAIL" }), isVerified: bool() }),
  status: obj({
    name: enumOf("UNKNOWN_STATUS", "PENDING", "ACTIVE", "DELETED", "BLOCKED", "OFFLINE"),
    reasons: list(
      enumOf(
        "UNKNOWN_REASON",
        "PENDING_ADMIN_APPROVAL_REQUIRED",
        "PENDING_EMAIL_VERIFICATION_REQUIRED",
        "PENDING_REQUIRED_FIELDS_MISSING",
      ),
    ),
  }),
  customAttributes: json(),
  factors: list(
    obj({ factorId: guid(), type: FactorType, status: enumOf("INACTIVE", "ACTIVE", "REQUIRE_REENROLL") }),
    { maxSize: 10, readonly: true },
  ),
});
export interface Identity extends WireOf<typeof Identity> {}

const MfaReason = enumOf("USER_SETTINGS", "HIGH_RISK_LOGIN");
const availableFactors = list(
  obj({
    factorType: FactorType,
    factorStatus: enumOf(
      "ENABLED",
      "REQUIRE_ACTIVATION",
      "REQUIRE_REENROLL",
      "ENABLED_BY_RULE",
      "DISABLED_BY_RULE",
    ),
  }),
  { maxSize: 100 },
);
const VerificationChallenge = obj(
  {
    hint: text({ maxLength: 200 }),
    pushData: obj({ transactionId: text({ maxLength: 36 }) }),
    webauthnData: obj({
      challengeId: guid(),
      publicKeyCredentialRequestOptionsJson: text({ maxLength: 40000 }),
    }),
  },
  { oneOf: [["pushData", "webauthnData"]] },
);

/** The state of a login: complete with a session token, or waiting with a state token. */
export const AuthenticationState = obj({
  state: enumOf(
    "UNKNOWN_STATE",
    "SUCCESS",
    "REQUIRE_OWNER_APPROVAL",
    "REQUIRE_EMAIL_VERIFICATION",
    "STATUS_CHECK",
    "REQUIRE_MFA",
    "MFA_CHALLENGE",
    "REQUIRE_FIRST_FACTOR",
    "REQUIRE_MISSING_FIELDS",
  ),
  sessionToken: text(),
  stateToken: text(),
  identity: Identity,
  additionalData: map(CustomValue),
  requireMfaData: obj({ availableFactors, reason: MfaReason }),
  mfaChallengeData: obj({
    factorType: FactorType,
    verificationChallengeData: VerificationChallenge,
    availableFactors,
    reason: MfaReason,
  }),
});
export interface AuthenticationState extends WireOf<typeof AuthenticationState> {}

/** The member of a login. */
export const LoginId = obj({ email: text({ format: "EMAIL" }) });

/** The captcha tokens. The platform's own client sends both kinds together. */
export const CaptchaToken = obj({
  Recaptcha: text({ maxLength: 5000 }),
  InvisibleRecaptcha: text({ maxLength: 5000 }),
  NoCaptcha: text({ maxLength: 5000 }),
  recaptchaForClientSiteKey: obj({ token: text({ maxLength: 5000 }), siteKeyId: guid() }),
});

/** An HTTP response for a browser, passed through by the platform. */
export const RawResponse = obj({
  body: bytes(),
  statusCode: num(),
  headers: list(obj({ key: text(), value: text() })),
});

/** The target of a link in an email. */
export const EmailRedirect = obj({ url: text({ maxLength: 1000 }), clientId: guid() });
