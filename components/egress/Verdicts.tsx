import {
  headline,
  type Verdict,
  verdicts,
} from "../../lib/egress/view/verdicts.ts";
import type { ReportProps } from "../../lib/egress/view/texts.ts";
import { readiness } from "../../lib/egress/view/readiness.ts";
import { fill } from "../../lib/i18n/language.ts";

interface VerdictsProps extends ReportProps {
  isRunning: boolean;
}

/**
 * The result in one sentence, the score, and all verdicts in words, so that
 * none depends on color alone.
 */
export function Verdicts({ report, texts, isRunning }: VerdictsProps) {
  const { tones, headline: said } = texts.verdicts;
  const { tone, sentence }: Verdict = report.startedAtMs === null
    ? { tone: "info", sentence: said.idle }
    : isRunning
    ? { tone: "info", sentence: said.running }
    : headline(report, texts);
  return (
    <>
      <p class={`headline tone-${tone}`}>
        <strong>{sentence}</strong>
      </p>
      <Score report={report} texts={texts} />
      <ul class="verdicts">
        {verdicts(report, texts).map(({ tone, sentence }) => (
          <li key={sentence} class={`tone tone-${tone}`}>
            <strong>{tones[tone]}</strong> <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** How ready the network is for IPv6, and the family that the browser prefers. */
function Score({ report, texts }: ReportProps) {
  const said = texts.readiness;
  const { score, preferred } = readiness(report, texts);
  return (
    <p class="score">
      {score === null ? <span>{said.noScore}</span> : (
        <>
          <strong>{score}</strong> <span>{said.ofTen}</span>
        </>
      )}
      {preferred !== null && (
        <span class="score-preferred">
          {fill(said.prefers, { family: preferred })}
        </span>
      )}
    </p>
  );
}

const TONES = {
  good: "good",
  slow: "warn",
  bad: "bad",
  untested: "info",
} as const;

/** A sentence for each configured test of IPv6 readiness. */
export function Readiness({ report, texts }: ReportProps) {
  const said = texts.readiness;
  const tests = readiness(report, texts).tests.filter(({ name }) => {
    const { exits, resolversV6 } = report;
    const probe = name === "resolver" ? resolversV6 : exits[name];
    return probe.state !== "not_configured";
  });
  return (
    <ul class="verdicts">
      {tests.map(({ name, label, verdict, sentence }) => (
        <li key={name} class={`tone tone-${TONES[verdict]}`}>
          <strong>{said.words[verdict]}</strong>{" "}
          <span>
            <b>{fill(said.label, { label })}</b>
            {texts.phrases.space + sentence}
          </span>
        </li>
      ))}
    </ul>
  );
}
