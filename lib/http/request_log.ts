import {
  type ClientAddressReader,
  peerAddress,
} from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";
import { enclosingCidr, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import {
  describeError,
  type Log,
  type LogRateLimiter,
  summarizeError,
} from "../core/log.ts";
import { splitUrl } from "./hosts.ts";
import { isProbePath } from "./operator_endpoints.ts";
import type { OnResponse } from "./on_response.ts";
import type { AppError } from "../core/errors.ts";

const REQUEST_ID_HEADER = "x-request-id";

/** Ids are logged and returned to the client. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/** How client addresses are logged: `short` is the /24 or /48 network, shared by many people. */
type ClientForm = "short" | "full";

export function loggedClient(ip: IpAddress, form: ClientForm): string {
  return form === "full"
    ? ip.text
    : formatCidr(enclosingCidr(ip, ip.family === 4 ? 24 : 48));
}

/** The logged fields of a request. The query is left out, because a person may have typed it. */
interface LoggedRequest extends Record<string, string> {
  id: string;
  client: string;
  method: string;
  path: string;
}

/** The client chooses its length. */
const MAX_PATH_LENGTH = 200;

/**
 * Logs a server error (5xx) and returns it with the request id of the log line
 * as a header. Client errors are returned unchanged and are not logged.
 *
 * An expected error (503: overload, or no response from the store or a name
 * server) is logged as a warning with its reason; a bug is logged as an error
 * with its stack.
 */
type ReportError = (
  error: AppError,
  request: Request,
  info: Deno.ServeHandlerInfo,
) => AppError;

/** The part of a request context that error reports need. */
export interface FailedRequest {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly state: {
    readonly services: { readonly reportError: ReportError };
  };
}

interface ErrorLog {
  log: Pick<Log, "warn" | "error">;
  /** One line a minute for each kind of error, because clients can cause any number. */
  lines: LogRateLimiter;
}

interface RequestLogDeps extends ErrorLog {
  log: Pick<Log, "info" | "warn" | "error">;
  trustedProxies: Pick<PrefixSet, "has">;
  clientAddress: ClientAddressReader;
  clientForm: ClientForm;
  random: (bytes: number) => Uint8Array;
}

/** Logs requests and their errors, each with the id of the request. */
export class RequestLog {
  /** Keyed by the connection info, because the request itself is rewritten on its way in. */
  readonly #ids = new WeakMap<Deno.ServeHandlerInfo, string>();

  constructor(private readonly deps: RequestLogDeps) {}

  /** Logs a line for each response, except those to health probes. */
  readonly logResponse: OnResponse = (request, info, { status }, elapsedMs) => {
    const fields = this.#fieldsOf(request, info);
    if (isProbePath(fields.path)) return;
    this.deps.log.info("request", {
      ...fields,
      status,
      ms: elapsedMs.toFixed(1),
    });
  };

  readonly reportError: ReportError = (error, request, info) => {
    if (error.status < 500) return error;
    this.logError(error, request, info);
    return error.with({ [REQUEST_ID_HEADER]: this.#idOf(request, info) });
  };

  readonly logError = (
    error: AppError,
    request: Request,
    info: Deno.ServeHandlerInfo,
  ): void => {
    logError(error, this.deps, () => this.#fieldsOf(request, info));
  };

  /** The id that a trusted proxy sends, or a random one, generated when it is first needed. */
  #idOf({ headers }: Request, info: Deno.ServeHandlerInfo): string {
    let id = this.#ids.get(info);
    if (id === undefined) {
      id = this.#givenId(headers, info) ??
        this.deps.random(9).toBase64({ alphabet: "base64url" });
      this.#ids.set(info, id);
    }
    return id;
  }

  #givenId(headers: Headers, info: Deno.ServeHandlerInfo): string | null {
    const given = headers.get(REQUEST_ID_HEADER);
    if (given === null || !wellFormed.test(given)) return null;
    const peer = peerAddress((info.remoteAddr as Deno.NetAddr).hostname);
    return this.deps.trustedProxies.has(peer) ? given : null;
  }

  #fieldsOf(request: Request, info: Deno.ServeHandlerInfo): LoggedRequest {
    const { clientAddress, clientForm } = this.deps;
    const peer = (info.remoteAddr as Deno.NetAddr).hostname;
    const { ip } = clientAddress(peer, request.headers);
    return {
      id: this.#idOf(request, info),
      client: loggedClient(ip, clientForm),
      method: request.method,
      path: splitUrl(request.url).pathname.slice(0, MAX_PATH_LENGTH),
    };
  }
}

/** Logs an error of 500 or above, unless one of its kind was just logged. */
export function logError(
  error: AppError,
  { log, lines }: ErrorLog,
  fieldsOf: () => Readonly<Record<string, string>> = () => ({}),
): void {
  const { status, code, params: { reason }, cause } = error;
  const isExpected = status === 503;
  const heldBack = lines.admit(isExpected ? reason : throwSite(cause));
  if (heldBack === null) return;
  const more = heldBack || undefined;
  const fields = fieldsOf();
  if (isExpected) {
    log.warn("request not served", {
      ...fields,
      code,
      reason,
      cause: cause === undefined ? undefined : summarizeError(cause),
      more,
    });
  } else {
    log.error("request failed", {
      ...fields,
      error: describeError(cause ?? error),
      more,
    });
  }
}

/** The source line that threw, which identifies the kind of error: messages can contain client input and differ each time. */
function throwSite(thrown: unknown): string {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return stack?.match(/^ {4}at .*file:.*$/m)?.[0] ?? "";
}
