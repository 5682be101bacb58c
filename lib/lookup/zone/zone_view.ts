import { escapeInvisible } from "../../core/text.ts";
import type { Language } from "../../i18n/language.ts";
import type { DataOf } from "../envelope.ts";
import type {
  LookupCell,
  LookupTable,
  ZoneCheckName,
} from "../view/lookup_view.ts";
import { lookupTexts, zoneTexts } from "../view/texts.ts";

type Data = DataOf<"zone_check">;

export function zoneTables(data: Data, language: Language): LookupTable[] {
  const { captions, colon, columns, checks, noServers, states, untested } =
    zoneTexts[language];
  const sentenceOf = (check: ZoneCheckName, result: string) =>
    checks[check].results[result] ?? untested[result];
  return [{
    caption: captions.checks,
    columns: [columns.check, columns.result, columns.evidence],
    rows: data.checks.map(({ check, state, reason, evidence }) => [
      checks[check].label,
      {
        sentence:
          (state === "ok" || state === "missing" ? "" : states[state] + colon) +
          sentenceOf(check, reason ?? state),
      },
      evidence.length > 0
        ? { copy: evidence.map(escapeInvisible).join("\n") }
        : "–",
    ]),
    empty: "",
  }, {
    caption: captions.servers,
    columns: [columns.server, columns.response, columns.serial, columns.time],
    rows: data.servers.map((server) => serverRow(server, language)),
    empty: noServers,
  }];
}

function serverRow(
  { name, ip, rcode, authoritative, serial, elapsed_ms }:
    Data["servers"][number],
  language: Language,
): LookupCell[] {
  const texts = zoneTexts[language];
  const { absences } = lookupTexts[language];
  const response = ip === null
    ? texts.reserved
    : rcode === null
    ? absences.noAnswer
    : [
      rcode,
      authoritative ? texts.authoritative : texts.notAuthoritative,
    ].join(", ");
  return [
    { copy: ip === null ? name : `${name} ${ip}` },
    response,
    serial === null ? "–" : String(serial),
    elapsed_ms === null ? "–" : `${elapsed_ms} ms`,
  ];
}
