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

/** Returns the id of a request, always the same one. */
type RequestIds = (
  info: Deno.ServeHandlerInfo,
  headers: Headers,
) => string;

const REQUEST_ID_HEADER = "x-request-id";

/** Ids are logged and returned to the client. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/**
 * Creates the request ids of the log: the id that a trusted proxy sends, or a
 * random one, generated when it is first needed.
 */
export function createRequestIds(
  { trustedProxies, random }: {
    trustedProxies: Pick<PrefixSet, "has">;
    random: (bytes: number) => Uint8Array;
  },
): RequestIds {
  // Keyed by the connection info, because the request itself is rewritten on its way in.
  const ids = new WeakMap<Deno.ServeHandlerInfo, string>();

  function idOf(info: Deno.ServeHandlerInfo, headers: Headers): string {
    const given = headers.get(REQUEST_ID_HEADER);
    if (given !== null && wellFormed.test(given)) {
      const { hostname } = info.remoteAddr as Deno.NetAddr;
      if (trustedProxies.has(peerAddress(hostname))) return given;
    }
    return random(9).toBase64({ alphabet: "base64url" });
  }

  return (info, headers) => {
    let id = ids.get(info);
    if (id === undefined) {
      id = idOf(info, headers);
      ids.set(info, id);
    }
    return id;
  };
}

/** How client addresses are logged: `short` is the /24 or /48 network, shared by many people. */
type ClientForm = "short" | "full";

/** The logged form of a client address. */
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

interface RequestFieldsDeps {
  requestId: RequestIds;
  clientAddress: ClientAddressReader;
  clientForm: ClientForm;
}

/** The client chooses its length. */
const MAX_PATH_LENGTH = 200;

/** Creates a function that returns the logged fields of a request. */
export function createRequestFields(
  { requestId, clientAddress, clientForm }: RequestFieldsDeps,
): (request: Request, info: Deno.ServeHandlerInfo) => LoggedRequest {
  return ({ url, method, headers }, info) => {
    const peer = (info.remoteAddr as Deno.NetAddr).hostname;
    const { ip } = clientAddress(peer, headers);
    return {
      id: requestId(info, headers),
      client: loggedClient(ip, clientForm),
      method,
      path: splitUrl(url).pathname.slice(0, MAX_PATH_LENGTH),
    };
  };
}

/** Logs a line for each response, except those to health probes. */
export function createAccessLog(
  { log, fieldsOf }: {
    log: Pick<Log, "info">;
    fieldsOf: ReturnType<typeof createRequestFields>;
  },
): OnResponse {
  return (request, info, { status }, elapsedMs) => {
    const fields = fieldsOf(request, info);
    if (isProbePath(fields.path)) return;
    log.info("request", { ...fields, status, ms: elapsedMs.toFixed(1) });
  };
}

/**
 * Logs a server error (5xx) and returns it with the request id of the log line
 * as a header. Client errors are returned unchanged and are not logged.
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

interface ErrorReporterDeps {
  log: Pick<Log, "warn" | "error">;
  /** One line a minute for each kind of error, because clients can cause any number. */
  lines: LogRateLimiter;
  requestId: RequestIds;
  fieldsOf: ReturnType<typeof createRequestFields>;
}

/**
 * Creates the reporter of server errors. An expected one (503: overload, or no
 * response from the store or a name server) is logged as a warning with its
 * reason; a bug is logged as an error with its stack.
 */
export function createErrorReporter(
  { log, lines, requestId, fieldsOf }: ErrorReporterDeps,
): ReportError {
  return (error, request, info) => {
    if (error.status < 500) return error;
    logError(error, { log, lines }, () => fieldsOf(request, info));
    return error.with({
      [REQUEST_ID_HEADER]: requestId(info, request.headers),
    });
  };
}

/** Logs an error of 500 or above, unless one of its kind was just logged. */
export function logError(
  error: AppError,
  { log, lines }: Pick<ErrorReporterDeps, "log" | "lines">,
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
