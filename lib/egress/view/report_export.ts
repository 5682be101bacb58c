import type { EgressTexts } from "./texts.ts";
import { readiness } from "./readiness.ts";
import type { EgressReport } from "./report.ts";
import { headlineText, partText, remedyText } from "./verdict/sentences.ts";
import { noteTexts, notOfferedText } from "./verdict/notes.ts";
import { PART_NAMES } from "./verdict/verdict.ts";
import { verdictOn } from "./verdict/whole.ts";
import { fill, timeText } from "../../i18n/language.ts";
import { candidateRows, exitRows, type ProbeRow, siteRows } from "./rows.ts";

/**
 * A finished report with its verdict as JSON in snake_case, like the API: `started_at`
 * is ISO 8601 in UTC or null, and `places` is a list. Sentences are in the
 * page's language; everything else is the same in all languages.
 */
export function reportJson(report: EgressReport, texts: EgressTexts): string {
  const { startedAtMs, places, ...probes } = report;
  const record = {
    startedAt: startedAtMs === null
      ? null
      : new Date(startedAtMs).toISOString(),
    ...probes,
    places: Object.values(places),
    readiness: readiness(report, texts),
    verdict: verdictRecord(report, texts),
  };
  return JSON.stringify(record, null, 2).replace(KEY, inSnakeCase) + "\n";
}

function verdictRecord(report: EgressReport, texts: EgressTexts) {
  const verdict = verdictOn(report);
  const { state, parts } = verdict;
  return {
    state,
    headline: headlineText(report, verdict, texts),
    parts: Object.fromEntries(PART_NAMES.map((name) => [name, {
      state: parts[name].state,
      reason: partText(name, verdict, texts).reason,
      addresses: parts[name].addresses,
    }])),
  };
}

/** A key in the output of `JSON.stringify`. Strangers cannot choose keys. */
const KEY = /^ *"\w+":/gm;

function inSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A report as plain text, to paste into a message. */
export function reportText(report: EgressReport, texts: EgressTexts): string {
  const { startedAtMs } = report;
  const { titles, report: words } = texts;
  const time = startedAtMs === null ? words.notStarted : timeText(startedAtMs);
  const lines = (rows: readonly ProbeRow[]) =>
    rows.map((row) => rowText(row, texts));
  const sites = siteRows(report, texts);
  const verdict = verdictOn(report);
  const parts = [
    [
      headlineText(report, verdict, texts),
      ...[remedyText(report, verdict, texts)].filter((text) => text !== null),
      ...PART_NAMES.map((name) => {
        const { state, reason } = partText(name, verdict, texts);
        const line = { name: texts.verdicts.parts[name], state, reason };
        return fill(words.part, line);
      }),
    ],
    [fill(words.title, { time })],
    [titles.exits, ...lines(exitRows(report, texts))],
    ...(sites.length > 0 ? [[titles.sites, ...lines(sites)]] : []),
    [titles.candidates, ...lines(candidateRows(report, texts))],
    readinessLines(report, texts),
  ];
  const notes = [
    ...noteTexts(report, verdict, texts),
    notOfferedText(report, texts),
  ].filter((note) => note !== null);
  if (notes.length > 0) {
    const { title } = texts.verdicts.notes;
    parts.push([title, ...notes.map((note) => `- ${note}`)]);
  }
  return parts.map((lines) => lines.join("\n")).join("\n\n") + "\n";
}

function rowText(
  { label, detail, state, stateText, address, place, network, time }: ProbeRow,
  { rows, phrases, report: words }: EgressTexts,
): string {
  const found = address !== null && stateText === rows.states.found
    ? [address]
    : [address, stateText];
  const facts = [...found, place, network, state === "idle" ? null : time];
  return fill(words.line, {
    label: detail === "" ? label : fill(words.detailed, { label, detail }),
    facts: facts.filter((fact) => fact).join(phrases.comma),
  });
}

function readinessLines(report: EgressReport, texts: EgressTexts): string[] {
  const words = texts.report;
  const { score, preferred, tests } = readiness(report, texts);
  const scored = score === null
    ? words.notScored
    : fill(words.score, { score });
  const chosen = preferred === null
    ? ""
    : fill(words.preferred, { family: preferred });
  return [
    fill(words.readiness, { score: scored + chosen }),
    ...tests.map(({ label, verdict, sentence }) =>
      fill(words.test, { label, verdict: words.words[verdict], sentence })
    ),
  ];
}
