import type { TokenQuota } from "../http/quota_response.ts";
import { asAppError } from "../core/errors.ts";
import { jsonText } from "../core/json.ts";
import { errorText } from "../i18n/errors.ts";
import {
  initializedVersion,
  parseMessage,
  requestIdOf,
  RPC_CODES,
  RpcError,
  type RpcMessage,
  VERSIONS,
} from "./message.ts";
import {
  findTool,
  toolList,
  type ToolRequest,
  type ToolServices,
} from "./tools.ts";

/** What to respond to a message. */
interface McpReply {
  readonly status: number;
  /** A JSON-RPC response; null for a notification. */
  readonly body: object | null;
  /** The quota of the token that was used. */
  readonly quota?: TokenQuota | undefined;
}

interface Result {
  readonly result: object;
  readonly quota?: TokenQuota | undefined;
}

const INSTRUCTIONS =
  "Facts about IP addresses, domain names and networks. Without an API token, records have basic facts; with one, they have more about risk and routing, and each costs one request of the monthly quota.";

/** Tools change only with the program and its configuration. */
const LIST_LIFETIME_MS = 3_600_000;

/** Statuses of tool errors that the client has to handle, rather than the model. */
const HTTP_STATUSES = new Set([401, 403, 500]);

/** Responds to messages of the Model Context Protocol. Keeps no state. */
export class McpService {
  readonly #services: ToolServices;
  readonly #serverInfo: object;

  /** @param version of this program */
  constructor(services: ToolServices, version: string) {
    this.#services = services;
    this.#serverInfo = { name: "porthole", title: "Porthole", version };
  }

  /**
   * @param body of the HTTP request, parsed; undefined if it is not JSON
   * @throws {AppError} 401, 403 for a token; 429; 500
   */
  async respond(body: unknown, request: ToolRequest): Promise<McpReply> {
    const id = requestIdOf(body);
    try {
      if (body === undefined) {
        throw new RpcError(RPC_CODES.parseError, "The body is not JSON");
      }
      const message = parseMessage(body, request.req.headers);
      if (message.id === undefined) return { status: 202, body: null };
      const { result, quota } = await this.#resultOf(message, request);
      const _meta = {
        "io.modelcontextprotocol/serverInfo": this.#serverInfo,
      };
      const full = message.isModern
        ? { resultType: "complete", ...result, _meta }
        : result;
      return {
        status: 200,
        body: { jsonrpc: "2.0", id, result: full },
        quota,
      };
    } catch (thrown) {
      if (!(thrown instanceof RpcError)) throw thrown;
      const { code, message, status, data } = thrown;
      const error = { code, message, ...data && { data } };
      return {
        status,
        body: { jsonrpc: "2.0", ...id !== undefined && { id }, error },
      };
    }
  }

  async #resultOf(
    { method, params, isModern }: RpcMessage,
    request: ToolRequest,
  ): Promise<Result> {
    const capabilities = { tools: {} };
    const caching = isModern
      ? { ttlMs: LIST_LIFETIME_MS, cacheScope: "public" }
      : {};
    if (method === "tools/call") return await this.#call(params, request);
    if (method === "tools/list") {
      return { result: { tools: toolList(this.#services), ...caching } };
    }
    if (method === "ping") return { result: {} };
    if (method === "server/discover" && isModern) {
      return {
        result: {
          supportedVersions: VERSIONS,
          capabilities,
          serverInfo: this.#serverInfo,
          instructions: INSTRUCTIONS,
          ...caching,
        },
      };
    }
    if (method === "initialize" && !isModern) {
      return {
        result: {
          protocolVersion: initializedVersion(params.protocolVersion),
          capabilities,
          serverInfo: this.#serverInfo,
          instructions: INSTRUCTIONS,
        },
      };
    }
    // Earlier clients take 404 for the end of a session.
    throw new RpcError(
      RPC_CODES.methodNotFound,
      "Method not found",
      isModern ? 404 : 200,
    );
  }

  async #call(
    { name, arguments: given = {} }: RpcMessage["params"],
    request: ToolRequest,
  ): Promise<Result> {
    const tool = findTool(name, this.#services);
    const argument = tool?.argument?.[0];
    const text = argument === undefined
      ? ""
      : (given as Record<string, unknown> | null)?.[argument];
    if (!tool || typeof text !== "string") {
      throw new RpcError(
        RPC_CODES.invalidParams,
        tool ? `The argument ${argument} must be a string` : "Unknown tool",
        200,
      );
    }
    try {
      const { record, quota } = await tool.call(text, request, this.#services);
      return {
        result: {
          content: [{ type: "text", text: jsonText(record) }],
          structuredContent: record,
        },
        quota,
      };
    } catch (thrown) {
      const error = asAppError(thrown);
      const { status, code, params } = error;
      if (request.req.signal.aborted || HTTP_STATUSES.has(status)) throw thrown;
      if (params.reason === "rate_limited") throw thrown;
      // A model can read the sentence, and correct the call.
      const text = `${code}: ${errorText("en", params)}`;
      return {
        result: { content: [{ type: "text", text }], isError: true },
      };
    }
  }
}
