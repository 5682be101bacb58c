import { type Context, createDefine, csp, csrf } from "fresh";
import type { Member } from "./lib/accounts/account_record.ts";
import { BootScript } from "./lib/http/boot_script.ts";
import { type HostRole, isOwnOrigin } from "./lib/http/hosts.ts";
import { methods } from "./lib/http/methods.ts";
import type { ClientAddress } from "./lib/net/client_address.ts";
import type { Services } from "./lib/app/services/services.ts";

/** What middlewares know about a request before its route runs. */
export interface State {
  services: Services;
  client: ClientAddress;
  role: HostRole;
  /** The signed-in member; unset on pages that don't depend on it. */
  member?: Member | null;
  /** Path and query that the forms of every page return to; by default those of the request. */
  returnPath?: string;
  /** The session cookie's value. */
  sessionCookie?: string;
}

export const define = createDefine<State>();

/** The handler of a route, from a function for each method. */
export function byMethod<GetResult = Response, PostResult = Response>(
  handlers: Parameters<
    typeof methods<Context<State>, GetResult, PostResult>
  >[0],
) {
  return methods(handlers);
}

/** Refuses forms that another site makes a visitor's browser send. */
export const ownForms = csrf<State>({
  origin: (origin, { url, state }) =>
    isOwnOrigin(origin, url, state.services.config.BASE_URL),
});

const withNonce = csp<unknown>({ useNonce: true });

export const bootScript = new BootScript((rendered) => {
  const next = () => Promise.resolve(rendered);
  return withNonce({ next } as Context<unknown>);
});
