import { peerAddress } from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";

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
