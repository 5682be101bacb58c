import { createDefine } from "fresh";
import type { HostRole } from "./lib/http/hosts.ts";
import type { ClientAddress } from "./lib/net/client_address.ts";
import type { Services } from "./lib/services.ts";

/** What the middlewares know of a request before its route is called. */
export interface State {
  services: Services;
  client: ClientAddress;
  role: HostRole;
}

export const define = createDefine<State>();
