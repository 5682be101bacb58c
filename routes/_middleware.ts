import { define } from "../define.ts";
import { AppError } from "../lib/http/errors.ts";
import { authorityOf } from "../lib/http/front.ts";

/** Who asks, and on which host: known before any route. What is thrown from here on ends in _error.tsx. */
export default define.middleware((ctx) => {
  const { state, info, req } = ctx;
  const { clientAddress, hostRole, limits, manualBans } = state.services;
  const peer = info.remoteAddr as Deno.NetAddr;
  state.role = hostRole(authorityOf(req.url));
  state.client = clientAddress(peer.hostname, req.headers);
  if (limits.isBanned(state.client.key)) {
    throw forbidden(
      "Requests from this address are refused for a while, after too many of them.",
    );
  }
  if (manualBans.isBanned(state.client.ip)) {
    throw forbidden("Requests from this address are refused.");
  }
  return ctx.next();
});

function forbidden(message: string): AppError {
  return new AppError(403, "FORBIDDEN", message);
}
