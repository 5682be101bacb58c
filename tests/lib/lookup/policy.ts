import {
  DEFAULT_POLICY,
  type LookupPolicy,
} from "../../../lib/lookup/lookup_policy.ts";
import { bogonName } from "../../../lib/net/special_blocks.ts";

/** The default, but for the documentation blocks: tests have their public addresses there. */
export const policy: LookupPolicy = {
  ...DEFAULT_POLICY,
  isReserved: (ip) => !/^Documentation|^null$/.test(String(bogonName(ip))),
};
