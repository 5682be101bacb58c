import {
  DEFAULT_POLICY,
  type LookupPolicy,
} from "../../../lib/lookup/lookup_deps.ts";
import { bogonName } from "../../../lib/net/special_blocks.ts";

/**
 * The default policy, except that documentation blocks count as public, because
 * tests use them as such.
 */
export const policy: LookupPolicy = {
  ...DEFAULT_POLICY,
  isReserved: (ip) => !/^Documentation|^null$/.test(String(bogonName(ip))),
};
