import { readiness } from "../../lib/shared/egress/readiness.ts";
import { fill } from "../../lib/shared/texts/fill.ts";
import type { ReportProps } from "./props.ts";

const TONES = {
  good: "good",
  slow: "warn",
  bad: "bad",
  untested: "info",
} as const;

/** How ready for IPv6 the network is: a score, and a sentence for each test. */
export function Readiness({ report, texts }: ReportProps) {
  const said = texts.readiness;
  const { score, tests, preferred } = readiness(report, texts);
  return (
    <div class="readiness">
      <p class="score">
        <strong>{score ?? "–"}</strong> <span>{said.ofTen}</span>
        <span class="score-preferred">
          {preferred === null
            ? said.prefersUnknown
            : fill(said.prefers, { family: preferred })}
        </span>
      </p>
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
    </div>
  );
}
