import type { AnycastKind } from "../net/anycast.ts";
import type { IpAddress } from "../net/ip_address.ts";
import {
  type Contribution,
  factSources,
  inOrder,
  mergedFacts,
} from "./merge.ts";
import {
  correctedBy,
  isLabel,
  STATED,
  statesLineType,
  withoutExactPlace,
} from "./labels.ts";
import {
  countryConfidence,
  lineTypeConfidence,
  spreadKm,
} from "./confidence.ts";
import {
  type Confidence,
  type Facts,
  PLACE_LIST,
  type Profile,
  SOURCE_ORDER,
  type SourcePolicy,
} from "./profile.ts";
import { decayedAt, type Evidence } from "./risk/evidence.ts";
import { type Risk, riskOf } from "./risk/risk.ts";

/**
 * Merges findings into a profile, by the source order for the place of the
 * address. Within a kind, remote sources precede tables: the operator has
 * configured them for this, and they are up to date.
 *
 * @param local findings of the tables, in the order for addresses outside China
 * @param remote findings of remote sources, in any order
 * @param label what the operator states, which takes precedence over everything
 */
export function mergedProfile(
  ip: IpAddress,
  order: SourcePolicy,
  local: readonly Contribution[],
  remote: readonly Contribution[],
  now: number,
  label?: Contribution,
): Profile {
  if (label) {
    return labeledProfile(ip, order, [...remote, ...local], now, label);
  }
  const isChinaIp = isChina(local);
  if (!isChinaIp && remote.length === 0) {
    return new MergedProfile(ip, isChinaIp, local, now);
  }
  const kinds = SOURCE_ORDER[order][isChinaIp ? "china" : "elsewhere"];
  // Most addresses have no remote finding but a host name; then nothing has to
  // be sorted.
  if (!isChinaIp && remote.every(({ kind }) => kind === kinds[0])) {
    return new MergedProfile(ip, isChinaIp, [...remote, ...local], now);
  }
  return new MergedProfile(
    ip,
    isChinaIp,
    inOrder([...remote, ...local], kinds),
    now,
  );
}

function labeledProfile(
  ip: IpAddress,
  order: SourcePolicy,
  all: readonly Contribution[],
  now: number,
  label: Contribution,
): Profile {
  const isChinaIp = isChina([label, ...all]);
  const kinds = SOURCE_ORDER[order][isChinaIp ? "china" : "elsewhere"];
  const contributions = [label, ...correctedBy(label, inOrder(all, kinds))];
  return new MergedProfile(ip, isChinaIp, contributions, now);
}

const NONE: readonly Evidence[] = Object.freeze([]);

class MergedProfile implements Profile {
  readonly isBogon = false;
  #risk: Risk | undefined;
  readonly facts: Readonly<Partial<Facts>>;
  readonly anycast: AnycastKind | null = null;
  /** Whether nobody has published where the users of an anycast address are. */
  readonly #isNowhere: boolean = false;

  constructor(
    readonly ip: IpAddress,
    readonly isChinaIp: boolean,
    private readonly contributions: readonly Contribution[],
    private readonly now: number,
  ) {
    const facts = mergedFacts(contributions);
    if (facts.accuracyRadiusKm === undefined) {
      const radius = spreadKm(facts, contributions);
      if (radius !== undefined) facts.accuracyRadiusKm = radius;
    }
    let isPublished = false;
    for (const { source, anycast } of contributions) {
      // Only lists of relays come before: others say where a network wants to be.
      isPublished ||= source.startsWith(PLACE_LIST);
      if (!anycast) continue;
      this.anycast = anycast;
      this.#isNowhere = !isPublished;
      break;
    }
    // Its operator is in one country, if it is in many places.
    this.facts = this.#isNowhere ? withoutExactPlace(facts) : facts;
  }

  /**
   * Removes evidence that is too old to have any weight, as if it had never
   * been found.
   */
  get evidence(): readonly Evidence[] {
    let all: readonly Evidence[] = NONE;
    for (const { evidence = NONE } of this.contributions) {
      if (evidence.length === 0) continue;
      all = all.length === 0 ? evidence : [...all, ...evidence];
    }
    const isWorthless = (item: Evidence) => this.now >= decayedAt(item);
    // A new list would be a new key of `assessed`.
    return all.some(isWorthless)
      ? all.filter((item) => !isWorthless(item))
      : all;
  }

  get risk(): Risk {
    return this.#risk ??= assess(this.evidence, this.now);
  }

  /** Computed on access, because most responses don't include it. */
  get confidence(): Confidence {
    const { facts, contributions, risk, evidence } = this;
    const label = contributions.find(isLabel);
    // The servers are in many countries; that of their operator is no estimate.
    const { percent, alternative } = this.#isNowhere
      ? { percent: null }
      : label?.facts.countryCode
      ? { percent: STATED }
      : countryConfidence(facts.countryCode, contributions, this.ip.family);
    return {
      country: percent,
      ...alternative && { alternative },
      lineType: label && statesLineType(label) ? STATED : lineTypeConfidence(
        risk.lineType,
        evidence,
        contributions.find(({ facts }) => facts.asnConfidence !== undefined)
          ?.facts.asnConfidence,
      ),
    };
  }

  /** Computed on access, because most responses don't include it. */
  get sources(): Profile["sources"] {
    const sources = factSources(this.contributions);
    return this.#isNowhere ? withoutExactPlace(sources) : sources;
  }
}

/** By the evidence object, which addresses of a network share. */
const assessed = new WeakMap<readonly Evidence[], Risk>();

/** Assesses evidence; undated evidence is assessed once, since it does not age. */
function assess(evidence: readonly Evidence[], now: number): Risk {
  let risk = assessed.get(evidence);
  if (risk) return risk;
  risk = riskOf(evidence, now);
  if (evidence.every(({ observedAt }) => observedAt === null)) {
    assessed.set(evidence, risk);
  }
  return risk;
}

/** The profile of a bogon, about which only the operator knows something. */
export function bogonProfile(
  ip: IpAddress,
  now = 0,
  label?: Contribution,
): Profile {
  const { facts = {}, evidence = NONE } = label ?? {};
  const isPlaced = facts.countryCode !== undefined;
  return {
    ip,
    isBogon: true,
    isChinaIp: facts.countryCode === "CN",
    anycast: null,
    // Programs that know no labels show the organization.
    facts: facts.label ? { ...facts, org: facts.label } : facts,
    sources: label ? factSources([label]) : {},
    evidence,
    risk: riskOf(evidence, now),
    confidence: {
      country: isPlaced ? STATED : null,
      lineType: label && statesLineType(label) ? STATED : null,
    },
  };
}

/**
 * Uses tables only: with remote sources, the order would depend on which of
 * them respond in time.
 */
function isChina(local: readonly Contribution[]): boolean {
  for (const { kind, facts } of local) {
    if (kind === "open" && facts.countryCode) return facts.countryCode === "CN";
  }
  return local.some(({ kind, facts }) =>
    kind === "regional" && facts.countryCode === "CN"
  );
}
