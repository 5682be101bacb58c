import { createDefine } from "fresh";
import type { Member } from "./lib/accounts/account.ts";
import type { HostRole } from "./lib/http/hosts.ts";
import type { ClientAddress } from "./lib/net/client_address.ts";
import type { Services } from "./lib/app/services/services.ts";

/** What the middlewares know of a request before its route is called. */
export interface State {
  services: Services;
  client: ClientAddress;
  role: HostRole;
  /** Who is signed in; unset where a page does not depend on it. */
  member?: Member | null;
  /** The value of the cookie that says so. */
  sessionCookie?: string;
}

export const define = createDefine<State>();
