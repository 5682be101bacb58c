import { flagOf, ownerText } from "../../lib/egress/view/address_text.ts";
import { readiness } from "../../lib/egress/view/readiness.ts";
import type { ReportProps } from "../../lib/egress/view/texts.ts";
import { noteTexts } from "../../lib/egress/view/verdict/notes.ts";
import {
  headlineText,
  partText,
  remedyText,
} from "../../lib/egress/view/verdict/sentences.ts";
import {
  PART_NAMES,
  type PartName,
} from "../../lib/egress/view/verdict/verdict.ts";
import {
  type Verdict,
  verdictOn,
} from "../../lib/egress/view/verdict/whole.ts";
import { fill } from "../../lib/i18n/language.ts";

interface VerdictProps extends ReportProps {
  /** False while an address may still arrive, or what is known of it. */
  isFinal: boolean;
}

const ICONS = {
  leak: "!",
  protected: "✓",
  partial: "?",
  "no-tunnel": "i",
  untested: "–",
} as const;

/** The result: one sentence, a tile for each part, and notes. */
export function VerdictCard({ report, texts, isFinal }: VerdictProps) {
  const verdict = verdictOn(report);
  const { headline, notes: { title } } = texts.verdicts;
  const notes = isFinal ? noteTexts(report, verdict, texts) : [];
  const remedy = isFinal && remedyText(report, verdict, texts);
  return (
    <div class="verdict" data-verdict={isFinal ? verdict.state : undefined}>
      <p class="headline">
        <span class="verdict-icon" aria-hidden="true">
          {isFinal ? ICONS[verdict.state] : "…"}
        </span>
        <strong>
          {isFinal ? headlineText(report, verdict, texts) : headline.running}
        </strong>
      </p>
      {remedy && <p class="hint">{remedy}</p>}
      {/* New tiles take the place of others, rather than move them. */}
      <ul class="tiles" key={`${isFinal}`}>
        {PART_NAMES.map((name) => (
          <Tile
            key={name}
            {...{ name, verdict, report, texts, isFinal }}
          />
        ))}
      </ul>
      {notes.length > 0 && (
        <ul class="notes" aria-label={title}>
          {notes.map((note) => <li key={note}>{note}</li>)}
        </ul>
      )}
    </div>
  );
}

interface TileProps extends VerdictProps {
  name: PartName;
  verdict: Verdict;
}

/** A part: its state, the network that it shows, why, and how to mend it. */
function Tile({ name, verdict, report, texts, isFinal }: TileProps) {
  const { state, addresses: [ip] } = verdict.parts[name];
  const { parts, states } = texts.verdicts;
  const text = partText(name, verdict, texts);
  const place = report.places[ip];
  const flag = place && flagOf(place);
  return (
    <li class="tile" data-tile={name} data-state={isFinal ? state : "running"}>
      <p class="tile-name">
        {parts[name]} <strong>{isFinal ? text.state : states.running}</strong>
      </p>
      {ip !== undefined && (
        <p class="tile-network">
          {flag && (
            <img
              class="flag"
              src={`/flags/${flag}.svg`}
              alt=""
              width="21"
              height="14"
            />
          )}
          {ownerText(report, ip, texts)}
        </p>
      )}
      {isFinal && <p>{text.reason}</p>}
      {isFinal && text.fix && <p class="tile-fix">{text.fix}</p>}
    </li>
  );
}

const TONES = {
  good: "good",
  slow: "warn",
  bad: "bad",
  untested: "info",
} as const;

/** The score of IPv6, and a sentence for each test that this server offers. */
export function Readiness({ report, texts }: ReportProps) {
  const sentences = texts.readiness;
  const { score, preferred, tests } = readiness(report, texts);
  const applicable = tests.filter(({ name }) => {
    const { exits, resolversV6 } = report;
    const probe = name === "resolver" ? resolversV6 : exits[name];
    return probe.state !== "not_configured";
  });
  return (
    <>
      <p class="score">
        {score === null ? <span>{sentences.noScore}</span> : (
          <>
            <strong>{score}</strong> <span>{sentences.ofTen}</span>
          </>
        )}
        {preferred !== null && (
          <span>{fill(sentences.prefers, { family: preferred })}</span>
        )}
      </p>
      <ul class="verdicts">
        {applicable.map(({ name, label, verdict, sentence }) => (
          <li key={name} class={`tone tone-${TONES[verdict]}`}>
            <strong>{sentences.words[verdict]}</strong>{" "}
            <span>
              <b>{fill(sentences.label, { label })}</b>
              {texts.phrases.space + sentence}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
