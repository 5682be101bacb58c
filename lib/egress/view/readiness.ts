import type { EgressTexts } from "./texts.ts";
import { fill } from "../../i18n/language.ts";
import type { EgressReport, Probe } from "./report.ts";

/** The weight of each test; 10 in total. */
const WEIGHTS = { v4: 1, v6: 4, dual: 2, large: 1, literal: 1, resolver: 1 };

export type ReadinessName = keyof typeof WEIGHTS;

const NAMES = Object.keys(WEIGHTS) as ReadinessName[];

/** `slow` works with a delay; `untested` could not run. */
export type ReadinessVerdict = "good" | "slow" | "bad" | "untested";

/**
 * Browsers that start IPv4 if IPv6 has not responded wait about this long (RFC
 * 8305 section 8: 250 ms, at least 100 ms). A response this much later than
 * over IPv4 alone has waited for IPv6.
 */
const FALLBACK_MS = 200;

/**
 * A lost packet is retransmitted after a second (RFC 6298 section 2), so a
 * large response with this delay lost a packet.
 */
const RETRY_MS = 1000;

/** A verdict with the share of the weight that it earns. */
interface Outcome {
  verdict: ReadinessVerdict;
  /** 0 to 1; null if untested, or if the result may not be the visitor's doing. */
  share: number | null;
  sentence: string;
}

const outcome = (verdict: ReadinessVerdict, earned: number | null = 0) =>
(
  sentence: string,
  share = earned,
): Outcome => ({ verdict, share, sentence });

const good = outcome("good", 1);
const slow = outcome("slow");
const bad = outcome("bad");
const untested = outcome("untested", null);

function readinessOutcomes(
  report: EgressReport,
  texts: EgressTexts,
): Record<ReadinessName, Outcome> {
  const { exits, resolversV6 } = report;
  const sentences = texts.readiness;
  const { reasons } = texts.verdicts;
  // No verdict if the test could not run.
  const outcomeOf = ({ state }: Probe<unknown>, ranWith: Ran): Outcome =>
    state === "idle" || state === "running"
      ? untested(sentences[state])
      : state === "not_configured"
      ? untested(reasons.not_offered)
      : state === "blocked" || state === "stopped"
      ? untested(reasons[state])
      : ranWith(report, sentences);
  /** A host that may not exist shows nothing by a network error. */
  const named = (probe: Probe<unknown>, ranWith: Ran) =>
    probe.state === "failed"
      ? untested(reasons.failed)
      : outcomeOf(probe, ranWith);
  return {
    v4: named(exits.v4, v4Outcome),
    v6: named(exits.v6, v6Outcome),
    dual: outcomeOf(exits.dual, dualOutcome),
    large: outcomeOf(exits.large, largeOutcome),
    literal: outcomeOf(exits.literal, literalOutcome),
    resolver: outcomeOf(resolversV6, resolverOutcome),
  };
}

type Sentences = EgressTexts["readiness"];

/** The outcome of a test that has run. */
type Ran = (report: EgressReport, sentences: Sentences) => Outcome;

const answers = ({ state }: Probe<unknown>) => state === "found";

/** Whether a host that has only IPv6 responded. */
const hasV6 = ({ v6, literal }: EgressReport["exits"]) =>
  answers(v6) || answers(literal);

/**
 * How much longer one probe took than another in milliseconds; 0 if either has
 * no time.
 */
function laterMs(probe: Probe<unknown>, than: Probe<unknown>): number {
  if (!answers(than)) return 0;
  return (probe.elapsedMs ?? 0) - (than.elapsedMs ?? Infinity);
}

function v4Outcome({ exits }: EgressReport, { v4 }: Sentences): Outcome {
  return answers(exits.v4) ? good(v4.works) : bad(v4.fails);
}

function v6Outcome({ exits }: EgressReport, { v6 }: Sentences): Outcome {
  if (answers(exits.v6)) return good(v6.works);
  const isByName = answers(exits.literal) || exits.dual.value?.family === 6;
  return bad(isByName ? v6.failsByName : v6.fails);
}

function dualOutcome({ exits }: EgressReport, { dual }: Sentences): Outcome {
  if (!answers(exits.dual)) {
    const isReachable = answers(exits.v4) || answers(exits.v6);
    return bad(isReachable ? dual.fails : dual.silent);
  }
  if (exits.dual.value?.family === 6) return good(dual.overV6);
  const waitedMs = laterMs(exits.dual, exits.v4);
  if (waitedMs >= FALLBACK_MS && !answers(exits.v6)) {
    return slow(fill(dual.afterV6, { ms: Math.round(waitedMs) }), 0.1);
  }
  return good(
    answers(exits.v6)
      ? dual.despiteV6
      : answers(exits.v4)
      ? dual.atOnce
      : dual.overV4,
    hasV6(exits) ? null : 0.25,
  );
}

function largeOutcome({ exits }: EgressReport, { large }: Sentences): Outcome {
  if (!answers(exits.large)) {
    return bad(answers(exits.dual) ? large.tooLarge : large.fails);
  }
  const family = exits.large.value?.family ?? 4;
  if (laterMs(exits.large, exits.dual) >= RETRY_MS) {
    return slow(fill(large.late, { family }), family === 6 ? 0.5 : 0.1);
  }
  return family === 6
    ? good(large.overV6)
    : good(large.overV4, hasV6(exits) ? null : 0.25);
}

function literalOutcome(
  { exits }: EgressReport,
  { literal }: Sentences,
): Outcome {
  if (answers(exits.literal)) return good(literal.works);
  return bad(answers(exits.v6) ? literal.failsByAddress : literal.fails);
}

function resolverOutcome(
  { resolvers, resolversV6 }: EgressReport,
  { resolver }: Sentences,
): Outcome {
  if (answers(resolversV6) && resolversV6.value?.length !== 0) {
    return good(resolver.works);
  }
  // If no query arrived at all, the reason is not IPv6.
  return answers(resolvers) ? bad(resolver.fails) : untested(resolver.unseen);
}

interface ReadinessTest {
  name: ReadinessName;
  /** As in the table of exits. */
  label: string;
  verdict: ReadinessVerdict;
  sentence: string;
}

interface Readiness {
  /** 0 to 10, rounded; null while a test runs, and if no IPv6 test has run. */
  score: number | null;
  tests: ReadinessTest[];
  /** The family that the browser chose for a dual-stack host; null if it had no choice. */
  preferred: 4 | 6 | null;
}

/**
 * How ready the network is for IPv6: the share of the weights that its tests
 * earn, out of ten, over those of the six tests that ran. The IPv6 host has
 * weight 4, the dual-stack host 2, the others 1. A dual-stack host reached over
 * IPv4 earns a quarter, or a tenth after a wait for IPv6; a large response over
 * IPv4 a quarter, or a tenth if it is late; a late one over IPv6 a half. If IPv6 works
 * elsewhere, the host may have no AAAA record, so IPv4 counts neither for nor against
 * the visitor. Only a perfect result gives ten.
 */
export function readiness(report: EgressReport, texts: EgressTexts): Readiness {
  const { labels } = texts.rows;
  const outcomes = readinessOutcomes(report, texts);
  const { exits } = report;
  const chosen = exits.dual.value?.family ?? null;
  // Without any response, the connection may be down.
  const probes = Object.values(exits);
  const isOnline = probes.some(answers);
  // The score would still change with each response.
  const isRunning = [...probes, report.resolversV6]
    .some(({ state }) => state === "running");
  // Without either test, and if the page came over IPv4, nothing has tried IPv6.
  const isTold = chosen === 6 ||
    isOnline && (outcomes.v6.share ?? outcomes.literal.share) !== null;
  return {
    score: isTold && !isRunning ? scoreOf(outcomes) : null,
    tests: NAMES.map((name) => {
      const { verdict: own, sentence } = outcomes[name];
      const verdict = isOnline || own !== "bad" ? own : "untested";
      const label = labels[name === "resolver" ? "resolversV6" : name];
      return { name, label, verdict, sentence };
    }),
    preferred: chosen === 6 || hasV6(exits) ? chosen : null,
  };
}

function scoreOf(outcomes: Readonly<Record<ReadinessName, Outcome>>): number {
  let earned = 0;
  let possible = 0;
  for (const name of NAMES) {
    const { share } = outcomes[name];
    if (share === null) continue;
    earned += WEIGHTS[name] * share;
    possible += WEIGHTS[name];
  }
  const score = Math.round(10 * earned / possible);
  return earned < possible ? Math.min(score, 9) : score;
}
