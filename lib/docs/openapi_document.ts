import type { JsonSchema } from "./schemas.ts";
import type { ErrorCode } from "./error_codes.ts";
import type { HEADERS } from "./headers.ts";

/** The parts of OpenAPI 3.1 that the document is made of. */

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
  /** Of a refusal. */
  readonly "x-error-codes"?: readonly ErrorCode[];
}

/** Requests in a window, of one client. */
export interface RateLimit {
  readonly bucket: string;
  readonly requests: number;
  readonly window_seconds: number;
}

export interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, DocumentResponse>>;
  /** By what is asked for, one of them counts; without any there is no limit. */
  readonly "x-rate-limits": readonly RateLimit[];
  /** A request that works, without its method. */
  readonly "x-example-url": string;
  /** There only where the operator has not switched it on: every answer is 404. */
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
