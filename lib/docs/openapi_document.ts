import type { JsonSchema } from "./schemas.ts";
import type { ErrorCode } from "./error_codes.ts";
import type { HEADERS } from "./headers.ts";
import type { OperationId } from "./texts.ts";

/** The parts of OpenAPI 3.1 that the document uses. */

export interface Server {
  readonly url: string;
  readonly description: string;
}

export interface DocumentParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string | number;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DocumentResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, MediaType>>;
  /** Present in error responses. */
  readonly "x-error-codes"?: readonly ErrorCode[];
}

/** Requests per window and client. */
export interface RateLimit {
  readonly bucket: string;
  readonly requests: number;
  readonly window_seconds: number;
}

export interface DocumentOperation {
  readonly operationId: OperationId;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, DocumentResponse>>;
  /** One of them applies, depending on the request. Empty: no limit. */
  readonly "x-rate-limits": readonly RateLimit[];
  /** The URL of a request that works. */
  readonly "x-example-url": string;
  /** Present if the operator has not enabled the endpoint: every response is 404. */
  readonly "x-switched-off"?: true;
}

export interface PathItem {
  readonly servers?: readonly Server[];
  readonly get?: DocumentOperation;
  readonly post?: DocumentOperation;
}

export interface OpenapiDocument {
  readonly openapi: "3.1.1";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly Server[];
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
  }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: typeof HEADERS;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}
