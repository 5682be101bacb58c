import type { Evidence, Trait } from "../risk/evidence.ts";

/** What the yes and the no of a source are worth; without a `no` its no says nothing. */
export interface FlagWeights {
  readonly yes: number;
  readonly no?: number;
}

/** Of a source that looks at every address: its no is as deliberate as its yes. */
export const DELIBERATE: FlagWeights = { yes: 75, no: -40 };

const NOUNS: Readonly<Record<Trait, string>> = {
  residential: "a home line",
  commercial: "a line of an organisation",
  hosting: "a hosting network",
  mobile: "a mobile line",
  satellite: "a satellite link",
  proxy: "a proxy",
  vpn: "a VPN",
  tor: "a Tor exit",
  crawler: "a crawler",
  abuser: "a source of abuse",
};

/** What a source says by flags; a missing flag says nothing. */
export function flagEvidence(
  source: string,
  flags: Readonly<Partial<Record<Trait, boolean | undefined>>>,
  { yes, no }: FlagWeights,
  { speaker = "a commercial source", observedAt = null }: {
    readonly speaker?: string;
    /** Milliseconds since the epoch. */
    readonly observedAt?: number | null;
  } = {},
): Evidence[] {
  const evidence: Evidence[] = [];
  for (const kind of Object.keys(flags) as Trait[]) {
    const weight = flags[kind] === undefined ? 0 : (flags[kind] ? yes : no);
    if (!weight) continue;
    const detail = weight > 0
      ? `${speaker} calls it ${NOUNS[kind]}`
      : `${speaker} says it is not ${NOUNS[kind]}`;
    evidence.push({ kind, source, weight, detail, observedAt });
  }
  return evidence;
}

/** What the type of the holder says of the line, in the words several services share. */
const LINES: Readonly<Record<string, { kind: Trait; weight: number }>> = {
  isp: { kind: "residential", weight: 40 },
  business: { kind: "commercial", weight: 50 },
  banking: { kind: "commercial", weight: 50 },
  education: { kind: "commercial", weight: 50 },
  government: { kind: "commercial", weight: 50 },
  hosting: { kind: "hosting", weight: 70 },
};

/** What follows from the type of a network's holder: isp, business, banking, education, government, hosting. */
export function holderEvidence(
  source: string,
  type: string | undefined,
): Evidence[] {
  const name = type?.toLowerCase() ?? "";
  if (!Object.hasOwn(LINES, name)) return [];
  const { kind, weight } = LINES[name];
  const detail = `a commercial source counts its network as ${name}`;
  return [{ kind, source, weight, detail, observedAt: null }];
}
