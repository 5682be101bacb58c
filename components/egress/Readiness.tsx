import { readiness } from "../../lib/shared/egress/readiness.ts";
import type { EgressReport } from "../../lib/shared/egress/report.ts";

const VERDICTS = {
  good: ["good", "Good"],
  slow: ["warn", "Slow"],
  bad: ["bad", "Fails"],
  untested: ["info", "–"],
} as const;

/** How ready for IPv6 the network is: a score, and a sentence for each test. */
export function Readiness({ report }: { report: EgressReport }) {
  const { score, tests, preferred } = readiness(report);
  return (
    <div class="readiness">
      <p class="score">
        <strong>{score ?? "–"}</strong> <span>of 10</span>
        <span class="score-preferred">
          {preferred === null
            ? "The preferred family is not known yet."
            : `Your browser prefers IPv${preferred}.`}
        </span>
      </p>
      <ul class="verdicts">
        {tests.map(({ name, label, verdict, sentence }) => {
          const [tone, text] = VERDICTS[verdict];
          return (
            <li key={name} class={`tone tone-${tone}`}>
              <strong>{text}</strong>{" "}
              <span>
                <b>{label}.</b> {sentence}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
