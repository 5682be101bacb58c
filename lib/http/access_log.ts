import {
  type ClientAddressReader,
  peerAddress,
} from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";
import { enclosingCidr, formatCidr } from "../net/cidr.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Log } from "../core/log.ts";
import { splitUrl } from "./authority.ts";
import { isProbePath } from "./operator_endpoints.ts";
import type { OnResponse } from "./on_response.ts";

/** The id of a request, the same each time it is asked for. */
export type RequestIds = (
  info: Deno.ServeHandlerInfo,
  headers: Headers,
) => string;

export const REQUEST_ID_HEADER = "x-request-id";

/** It goes into the log and back to the client. */
const wellFormed = /^[\w.:+/=-]{1,128}$/;

/**
 * Makes a function that tells requests apart in the log: by the id that a
 * trusted proxy gave, else by one of its own. None is made before it is needed.
 */
export function createRequestIds(
  { trustedProxies, random }: {
    trustedProxies: Pick<PrefixSet, "has">;
    random: (bytes: number) => Uint8Array;
  },
): RequestIds {
  // By the connection's part of a request, since on its way in it is rewritten.
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

/** How client addresses are logged. */
export type ClientForm = "short" | "full";

/** An address as the log has it: `short` is the network of many, not of one person. */
export function loggedClient(ip: IpAddress, form: ClientForm): string {
  return form === "full"
    ? ip.text
    : formatCidr(enclosingCidr(ip, ip.family === 4 ? 24 : 48));
}

/** What a request was, as the log names it. The query stays out: it may be what a person typed. */
export interface LoggedRequest extends Record<string, string> {
  id: string;
  client: string;
  method: string;
  path: string;
}

export interface RequestFieldsDeps {
  requestId: RequestIds;
  clientAddress: ClientAddressReader;
  clientForm: ClientForm;
}

/** A stranger chooses how long it is. */
const MAX_PATH_LENGTH = 200;

/** Makes a function that tells what the log says of a request. */
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

/** Writes a line for each answer, but for those to probers. */
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
