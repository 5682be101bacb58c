import type { Finding } from "../../../../lib/lookup/zone/finding.ts";
import {
  type ZoneDeps,
  ZoneQueries,
} from "../../../../lib/lookup/zone/zone_servers.ts";
import type { AuthoritativeMessage } from "../../../../lib/dns/message.ts";
import { caller } from "../../../support/caller.ts";
import { policy } from "../policy.ts";
import { type Script, scriptedClient } from "../scripted_client.ts";

/** Queries of a zone whose resolver's responses are scripted. */
export function zoneQueries(
  script: Script,
  queryServer: ZoneDeps["client"]["queryServer"],
  fetchPolicy: ZoneDeps["fetchPolicy"] = () => Promise.resolve(null),
): ZoneQueries {
  const client = { ...scriptedClient(script), queryServer };
  const deps = { client, policy, now: () => 0, serverPort: 53, fetchPolicy };
  return new ZoneQueries(deps, caller);
}

/** Each check as `state reason`. */
export function verdictsOf(findings: readonly Finding[]) {
  return Object.fromEntries(findings.map(({ check, state, reason }) => [
    check,
    reason === null ? state : `${state} ${reason}`,
  ]));
}

/** The same verdict for these checks, which are in words. */
export function all(verdict: string, checks: string): Record<string, string> {
  return Object.fromEntries(checks.split(" ").map((check) => [check, verdict]));
}

/** A response with authority; an empty one by default. */
export const message = (
  parts: Partial<AuthoritativeMessage> = {},
): AuthoritativeMessage => ({
  ...{ rcode: "NOERROR", isAuthoritative: true },
  ...{ answers: [], authorities: [], additionals: [], ...parts },
});
