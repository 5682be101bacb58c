import type { Context } from "fresh";
import { define, type State } from "../define.ts";
import { findApiTokenHash } from "../lib/accounts/tokens/token.ts";
import { splitUrl } from "../lib/http/hosts.ts";
import {
  automaticallyBanned,
  manuallyBanned,
} from "../lib/limits/ban_errors.ts";

/**
 * Sets the client's address and the role of the host before any route. Errors
 * from here on reach _error.tsx.
 */
export default define.middleware((ctx) => {
  const { state, info, req } = ctx;
  const { clientAddress, hostRole, bannedBlocks, limits, now } = state.services;
  const peer = info.remoteAddr as Deno.NetAddr;
  state.role = hostRole(splitUrl(req.url).authority);
  state.client = clientAddress(peer.hostname, req.headers);
  const bannedUntilMs = bannedBlocks.banEndMs(state.client.ip);
  if (bannedUntilMs !== null) throw manuallyBanned(bannedUntilMs, now());
  const untilMs = limits.banEndMs(state.client.key);
  return untilMs === null ? ctx.next() : passWithToken(ctx, untilMs);
});

/**
 * Lets a banned client pass with a valid API token: others behind its address may
 * have caused the ban.
 */
async function passWithToken(
  ctx: Context<State>,
  untilMs: number,
): Promise<Response> {
  const { state: { services, client }, req } = ctx;
  const hash = findApiTokenHash(req.headers);
  const isValid = hash !== null &&
    await services.tokenVerifier.isValid(hash, client.key);
  if (isValid) return await ctx.next();
  throw automaticallyBanned(untilMs, services.now());
}
