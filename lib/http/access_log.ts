import type { Log } from "../log.ts";
import type { ClientAddressReader } from "../net/client_address.ts";
import { placeOf } from "./front.ts";
import { type ClientForm, loggedClient } from "./logged_client.ts";
import { isProbePath } from "./operations.ts";
import type { RequestIds } from "./request_id.ts";
import type { Watcher } from "./watched.ts";

/** What a request was, as the log names it. The query stays out: it may be what a person typed. */
export interface LoggedRequest extends Record<string, string> {
  id: string;
  client: string;
  method: string;
  path: string;
}

export interface RequestFieldsParts {
  requestId: RequestIds;
  clientAddress: ClientAddressReader;
  clientForm: ClientForm;
}

/** A stranger chooses how long it is. */
const MAX_PATH_LENGTH = 200;

/** Makes a function that tells what the log says of a request. */
export function createRequestFields(
  { requestId, clientAddress, clientForm }: RequestFieldsParts,
): (request: Request, info: Deno.ServeHandlerInfo) => LoggedRequest {
  return ({ url, method, headers }, info) => {
    const peer = (info.remoteAddr as Deno.NetAddr).hostname;
    const { ip } = clientAddress(peer, headers);
    return {
      id: requestId(info, headers),
      client: loggedClient(ip, clientForm),
      method,
      path: placeOf(url).pathname.slice(0, MAX_PATH_LENGTH),
    };
  };
}

/** Writes a line for each answer, but for those to probers. */
export function createAccessLog(
  { log, fieldsOf }: {
    log: Pick<Log, "info">;
    fieldsOf: ReturnType<typeof createRequestFields>;
  },
): Watcher {
  return (request, info, { status }, elapsedMs) => {
    const fields = fieldsOf(request, info);
    if (isProbePath(fields.path)) return;
    log.info("request", { ...fields, status, ms: elapsedMs.toFixed(1) });
  };
}
