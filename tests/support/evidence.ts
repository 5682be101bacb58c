import type { Evidence } from "../../lib/ipinfo/risk/evidence.ts";
import {
  EVIDENCE_PARAMS,
  type EvidenceCode,
  type EvidenceDetail,
  type EvidenceParam,
  type EvidenceValue,
  type Trait,
} from "../../lib/ipinfo/view/evidence_detail.ts";
import en from "../../lib/ipinfo/view/texts/en.json" with { type: "json" };

const words: Readonly<Record<string, object>> = en.evidence.words;

type Speaker = EvidenceValue<"speaker">;

/** A kind of source says that an address has a trait. */
export function claimed(speaker: Speaker, trait: Trait): EvidenceDetail {
  return { code: "trait-claimed", params: { speaker, trait } };
}

/** A kind of source says that it does not have it. */
export function denied(speaker: Speaker, trait: Trait): EvidenceDetail {
  return { code: "trait-denied", params: { speaker, trait } };
}

/** What a source states about a trait; without a date by default. */
export function stated(
  source: string,
  kind: Trait,
  weight: number,
  detail: EvidenceDetail,
  observedAt: number | null = null,
): Evidence {
  return { kind, source, weight, detail, observedAt };
}

/** Every detail there can be, with 63 for each number. */
export function everyDetail(): EvidenceDetail[] {
  return (Object.keys(EVIDENCE_PARAMS) as EvidenceCode[]).flatMap((code) => {
    const names: readonly EvidenceParam[] = EVIDENCE_PARAMS[code];
    let params: Record<string, string | number>[] = [{}];
    for (const name of names) {
      const values = Object.hasOwn(words, name)
        ? Object.keys(words[name])
        : [63];
      params = params.flatMap((given) =>
        values.map((value) => ({ ...given, [name]: value }))
      );
    }
    return params.map((given) => ({ code, params: given }) as EvidenceDetail);
  });
}
