import { Buffer } from "node:buffer";
import * as z from "zod";

/**
 * Messages of the Model Context Protocol (modelcontextprotocol.io/specification):
 * JSON-RPC 2.0 with a version.
 *
 * From revision 2026-07-28 on, each request names its version, and headers repeat
 * it. Earlier clients agree on one with `initialize`; requests after it need no
 * memory of that here.
 */

/** The revision in which each request stands for itself. */
const MODERN = "2026-07-28";

/** Revisions with `initialize`, the newest first. Batches, which 2025-03-26 has, are refused as later revisions say. */
const LEGACY: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

export const VERSIONS: readonly string[] = [MODERN, ...LEGACY];

/** The revision that answers `initialize`: the client's, or else the newest. */
export function initializedVersion(requested: unknown): string {
  return LEGACY.find((version) => version === requested) ?? LEGACY[0];
}

/** Codes of JSON-RPC 2.0 section 5.1, and of MCP. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error of the protocol. Its text is for developers of clients. */
export class RpcError extends Error {
  override name = "RpcError";

  constructor(
    readonly code: number,
    message: string,
    /** The status of the HTTP response. */
    readonly status = 400,
    readonly data?: object,
  ) {
    super(message);
  }
}

type RequestId = string | number;

/** A request, or without an id a notification. */
export interface RpcMessage {
  readonly id?: RequestId | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether it stands for itself (2026-07-28). */
  readonly isModern: boolean;
}

const messageSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(256), z.int()]).optional(),
  method: z.string().max(256),
  params: z.record(z.string(), z.unknown()).optional(),
});

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

const metaSchema = z.object({
  [VERSION_KEY]: z.string(),
  [CAPABILITIES_KEY]: z.record(z.string(), z.unknown()),
});

/** The id in a body, for an error about it; undefined if there is none. */
export function requestIdOf(body: unknown): RequestId | undefined {
  const parsed = messageSchema.pick({ id: true }).safeParse(body);
  return parsed.data?.id;
}

/**
 * Parses the body of a request, and compares it with its headers.
 *
 * @throws {RpcError}
 */
export function parseMessage(body: unknown, headers: Headers): RpcMessage {
  if (Array.isArray(body)) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      "Batches are not supported: send one message per request",
    );
  }
  const { success, data } = messageSchema.safeParse(body);
  if (!success) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      "The body must be a JSON-RPC 2.0 request or notification",
    );
  }
  const { id, method, params = {} } = data;
  const version = headers.get("mcp-protocol-version");
  const meta = params._meta as Record<string, unknown> | undefined;
  const isModern = meta?.[VERSION_KEY] !== undefined || version === MODERN;
  const message = { id, method, params, isModern };
  if (!isModern || id === undefined) {
    if (version !== null && !VERSIONS.includes(version)) {
      throw unsupported(version);
    }
    return message;
  }
  checkHeaders(message, headers);
  return message;
}

/** @throws {RpcError} */
function checkHeaders({ method, params }: RpcMessage, headers: Headers): void {
  const meta = metaSchema.safeParse(params._meta);
  if (!meta.success) {
    throw new RpcError(
      RPC_CODES.invalidParams,
      `params._meta needs ${VERSION_KEY} and ${CAPABILITIES_KEY}`,
    );
  }
  const version = meta.data[VERSION_KEY];
  const mirrored: [header: string, value: unknown][] = [
    ["MCP-Protocol-Version", version],
    ["Mcp-Method", method],
  ];
  if (method === "tools/call") mirrored.push(["Mcp-Name", params.name]);
  for (const [header, value] of mirrored) {
    if (decodedHeader(headers.get(header)) === value) continue;
    throw new RpcError(
      RPC_CODES.headerMismatch,
      `Header mismatch: ${header} must repeat the value in the body`,
    );
  }
  if (version !== MODERN) throw unsupported(version);
}

/** A header that may be encoded as `=?base64?…?=`. */
function decodedHeader(value: string | null): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  return encoded === undefined
    ? value
    : Buffer.from(encoded, "base64").toString();
}

function unsupported(requested: string): RpcError {
  return new RpcError(
    RPC_CODES.unsupportedVersion,
    "Unsupported protocol version",
    400,
    { supported: VERSIONS, requested },
  );
}
