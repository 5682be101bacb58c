import type { Evidence } from "../risk/evidence.ts";
import type {
  EvidenceDetail,
  EvidenceValue,
  Trait,
} from "../view/evidence_detail.ts";

/** A statement of a source. @param observedAt milliseconds since the epoch */
export function evidenceOf(
  source: string,
  kind: Trait,
  weight: number,
  detail: EvidenceDetail,
  observedAt: number | null = null,
): Evidence {
  return { kind, source, weight, detail, observedAt };
}

/** The weights of a flag that is true or false; without `no`, a false flag is no evidence. */
interface FlagWeights {
  readonly yes: number;
  readonly no?: number;
}

/** For sources that assess every address, so that a false flag is evidence too. */
export const DELIBERATE: FlagWeights = { yes: 75, no: -40 };

/** Converts a source's flags to evidence. A missing flag is no evidence. */
export function flagEvidence(
  source: string,
  flags: Readonly<Partial<Record<Trait, boolean | undefined>>>,
  { yes, no }: FlagWeights,
  { speaker = "commercial", observedAt = null }: {
    readonly speaker?: EvidenceValue<"speaker">;
    /** Milliseconds since the epoch. */
    readonly observedAt?: number | null;
  } = {},
): Evidence[] {
  const evidence: Evidence[] = [];
  for (const kind of Object.keys(flags) as Trait[]) {
    const weight = flags[kind] === undefined ? 0 : (flags[kind] ? yes : no);
    if (!weight) continue;
    const code = weight > 0 ? "trait-claimed" : "trait-denied";
    const detail = { code, params: { speaker, trait: kind } } as const;
    evidence.push(evidenceOf(source, kind, weight, detail, observedAt));
  }
  return evidence;
}

/** The trait that a type of holder suggests, by the names that several services use. */
const LINES: Readonly<
  Record<EvidenceValue<"holder">, { kind: Trait; weight: number }>
> = {
  isp: { kind: "residential", weight: 40 },
  business: { kind: "commercial", weight: 50 },
  banking: { kind: "commercial", weight: 50 },
  education: { kind: "commercial", weight: 50 },
  government: { kind: "commercial", weight: 50 },
  hosting: { kind: "hosting", weight: 70 },
};

/** Converts the type of a network's holder to evidence: isp, business, banking, education, government or hosting. */
export function holderEvidence(
  source: string,
  type: string | undefined,
): Evidence[] {
  const holder = type?.toLowerCase() ?? "";
  if (!isHolder(holder)) return [];
  const { kind, weight } = LINES[holder];
  const detail = { code: "network-holder", params: { holder } } as const;
  return [evidenceOf(source, kind, weight, detail)];
}

function isHolder(name: string): name is EvidenceValue<"holder"> {
  return Object.hasOwn(LINES, name);
}
