import type { EgressReport, Probe } from "./report.ts";
import { UNTESTED_REASONS } from "./untested_reasons.ts";

export type ReadinessName =
  | "v4"
  | "v6"
  | "dual"
  | "large"
  | "literal"
  | "resolver";

/** `slow` works, later than it should; `untested` could not run. */
export type ReadinessVerdict = "good" | "slow" | "bad" | "untested";

/**
 * A fallback that starts IPv4 when IPv6 has not answered waits about this long
 * (RFC 8305 section 8: 250 ms, and no less than 100 ms): what comes this much
 * later than IPv4 alone has waited for IPv6.
 */
const FALLBACK_MS = 200;

/** A lost packet is sent again after a second (RFC 6298 section 2), so a large answer this late was not lucky at once. */
const RETRY_MS = 1000;

/** A verdict with the share of the weight that it earns. */
export interface Outcome {
  verdict: ReadinessVerdict;
  /** 0 to 1. */
  share: number;
  sentence: string;
}

const good = (sentence: string, share = 1): Outcome => ({
  verdict: "good",
  share,
  sentence,
});
const slow = (sentence: string, share: number): Outcome => ({
  verdict: "slow",
  share,
  sentence,
});
const bad = (sentence: string): Outcome => ({
  verdict: "bad",
  share: 0,
  sentence,
});

/** What each of the six tests says. */
export function readinessOutcomes(
  report: EgressReport,
): Record<ReadinessName, Outcome> {
  const { exits, resolversV6 } = report;
  return {
    v4: outcomeOf(exits.v4, () => v4Outcome(report)),
    v6: outcomeOf(exits.v6, () => v6Outcome(report)),
    dual: outcomeOf(exits.dual, () => dualOutcome(report)),
    large: outcomeOf(exits.large, () => largeOutcome(report)),
    literal: outcomeOf(exits.literal, () => literalOutcome(report)),
    resolver: outcomeOf(resolversV6, () => resolverOutcome(report)),
  };
}

const untested = (sentence: string): Outcome => ({
  verdict: "untested",
  share: 0,
  sentence,
});

/** No verdict where a test could not run. */
function outcomeOf(
  { state }: Probe<unknown>,
  ranWith: () => Outcome,
): Outcome {
  switch (state) {
    case "idle":
      return untested("Not tested yet.");
    case "running":
      return untested("Being tested.");
    case "blocked":
    case "not_configured":
    case "stopped":
      return untested(`Not tested: ${UNTESTED_REASONS[state]}.`);
    default:
      return ranWith();
  }
}

const answers = ({ state }: Probe<unknown>) => state === "found";

/** How much longer one probe took than another, in ms; 0 where one of the two has no time. */
function laterMs(probe: Probe<unknown>, than: Probe<unknown>): number {
  if (!answers(than)) return 0;
  return (probe.elapsedMs ?? 0) - (than.elapsedMs ?? Infinity);
}

function v4Outcome({ exits: { v4 } }: EgressReport): Outcome {
  return answers(v4)
    ? good("IPv4 works.")
    : bad("No answer: what has IPv4 alone is out of reach.");
}

function v6Outcome({ exits: { v6, dual, literal } }: EgressReport): Outcome {
  if (answers(v6)) return good("IPv6 works.");
  return bad(
    answers(literal) || dual.value?.family === 6
      ? "No answer, although IPv6 works: the name may not resolve."
      : "No answer: there is no way out over IPv6.",
  );
}

function dualOutcome({ exits: { v4, v6, dual } }: EgressReport): Outcome {
  if (!answers(dual)) {
    return bad("No answer: nothing falls back from one family to the other.");
  }
  if (dual.value?.family === 6) return good("Reached over IPv6.");
  const waitedMs = laterMs(dual, v4);
  if (waitedMs >= FALLBACK_MS && !answers(v6)) {
    return slow(
      `Reached over IPv4, ${
        Math.round(waitedMs)
      } ms later than IPv4 alone: IPv6 was tried first, in vain.`,
      0.1,
    );
  }
  return good(
    answers(v6)
      ? "Reached over IPv4, although IPv6 works: your browser prefers IPv4, or IPv6 is slower."
      : answers(v4)
      ? "Reached over IPv4, without a wait."
      : "Reached over IPv4.",
    0.25,
  );
}

function largeOutcome({ exits: { dual, large } }: EgressReport): Outcome {
  if (!answers(large)) {
    return bad(
      answers(dual)
        ? "Small answers arrive and large ones don't: path MTU discovery fails, as where a firewall drops ICMPv6 Packet Too Big."
        : "No answer, large or small.",
    );
  }
  const isV6 = large.value?.family === 6;
  if (laterMs(large, dual) >= RETRY_MS) {
    return slow(
      `Arrived over IPv${
        isV6 ? 6 : 4
      }, but late: packets were lost until they were small enough.`,
      isV6 ? 0.5 : 0.1,
    );
  }
  return isV6
    ? good("Arrived over IPv6: path MTU discovery works.")
    : good("Arrived over IPv4, which says nothing about IPv6.", 0.25);
}

function literalOutcome({ exits: { v6, literal } }: EgressReport): Outcome {
  if (answers(literal)) return good("IPv6 works without a name.");
  return bad(
    answers(v6)
      ? "No answer, although IPv6 works by name."
      : "No answer: the way is missing, not the name.",
  );
}

function resolverOutcome({ resolvers, resolversV6 }: EgressReport): Outcome {
  if (answers(resolversV6) && resolversV6.value?.length !== 0) {
    return good("Your resolver reaches a name server with IPv6 alone.");
  }
  // Where no question arrived at all, it is not for want of IPv6.
  if (!answers(resolvers)) {
    return untested("Not tested: no question of your resolver arrived.");
  }
  return bad(
    "Your resolver does not reach a name server with IPv6 alone: names served that way don't resolve.",
  );
}
