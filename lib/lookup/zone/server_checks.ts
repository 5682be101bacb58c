import { type Finding, missing, ok, untested, wrong } from "./finding.ts";
import type { AuthoritativeMessage } from "../../dns/message.ts";
import {
  type Delegation,
  glueIn,
  nameServersIn,
  type ServerReport,
} from "./zone_servers.ts";

/**
 * What the delegation and the responses of a zone's servers show.
 *
 * @param isComplete whether the reports are about all of the servers' addresses
 */
export function serverChecks(
  delegation: Delegation,
  reports: readonly ServerReport[],
  isComplete: boolean,
): Finding[] {
  return [
    delegationCheck(delegation, reports),
    glueCheck(delegation),
    countCheck(reports, isComplete),
    authorityCheck(reports),
    serialCheck(reports),
    familyCheck(reports, isComplete),
    tcpCheck(reports),
    recursionCheck(reports),
  ];
}

function authoritative(reports: readonly ServerReport[]): ServerReport[] {
  return reports.filter(({ soa }) => soa && isAuthoritative(soa));
}

function isAuthoritative(
  { rcode, isAuthoritative, answers }: NonNullable<ServerReport["soa"]>,
): boolean {
  return rcode === "NOERROR" && isAuthoritative &&
    answers.some(({ type }) => type === "SOA");
}

/** The serial of the zone in a response; null without one. */
export function serialOf({ soa }: ServerReport): number | null {
  const record = soa?.answers.find(({ type }) => type === "SOA");
  return record?.type === "SOA" ? record.data.serial : null;
}

const lineOf = ({ name, ip }: ServerReport, text: string) =>
  `${name} (${ip.text}): ${text}`;

function delegationCheck(
  { zone, referral, parent }: Delegation,
  reports: readonly ServerReport[],
): Finding {
  if (!referral) return untested("delegation", "parent_silent");
  const delegated = nameServersIn(referral.message, zone);
  if (delegated.length === 0) {
    return wrong("delegation", "not_delegated", [`${parent}: ${referral.ip}`]);
  }
  if (servesZone(referral.message, zone)) {
    return untested("delegation", "no_referral");
  }
  const inParent = delegated.join(" ");
  const inZone = new Set(
    reports.flatMap(({ nameServers }) => nameServers?.join(" ") ?? []),
  );
  if (inZone.size === 0) return untested("delegation", "zone_silent");
  return inZone.isSubsetOf(new Set([inParent]))
    ? ok("delegation", [`NS ${inParent}`])
    : wrong("delegation", "differs", [
      `${parent}: NS ${inParent}`,
      ...Array.from(inZone, (names) => `${zone}: NS ${names}`),
    ]);
}

/** Whether a parent's server answers from the zone itself: then it shows no delegation. */
function servesZone(
  { isAuthoritative, answers }: AuthoritativeMessage,
  zone: string,
): boolean {
  return isAuthoritative &&
    answers.some(({ type, name }) => type === "NS" && name === zone);
}

/** A server inside the zone can be found only by addresses in the parent. */
function glueCheck({ zone, referral }: Delegation): Finding {
  if (!referral) return untested("glue", "parent_silent");
  const { message } = referral;
  const delegated = nameServersIn(message, zone);
  if (delegated.length === 0 || servesZone(message, zone)) {
    return untested("glue", "no_referral");
  }
  const inside = delegated
    .filter((name) => name === zone || name.endsWith(`.${zone}`));
  const lines = inside.map((name) =>
    `${name}: ${glueIn(message, name).join(" ") || "–"}`
  );
  if (inside.length === 0) return ok("glue", [], "not_needed");
  return inside.every((name) => glueIn(message, name).length > 0)
    ? ok("glue", lines)
    : missing("glue", null, lines);
}

function countCheck(
  reports: readonly ServerReport[],
  isComplete: boolean,
): Finding {
  const names = [...new Set(reports.map(({ name }) => name))];
  const addresses = new Set(reports.map(({ ip }) => ip.text));
  const lines = reports.map((report) => `${report.name} ${report.ip.text}`);
  // RFC 1034 section 4.1 requires two servers.
  if (names.length > 1 && addresses.size > 1) return ok("servers", lines);
  if (!isComplete) return untested("servers", "no_response");
  return wrong("servers", names.length === 0 ? "none" : "single", lines);
}

function authorityCheck(reports: readonly ServerReport[]): Finding {
  const queried = reports.filter(({ skipped }) => skipped === null);
  if (queried.length === 0) return untested("authority", "not_queried");
  const families = new Set(
    queried.flatMap(({ ip, soa }) => soa === null ? [] : ip.family),
  );
  if (families.size === 0) return untested("authority", "zone_silent");
  // Where no server of a family responds, this machine may have no such connection.
  const reachable = queried.filter(({ ip }) => families.has(ip.family));
  const lame = reachable.flatMap((report) =>
    report.soa === null
      ? lineOf(report, "–")
      : isAuthoritative(report.soa)
      ? []
      : lineOf(
        report,
        `${report.soa.rcode}, aa=${report.soa.isAuthoritative ? 1 : 0}`,
      )
  );
  if (lame.length > 0) return wrong("authority", "lame", lame);
  if (reachable.length < queried.length) {
    return untested("authority", "unreachable");
  }
  return ok(
    "authority",
    queried.map((report) => lineOf(report, `aa=1, ${report.elapsedMs} ms`)),
  );
}

function serialCheck(reports: readonly ServerReport[]): Finding {
  const answering = authoritative(reports);
  if (answering.length === 0) return untested("serials", "zone_silent");
  const lines = answering.map((report) =>
    lineOf(report, `SOA ${serialOf(report)}`)
  );
  const serials = new Set(answering.map(serialOf));
  return serials.size === 1
    ? ok("serials", lines)
    : wrong("serials", "differ", lines);
}

function familyCheck(
  reports: readonly ServerReport[],
  isComplete: boolean,
): Finding {
  const lacking = ([4, 6] as const).filter((family) =>
    !reports.some(({ ip }) => ip.family === family)
  );
  if (lacking.length > 0 && !isComplete) {
    return untested("families", "no_response");
  }
  if (reports.length === 0) return untested("families", "not_queried");
  if (lacking.length > 0) return missing("families", `no_ipv${lacking[0]}`);
  const answers = ([4, 6] as const).map((family) =>
    authoritative(reports).some(({ ip }) => ip.family === family)
  );
  return answers.every(Boolean)
    ? ok("families")
    : untested("families", "unreachable");
}

function tcpCheck(reports: readonly ServerReport[]): Finding {
  const tried = reports.filter(({ answersTcp }) => answersTcp !== null);
  if (tried.length === 0) return untested("tcp", "zone_silent");
  const silent = tried.filter(({ answersTcp }) => !answersTcp);
  return silent.length === 0
    ? ok("tcp")
    : wrong("tcp", "silent", silent.map((report) => lineOf(report, "–")));
}

function recursionCheck(reports: readonly ServerReport[]): Finding {
  const known = reports.filter(({ isOpenResolver }) => isOpenResolver !== null);
  const open = known.filter(({ isOpenResolver }) => isOpenResolver);
  if (open.length > 0) {
    return wrong(
      "recursion",
      "open",
      open.map((report) => lineOf(report, ". SOA: NOERROR, aa=0")),
    );
  }
  return known.length === 0
    ? untested("recursion", "zone_silent")
    : ok("recursion");
}
