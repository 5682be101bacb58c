import {
  EVIDENCE_PARAMS,
  EVIDENCE_VALUES,
  type EvidenceCode,
  type EvidenceDetail,
  type EvidenceParam,
} from "../../lib/ipinfo/view/evidence_detail.ts";

/** Every detail there can be, with 63 for each number. */
export function everyDetail(): EvidenceDetail[] {
  return (Object.keys(EVIDENCE_PARAMS) as EvidenceCode[]).flatMap((code) => {
    const names: readonly EvidenceParam[] = EVIDENCE_PARAMS[code];
    let params: Record<string, string | number>[] = [{}];
    for (const name of names) {
      const values: readonly (string | number)[] = EVIDENCE_VALUES[name] ??
        [63];
      params = params.flatMap((given) =>
        values.map((value) => ({ ...given, [name]: value }))
      );
    }
    return params.map((given) => ({ code, params: given }) as EvidenceDetail);
  });
}
