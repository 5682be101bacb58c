import { fill } from "../../../i18n/language.ts";
import { addressText, isPublicAddress, listText } from "../address_text.ts";
import { distanceFromExits, exitOf, isKnownExit } from "../exits.ts";
import type { EgressReport } from "../report.ts";
import { candidateRows, exitRows } from "../rows.ts";
import type { EgressTexts } from "../texts.ts";
import { differenceText } from "./families.ts";
import { revealedAddresses, type Verdict } from "./whole.ts";

/**
 * What is worth knowing beside the verdict. Without a tunnel, networks that differ are
 * no leak, so they are told here.
 */
export function noteTexts(
  report: EgressReport,
  { tunnel }: Verdict,
  texts: EgressTexts,
): string[] {
  const { notes, nat } = texts.verdicts;
  const { natMapping: { value: mapping }, nat64: { value: nat64 } } = report;
  const sentences = tunnel ? [] : differences(report, texts);
  sentences.push(...sites(report, texts));
  const inner = innerAddresses(report);
  if (inner.length > 0) {
    sentences.push(fill(notes.inner, { addresses: listText(inner, texts) }));
  }
  if (mapping) sentences.push(nat[mapping]);
  if (nat64) {
    const address = addressText(report, nat64.ip, texts);
    sentences.push(fill(notes.nat64, { address }));
  }
  sentences.push(...unlisted(report, texts));
  return sentences;
}

/** What the server has no lists of that could have the exits. */
function unlisted(report: EgressReport, texts: EgressTexts): string[] {
  const { unlisted, lists: names } = texts.verdicts.notes;
  const families: Record<string, string[]> = {};
  for (const family of [4, 6] as const) {
    const { ip = "" } = exitOf(report, family) ?? {};
    const { unchecked = [] } = report.places[ip] ?? {};
    const lists = listText(unchecked.map((kind) => names[kind]), texts);
    if (lists) (families[lists] ??= []).push(`IPv${family}`);
  }
  return Object.entries(families).map(([lists, families]) =>
    fill(unlisted, { lists, families: listText(families, texts) })
  );
}

/** What this server doesn't offer, in one line; null if it offers all. */
export function notOfferedText(
  report: EgressReport,
  texts: EgressTexts,
): string | null {
  const { notes, byStun, natMapping, nat64 } = texts.verdicts;
  const labels = [...exitRows(report, texts), ...candidateRows(report, texts)]
    .filter(({ state }) => state === "not_configured")
    .map(({ label }) => label);
  if (report.isWithoutStun) labels.push(byStun);
  if (report.natMapping.state === "not_configured") labels.push(natMapping);
  if (report.nat64.state === "not_configured") labels.push(nat64);
  if (labels.length === 0) return null;
  return fill(notes.untested, { probes: listText(labels, texts) });
}

function differences(report: EgressReport, texts: EgressTexts): string[] {
  const { notes } = texts.verdicts;
  const sentences: string[] = [];
  const between = differenceText(report, texts, notes, addressText);
  if (between !== null) sentences.push(between);
  const { value = [] } = report.resolvers;
  const ips = [...new Set(value.map(({ ip }) => ip))];
  for (
    const [away, sentence] of [
      ["country", notes.dnsCountry],
      ["network", notes.dnsNetwork],
    ] as const
  ) {
    const there = ips.filter((ip) => distanceFromExits(report, ip) === away);
    if (there.length === 0) continue;
    const resolvers = listAddresses(report, there, texts);
    sentences.push(fill(sentence, { resolvers }));
  }
  const revealed = revealedAddresses(report)
    .filter((ip) => isPublicAddress(ip) && !isKnownExit(report, ip));
  if (revealed.length > 0) {
    const addresses = listAddresses(report, revealed, texts);
    sentences.push(fill(notes.webRtc, { addresses }));
  }
  return sentences;
}

/** Maximum number of addresses in a sentence. The table has all of them. */
const NAMED = 3;

function listAddresses(
  report: EgressReport,
  ips: readonly string[],
  texts: EgressTexts,
): string {
  const named = ips.slice(0, NAMED).map((ip) => addressText(report, ip, texts));
  const count = ips.length - named.length;
  if (count > 0) named.push(fill(texts.verdicts.notes.more, { count }));
  return listText(named, texts);
}

/** Sites that saw another exit, because of a rule by destination. */
function sites(report: EgressReport, texts: EgressTexts): string[] {
  return report.sites.flatMap(({ url, probe }) => {
    const exit = probe.value?.exit;
    if (!exit || !exitOf(report, exit.family)) return [];
    if (isKnownExit(report, exit.ip)) return [];
    return [fill(texts.verdicts.notes.site, {
      site: new URL(url).host,
      address: addressText(report, exit.ip, texts),
    })];
  });
}

function innerAddresses(report: EgressReport): string[] {
  return revealedAddresses(report)
    .filter((ip) => !isPublicAddress(ip) && !isKnownExit(report, ip));
}
