import type { Finding } from "../../../../lib/lookup/zone/finding.ts";
import {
  type ZoneDeps,
  ZoneQueries,
} from "../../../../lib/lookup/zone/zone_servers.ts";
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

/** That these checks, in words, found nothing wrong. */
export function allOk(checks: string): Record<string, string> {
  return Object.fromEntries(checks.split(" ").map((check) => [check, "ok"]));
}
