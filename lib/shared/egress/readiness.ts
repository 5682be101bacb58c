import type { EgressTexts } from "../texts/egress.ts";
import {
  type Outcome,
  type ReadinessName,
  readinessOutcomes,
  type ReadinessVerdict,
} from "./readiness_outcomes.ts";
import type { EgressReport } from "./report.ts";

export interface ReadinessTest {
  name: ReadinessName;
  /** As in the table of the exits. */
  label: string;
  verdict: ReadinessVerdict;
  sentence: string;
}

export interface Readiness {
  /** 0 to 10, whole; null while a test runs, and where none that shows IPv6 has run. */
  score: number | null;
  tests: ReadinessTest[];
  /** The family the browser chose for a host that has both. */
  preferred: 4 | 6 | null;
}

/** What each test counts for; together ten. */
const WEIGHTS: Readonly<Record<ReadinessName, number>> = {
  v4: 1,
  v6: 4,
  dual: 2,
  large: 1,
  literal: 1,
  resolver: 1,
};

/** Those without which a score would speak of IPv4. */
const TELLING: readonly ReadinessName[] = ["v6", "dual", "literal"];

/**
 * How ready for IPv6 the network is, from those of the six tests that ran: the
 * share of their weights (IPv6 host 4, host with both 2, the others 1) that
 * they earn, out of ten. A host with both that answers over IPv4 earns a
 * quarter, or a tenth where it took a wait for IPv6; so does a large answer over
 * IPv4, or a late one; one that is late over IPv6 earns a half. Ten is for all
 * good alone.
 */
export function readiness(
  report: EgressReport,
  texts: EgressTexts,
): Readiness {
  const { labels } = texts.rows;
  const outcomes = readinessOutcomes(report, texts);
  const names = Object.keys(outcomes) as ReadinessName[];
  return {
    score: isRunning(report) ? null : scoreOf(outcomes),
    tests: names.map((name) => {
      const { verdict, sentence } = outcomes[name];
      const label = labels[name === "resolver" ? "resolversV6" : name];
      return { name, label, verdict, sentence };
    }),
    preferred: report.exits.dual.value?.family ?? null,
  };
}

/** A score that goes up and down as answers come in says nothing yet. */
function isRunning({ exits, resolversV6 }: EgressReport): boolean {
  return [...Object.values(exits), resolversV6]
    .some(({ state }) => state === "running");
}

function scoreOf(
  outcomes: Readonly<Record<ReadinessName, Outcome>>,
): number | null {
  const names = Object.keys(outcomes) as ReadinessName[];
  const ran = names.filter((name) => outcomes[name].verdict !== "untested");
  if (!ran.some((name) => TELLING.includes(name))) return null;
  let earned = 0;
  let possible = 0;
  for (const name of ran) {
    earned += WEIGHTS[name] * outcomes[name].share;
    possible += WEIGHTS[name];
  }
  const score = Math.round(10 * earned / possible);
  return earned < possible ? Math.min(score, 9) : score;
}
