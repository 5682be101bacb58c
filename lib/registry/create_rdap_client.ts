import { Bootstrap } from "./bootstrap.ts";
import type { AddressRule } from "./destination.ts";
import { RdapClient } from "./rdap_client.ts";
import { createSafeGet } from "./safe_get.ts";

export interface RdapOptions extends AddressRule {
  /** Where the list of registries is, if not at IANA; the operator's word. */
  bootstrapUrl?: URL;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** An RDAP client that goes where the rule allows. */
export function createRdapClient(
  { bootstrapUrl, now, ...rule }: RdapOptions,
): RdapClient {
  const get = createSafeGet(rule);
  const bootstrap = new Bootstrap({ get, baseUrl: bootstrapUrl, now });
  return new RdapClient({ get, bootstrap, now });
}
