// Written by scripts/contract.ts from members.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { BulkActionMetadata, BulkResults, CatalogReference, CursorMetadata, CursorPaging, Paging, PagingMetadata, RichContent, Sorting, StartedJob } from "./models.gen.ts";

export interface RawResponse { body?: string | null; statusCode?: number | null; headers?: ({ key?: string | null; value?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }

export interface Member { id: string; loginEmail?: string | null; loginEmailVerified?: boolean | null; status?: "UNKNOWN" | "PENDING" | "APPROVED" | "BLOCKED" | "OFFLINE" | (string & {}) | null; contactId?: string | null; contact?: { contactId?: string | null; firstName?: string | null; lastName?: string | null; phones?: string[] | null; emails?: string[] | null; addresses?: ({ id?: string | null; streetAddress?: { number?: string | null; name?: string | null; [field: string]: unknown; } | null; addressLine?: string | null; addressLine2?: string | null; city?: string | null; subdivision?: string | null; country?: string | null; postalCode?: string | null; [field: string]: unknown; })[] | null; birthdate?: string | null; company?: string | null; jobTitle?: string | null; customFields?: Record<string, { name?: string | null; value?: unknown | null; [field: string]: unknown; }> | null; [field: string]: unknown; } | null; profile?: { nickname?: string | null; slug?: string | null; title?: string | null; photo?: { id?: string | null; url?: string | null; height?: number | null; width?: number | null; offsetX?: number | null; offsetY?: number | null; [field: string]: unknown; } | null; cover?: { id?: string | null; url?: string | null; height?: number | null; width?: number | null; offsetX?: number | null; offsetY?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; privacyStatus?: "UNKNOWN" | "PRIVATE" | "PUBLIC" | (string & {}) | null; activityStatus?: "UNKNOWN" | "ACTIVE" | "MUTED" | (string & {}) | null; createdDate?: Time | null; updatedDate?: Time | null; lastLoginDate?: Time | null; [field: string]: unknown; }

export interface MemberBadge { id: string; title?: string | null; description?: string | null; backgroundColor?: string | null; textColor?: string | null; icon?: string | null; permissionsEnabled?: boolean | null; slug?: string | null; createdDate?: Time | null; updatedDate?: Time | null; [field: string]: unknown; }

export interface MemberCustomField { id: string; name?: string | null; key?: string | null; defaultPrivacy?: "UNKNOWN" | "PUBLIC" | "PRIVATE" | (string & {}) | null; fieldType?: "UNKNOWN" | "TEXT" | "NUMBER" | "DATE" | "URL" | "SOCIAL" | (string & {}) | null; socialType?: "UNKNOWN" | "FACEBOOK" | "INSTAGRAM" | "LINKEDIN" | "TWITTER" | "YOUTUBE" | "PINTEREST" | "TIKTOK" | "DEVIANTART" | "SOUNDCLOUD" | "TUMBLR" | "VIMEO" | "VKONTAKTE" | "ODNOKLASSNIKI" | "OTHER" | (string & {}) | null; fieldOrigin?: "UNKNOWN" | "CUSTOM" | "CONTACT" | "SYSTEM" | (string & {}) | null; appliesTo?: "ALL_MEMBERS" | "SELECTED_MEMBERS" | (string & {}) | null; section?: "GENERAL" | "SOCIAL" | "DISPLAY_INFO" | "ADDRESS" | (string & {}) | null; createdDate?: Time | null; updatedDate?: Time | null; revision?: string | null; [field: string]: unknown; }

export interface MemberAbout { id: string; revision?: string | null; memberId?: string | null; content?: RichContent | null; [field: string]: unknown; }

export interface LoginId { email?: string | null; [field: string]: unknown; }

export interface IdentityProfile { firstName?: string | null; lastName?: string | null; nickname?: string | null; picture?: string | null; emails?: string[] | null; phones?: string[] | null; labels?: string[] | null; language?: string | null; privacyStatus?: "UNDEFINED" | "PUBLIC" | "PRIVATE" | (string & {}) | null; customFields?: ({ name?: string | null; value?: { strValue?: string | null; numValue?: number | null; dateValue?: Time | null; boolValue?: boolean | null; listValue?: { value?: unknown[] | null; [field: string]: unknown; } | null; mapValue?: { value?: Record<string, unknown> | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; })[] | null; secondaryEmails?: ({ email?: string | null; tag?: "UNTAGGED" | "MAIN" | "HOME" | "WORK" | (string & {}) | null; [field: string]: unknown; })[] | null; phonesV2?: ({ countryCode?: string | null; phone?: string | null; tag?: "UNTAGGED" | "MAIN" | "HOME" | "MOBILE" | "WORK" | "FAX" | (string & {}) | null; [field: string]: unknown; })[] | null; addresses?: ({ address?: ProfileAddress | null; tag?: "UNTAGGED" | "HOME" | "WORK" | "BILLING" | "SHIPPING" | (string & {}) | null; [field: string]: unknown; })[] | null; company?: string | null; position?: string | null; birthdate?: string | null; slug?: string | null; subscription?: boolean | null; vatId?: string | null; [field: string]: unknown; }

export interface ProfileAddress { country?: string | null; subdivision?: string | null; city?: string | null; postalCode?: string | null; addressLine?: string | null; addressLine2?: string | null; formattedAddress?: string | null; streetName?: string | null; streetNumber?: string | null; [field: string]: unknown; }

export interface CaptchaToken { Recaptcha?: string | null; InvisibleRecaptcha?: string | null; NoCaptcha?: string | null; recaptchaForClientSiteKey?: { token?: string | null; siteKeyId?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }

export interface AuthenticationState { state?: "UNKNOWN_STATE" | "SUCCESS" | "REQUIRE_OWNER_APPROVAL" | "REQUIRE_EMAIL_VERIFICATION" | "STATUS_CHECK" | "REQUIRE_MFA" | "MFA_CHALLENGE" | "REQUIRE_FIRST_FACTOR" | "REQUIRE_MISSING_FIELDS" | (string & {}) | null; sessionToken?: string | null; stateToken?: string | null; identity?: Identity | null; additionalData?: Record<string, { strValue?: string | null; numValue?: number | null; dateValue?: Time | null; boolValue?: boolean | null; listValue?: { value?: unknown[] | null; [field: string]: unknown; } | null; mapValue?: { value?: Record<string, unknown> | null; [field: string]: unknown; } | null; [field: string]: unknown; }> | null; requireMfaData?: { availableFactors?: ({ factorType?: FactorType | null; factorStatus?: "ENABLED" | "REQUIRE_ACTIVATION" | "REQUIRE_REENROLL" | "ENABLED_BY_RULE" | "DISABLED_BY_RULE" | (string & {}) | null; [field: string]: unknown; })[] | null; reason?: "USER_SETTINGS" | "HIGH_RISK_LOGIN" | (string & {}) | null; [field: string]: unknown; } | null; mfaChallengeData?: { factorType?: FactorType | null; verificationChallengeData?: { hint?: string | null; pushData?: { transactionId?: string | null; [field: string]: unknown; } | null; webauthnData?: { challengeId?: string | null; publicKeyCredentialRequestOptionsJson?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; availableFactors?: ({ factorType?: FactorType | null; factorStatus?: "ENABLED" | "REQUIRE_ACTIVATION" | "REQUIRE_REENROLL" | "ENABLED_BY_RULE" | "DISABLED_BY_RULE" | (string & {}) | null; [field: string]: unknown; })[] | null; reason?: "USER_SETTINGS" | "HIGH_RISK_LOGIN" | (string & {}) | null; [field: string]: unknown; } | null; [field: string]: unknown; }

export interface Identity { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; connections?: ({ idpConnection?: { idpConnectionId?: string | null; idpUserId?: string | null; [field: string]: unknown; } | null; authenticatorConnection?: { authenticatorConnectionId?: string | null; reEnrollmentRequired?: boolean | null; [field: string]: unknown; } | null; [field: string]: unknown; })[] | null; identityProfile?: IdentityProfile | null; metadata?: { tags?: string[] | null; [field: string]: unknown; } | null; email?: { address?: string | null; isVerified?: boolean | null; [field: string]: unknown; } | null; status?: { name?: "UNKNOWN_STATUS" | "PENDING" | "ACTIVE" | "DELETED" | "BLOCKED" | "OFFLINE" | (string & {}) | null; reasons?: ("UNKNOWN_REASON" | "PENDING_ADMIN_APPROVAL_REQUIRED" | "PENDING_EMAIL_VERIFICATION_REQUIRED" | "PENDING_REQUIRED_FIELDS_MISSING" | (string & {}))[] | null; [field: string]: unknown; } | null; customAttributes?: unknown | null; factors?: ({ factorId?: string | null; type?: FactorType | null; status?: "INACTIVE" | "ACTIVE" | "REQUIRE_REENROLL" | (string & {}) | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }

export type FactorType = "UNKNOWN_FACTOR_TYPE" | "PASSWORD" | "SMS" | "CALL" | "EMAIL" | "TOTP" | "PUSH" | "WEBAUTHN" | "RECOVERY_CODE" | (string & {});

export interface Wishlist { id: string; memberId?: string | null; items?: ({ catalogReference?: CatalogReference | null; addedDate?: Time | null; [field: string]: unknown; })[] | null; createdDate?: Time | null; updatedDate?: Time | null; extendedFields?: unknown | null; tags?: unknown | null; [field: string]: unknown; }

export interface EmailRedirect { url?: string | null; clientId?: string | null; [field: string]: unknown; }

export interface SignOnPolicy { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; requireOwnerApproval?: boolean | null; requireEmailVerification?: boolean | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  oauth: {
    token: EndpointOf<{ clientId?: string | null; grantType?: string | null; refreshToken?: string | null; redirectUri?: string | null; code?: string | null; codeVerifier?: string | null; client_id?: string | null; grant_type?: string | null; refresh_token?: string | null; redirect_uri?: string | null; code_verifier?: string | null; member_id?: string | null; session_token?: string | null; scope?: string | null; client_secret?: string | null; instance_id?: string | null; access_token?: string | null; [field: string]: unknown; }, { access_token?: string | null; refresh_token?: string | null; expires_in?: number | null; token_type?: string | null; [field: string]: unknown; }>;
    userInfo: EndpointOf<{ [field: string]: unknown; }, { sub?: string | null; givenName?: string | null; familyName?: string | null; email?: string | null; emailVerified?: boolean | null; picture?: string | null; language?: string | null; name?: string | null; [field: string]: unknown; }>;
    tokenInfo: EndpointOf<{ token: string; [field: string]: unknown; }, { active?: boolean | null; subjectType?: "UNKNOWN" | "USER" | "VISITOR" | "MEMBER" | "APP" | (string & {}) | null; subjectId?: string | null; exp?: string | null; iat?: string | null; clientId?: string | null; accountId?: string | null; siteId?: string | null; instanceId?: string | null; vendorProductId?: string | null; [field: string]: unknown; }>;
  };
  oauthKeys: {
    jwks: EndpointOf<{ [field: string]: unknown; }, RawResponse>;
  };
  members: {
    getMy: EndpointOf<{ fieldsets?: ("PUBLIC" | "EXTENDED" | "FULL" | (string & {}))[] | null; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    removeMy: EndpointOf<{ contentAssigneeId?: string | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; fieldsets?: ("PUBLIC" | "EXTENDED" | "FULL" | (string & {}))[] | null; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    list: EndpointOf<{ paging?: Paging | null; fieldsets?: ("PUBLIC" | "EXTENDED" | "FULL" | (string & {}))[] | null; sorting?: Sorting[] | null; [field: string]: unknown; }, { members?: Member[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    create: EndpointOf<{ member: Partial<Member>; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; paging?: Paging | null; sorting?: Sorting[] | null; [field: string]: unknown; } | null; fieldsets?: ("PUBLIC" | "EXTENDED" | "FULL" | (string & {}))[] | null; search?: { expression?: string | null; fields?: string[] | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { members?: Member[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    update: EndpointOf<{ member: Partial<Member>; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    removeAddresses: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    removeEmails: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    removePhones: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    updateMySlug: EndpointOf<{ slug: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    updateSlug: EndpointOf<{ id: string; slug: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    joinCommunity: EndpointOf<{ [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    leaveCommunity: EndpointOf<{ [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    approve: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    block: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    disconnect: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    mute: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    unmute: EndpointOf<{ id: string; [field: string]: unknown; }, { member: Member; [field: string]: unknown; }>;
    bulkRemove: EndpointOf<{ memberIds: string[]; [field: string]: unknown; }, { results?: BulkResults | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    removeByFilter: EndpointOf<{ filter: unknown; contentAssigneeId?: string | null; search?: { expression?: string | null; fields?: string[] | null; [field: string]: unknown; } | null; [field: string]: unknown; }, StartedJob>;
    approveByFilter: EndpointOf<{ filter: unknown; [field: string]: unknown; }, StartedJob>;
    blockByFilter: EndpointOf<{ filter: unknown; [field: string]: unknown; }, StartedJob>;
  };
  memberBadges: {
    create: EndpointOf<{ badge: Partial<MemberBadge>; [field: string]: unknown; }, { badge: MemberBadge; [field: string]: unknown; }>;
    list: EndpointOf<{ paging?: Paging | null; [field: string]: unknown; }, { badges?: MemberBadge[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    update: EndpointOf<{ badge: Partial<MemberBadge>; [field: string]: unknown; }, { badge: MemberBadge; [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; [field: string]: unknown; }, { badge: MemberBadge; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    reorder: EndpointOf<{ badgeIds: string[]; [field: string]: unknown; }, { badges?: MemberBadge[] | null; [field: string]: unknown; }>;
    assign: EndpointOf<{ id: string; memberIds: string[]; [field: string]: unknown; }, { memberIds?: string[] | null; [field: string]: unknown; }>;
    unassign: EndpointOf<{ id: string; memberIds: string[]; [field: string]: unknown; }, { [field: string]: unknown; }>;
    members: EndpointOf<{ id: string; paging?: Paging | null; [field: string]: unknown; }, { memberIds?: string[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    ofMembers: EndpointOf<{ memberIds: string[]; [field: string]: unknown; }, { memberBadgeIds?: ({ memberId?: string | null; badgeIds?: string[] | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    counts: EndpointOf<{ [field: string]: unknown; }, { badgeMemberCounts?: ({ badgeId?: string | null; memberCount?: number | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
  };
  memberCustomFields: {
    create: EndpointOf<{ field: Partial<MemberCustomField>; [field: string]: unknown; }, { field: MemberCustomField; [field: string]: unknown; }>;
    list: EndpointOf<{ paging?: Paging | null; [field: string]: unknown; }, { fields?: MemberCustomField[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; [field: string]: unknown; }, { field: MemberCustomField; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; revision: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ field: Partial<MemberCustomField>; [field: string]: unknown; }, { field: MemberCustomField; [field: string]: unknown; }>;
    hide: EndpointOf<{ id: string; revision: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    reorder: EndpointOf<{ fieldIds: string[]; section?: "GENERAL" | "SOCIAL" | "DISPLAY_INFO" | "ADDRESS" | (string & {}) | null; [field: string]: unknown; }, { fields?: MemberCustomField[] | null; section?: "GENERAL" | "SOCIAL" | "DISPLAY_INFO" | "ADDRESS" | (string & {}) | null; [field: string]: unknown; }>;
  };
  memberRoles: {
    get: EndpointOf<{ memberId: string; [field: string]: unknown; }, { roles?: ({ roleKey?: string | null; title?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    assign: EndpointOf<{ memberId: string; roleKey: string; [field: string]: unknown; }, { roleKey?: string | null; [field: string]: unknown; }>;
    unassign: EndpointOf<{ memberId: string; roleKey: string; [field: string]: unknown; }, { roleKey?: string | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { rolesByMemberId?: Record<string, { roles?: ({ roleKey?: string | null; title?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }> | null; [field: string]: unknown; }>;
  };
  memberRoleDefinitions: {
    create: EndpointOf<{ roleKey: string; roleTitle: string; blockable?: boolean | null; [field: string]: unknown; }, { role?: { id?: string | null; roleKey?: string | null; title?: string | null; blockable?: boolean | null; revision?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    list: EndpointOf<{ [field: string]: unknown; }, { roles?: ({ id?: string | null; roleKey?: string | null; title?: string | null; blockable?: boolean | null; revision?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    get: EndpointOf<{ roleKey: string; [field: string]: unknown; }, { role?: { id?: string | null; roleKey?: string | null; title?: string | null; blockable?: boolean | null; revision?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ roleKey: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ key: string; blockable?: boolean | null; revision: string; [field: string]: unknown; }, { role?: { id?: string | null; roleKey?: string | null; title?: string | null; blockable?: boolean | null; revision?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
  };
  memberFollowers: {
    follow: EndpointOf<{ memberId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    unfollow: EndpointOf<{ memberId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    followers: EndpointOf<{ memberId: string; paging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { memberIds?: string[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    myFollowers: EndpointOf<{ paging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { memberIds?: string[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    myFollowing: EndpointOf<{ paging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { memberIds?: string[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    following: EndpointOf<{ memberId: string; paging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { memberIds?: string[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    myConnections: EndpointOf<{ connectedMemberIds: string[]; [field: string]: unknown; }, { connectedMembers?: ({ connectedMemberId?: string | null; followedByMember?: boolean | null; followingMember?: boolean | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    connections: EndpointOf<{ connectedMemberIds: string[]; memberId: string; [field: string]: unknown; }, { connectedMembers?: ({ connectedMemberId?: string | null; followedByMember?: boolean | null; followingMember?: boolean | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
  };
  memberAbouts: {
    create: EndpointOf<{ memberAbout: Partial<MemberAbout>; [field: string]: unknown; }, { memberAbout: MemberAbout; [field: string]: unknown; }>;
    update: EndpointOf<{ memberAbout: Partial<MemberAbout>; [field: string]: unknown; }, { memberAbout: MemberAbout; [field: string]: unknown; }>;
    getMy: EndpointOf<{ [field: string]: unknown; }, { memberAbout: MemberAbout; [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; [field: string]: unknown; }, { memberAbout: MemberAbout; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: CursorPaging | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { memberAbouts?: MemberAbout[] | null; metadata?: CursorMetadata | null; [field: string]: unknown; }>;
  };
  memberPrivacy: {
    getDefault: EndpointOf<{ [field: string]: unknown; }, { defaultPrivacy?: { id?: string | null; defaultPrivacy?: "PRIVATE" | "PUBLIC" | (string & {}) | null; revision?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    setDefault: EndpointOf<{ defaultPrivacy: { id?: string | null; defaultPrivacy?: "PRIVATE" | "PUBLIC" | (string & {}) | null; revision?: string | null; [field: string]: unknown; }; [field: string]: unknown; }, { defaultPrivacy?: { id?: string | null; defaultPrivacy?: "PRIVATE" | "PUBLIC" | (string & {}) | null; revision?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    get: EndpointOf<{ [field: string]: unknown; }, { memberPrivacySettings?: { id?: string | null; publicMemberVisibility?: "UNKNOWN" | "VISIBLE_TO_MEMBERS_ONLY" | "VISIBLE_TO_ALL" | (string & {}) | null; publicMemberCandidates?: "UNKNOWN" | "NO_ONE" | "ANYONE" | (string & {}) | null; revision?: string | null; updatedDate?: Time | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    set: EndpointOf<{ memberPrivacySettings: { id?: string | null; publicMemberVisibility?: "UNKNOWN" | "VISIBLE_TO_MEMBERS_ONLY" | "VISIBLE_TO_ALL" | (string & {}) | null; publicMemberCandidates?: "UNKNOWN" | "NO_ONE" | "ANYONE" | (string & {}) | null; revision?: string | null; updatedDate?: Time | null; [field: string]: unknown; }; [field: string]: unknown; }, { memberPrivacySettings?: { id?: string | null; publicMemberVisibility?: "UNKNOWN" | "VISIBLE_TO_MEMBERS_ONLY" | "VISIBLE_TO_ALL" | (string & {}) | null; publicMemberCandidates?: "UNKNOWN" | "NO_ONE" | "ANYONE" | (string & {}) | null; revision?: string | null; updatedDate?: Time | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
  };
  authentication: {
    register: EndpointOf<{ loginId: LoginId; password?: string | null; profile?: IdentityProfile | null; captchaTokens?: CaptchaToken[] | null; clientMetaData?: unknown | null; [field: string]: unknown; }, AuthenticationState>;
    login: EndpointOf<{ loginId: { email?: string | null; [field: string]: unknown; }; password?: string | null; captchaTokens?: CaptchaToken[] | null; clientMetaData?: unknown | null; webauthn?: { challengeId?: string | null; credential?: string | null; [field: string]: unknown; } | null; emailOtp?: { code?: string | null; [field: string]: unknown; } | null; stateToken?: string | null; [field: string]: unknown; }, AuthenticationState>;
    changePassword: EndpointOf<{ newPassword: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    callback: EndpointOf<{ state?: string | null; sessionToken?: string | null; [field: string]: unknown; }, RawResponse>;
    signOn: EndpointOf<{ loginId: LoginId; profile?: IdentityProfile | null; verifyEmail?: boolean | null; mergeExistingContact?: boolean | null; [field: string]: unknown; }, { sessionToken?: string | null; identity?: Identity | null; [field: string]: unknown; }>;
    logout: EndpointOf<{ postLogoutRedirectUri?: string | null; clientId?: string | null; [field: string]: unknown; }, RawResponse>;
    verify: EndpointOf<{ factorType: FactorType; stateToken?: string | null; rememberThisDevice?: boolean | null; smsData?: { code?: string | null; [field: string]: unknown; } | null; callData?: { code?: string | null; [field: string]: unknown; } | null; emailData?: { code?: string | null; [field: string]: unknown; } | null; totpData?: { code?: string | null; [field: string]: unknown; } | null; pushData?: { transactionId?: string | null; [field: string]: unknown; } | null; passwordData?: { code?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, AuthenticationState>;
    validateEmail: EndpointOf<{ email: string; [field: string]: unknown; }, { valid?: boolean | null; failure?: { reason?: "UNKNOWN_REASON" | "EMAIL_ADDRESS_BOUNCED" | "EMAIL_DOMAIN_MISSING_DNS_RECORDS" | "EMAIL_DOMAIN_FORMAT_INVALID" | "EMAIL_DOMAIN_PERMANENTLY_BLACKLISTED" | (string & {}) | null; [field: string]: unknown; } | null; formatInvalid?: boolean | null; [field: string]: unknown; }>;
  };
  signOnPolicies: {
    get: EndpointOf<{ [field: string]: unknown; }, { signOnPolicy: { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; requireOwnerApproval?: boolean | null; requireEmailVerification?: boolean | null; [field: string]: unknown; }; [field: string]: unknown; }>;
    update: EndpointOf<{ signOnPolicy: { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; requireOwnerApproval?: boolean | null; requireEmailVerification?: boolean | null; [field: string]: unknown; }; fieldMask?: string | null; [field: string]: unknown; }, { signOnPolicy: { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; requireOwnerApproval?: boolean | null; requireEmailVerification?: boolean | null; [field: string]: unknown; }; [field: string]: unknown; }>;
  };
  wishlists: {
    getDefault: EndpointOf<{ appId?: string | null; [field: string]: unknown; }, { wishlist: Wishlist; [field: string]: unknown; }>;
    addItem: EndpointOf<{ catalogReference: CatalogReference; returnEntity?: boolean | null; [field: string]: unknown; }, { wishlist?: Wishlist | null; [field: string]: unknown; }>;
    removeItem: EndpointOf<{ catalogReference: CatalogReference; returnEntity?: boolean | null; [field: string]: unknown; }, { wishlist?: Wishlist | null; [field: string]: unknown; }>;
    getById: EndpointOf<{ id: string; limit?: number | null; offset?: number | null; kind?: ({ type?: string | null; origin?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }, { wishlist?: { id?: string | null; ownerId?: string | null; items?: ({ id?: string | null; dateAdded?: Time | null; type?: string | null; origin?: string | null; [field: string]: unknown; })[] | null; totalCount?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
  };
  recovery: {
    sendEmail: EndpointOf<{ email: string; language?: string | null; redirect?: EmailRedirect | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
    activationEmail: EndpointOf<{ identityId: string; emailOptions?: { language?: string | null; redirect?: EmailRedirect | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
    recover: EndpointOf<{ recoveryToken: string; password?: string | null; [field: string]: unknown; }, AuthenticationState>;
  };
  verification: {
    start: EndpointOf<{ identityId?: string | null; target?: "EMAIL" | (string & {}) | null; [field: string]: unknown; }, { verificationId?: string | null; [field: string]: unknown; }>;
    verify: EndpointOf<{ code: string; stateToken: string; [field: string]: unknown; }, AuthenticationState>;
    resend: EndpointOf<{ stateToken: string; [field: string]: unknown; }, AuthenticationState>;
  };
}
