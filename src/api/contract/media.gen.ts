// Written by scripts/contract.ts from media.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";

export interface MediaFile { id?: string | null; displayName?: string | null; url?: string | null; parentFolderId?: string | null; hash?: string | null; sizeInBytes?: string | null; private?: boolean | null; mediaType?: "UNKNOWN" | "IMAGE" | "VIDEO" | "AUDIO" | "DOCUMENT" | "VECTOR" | "ARCHIVE" | "MODEL3D" | (string & {}) | null; media?: { image?: { image?: { id?: string | null; url?: string | null; width?: number | null; height?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; operationStatus?: "FAILED" | "READY" | "PENDING" | (string & {}) | null; state?: "OK" | "DELETED" | (string & {}) | null; thumbnailUrl?: string | null; createdDate?: Time | null; updatedDate?: Time | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  mediaFiles: {
    generateUploadUrl: EndpointOf<{ mimeType: string; fileName?: string | null; sizeInBytes?: string | null; parentFolderId?: string | null; private?: boolean | null; labels?: string[] | null; externalInfo?: { origin?: string | null; externalIds?: Record<string, string> | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { uploadUrl?: string | null; [field: string]: unknown; }>;
    upload: EndpointOf<{ token?: string | null; filename?: string | null; content: string; [field: string]: unknown; }, { file?: MediaFile | null; [field: string]: unknown; }>;
    search: EndpointOf<{ search?: string | null; rootFolder?: "MEDIA_ROOT" | "TRASH_ROOT" | "VISITOR_UPLOADS_ROOT" | (string & {}) | null; mediaTypes?: string[] | null; private?: boolean | null; sort?: { fieldName?: string | null; order?: "ASC" | "DESC" | (string & {}) | null; [field: string]: unknown; } | null; paging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { files?: MediaFile[] | null; nextCursor?: { cursors?: { next?: string | null; prev?: string | null; [field: string]: unknown; } | null; hasNext?: boolean | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
  };
}
