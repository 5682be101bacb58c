import {
  DEFAULT_POLICY,
  type LookupPolicy,
} from "../../../../lib/dns/lookup/lookup_policy.ts";

const DOCUMENTATION = /^Documentation/;

/** The default, but for the documentation blocks: tests have their public addresses there. */
export const policy: LookupPolicy = {
  ...DEFAULT_POLICY,
  reservedName(ip) {
    const name = DEFAULT_POLICY.reservedName(ip);
    return name !== null && DOCUMENTATION.test(name) ? null : name;
  },
};
