import type {
  SetupFix,
  SetupLine,
  SetupState,
} from "../../lib/admin/view/admin_view.ts";
import { adminTexts } from "../../lib/admin/view/texts.ts";
import { formatText } from "../../lib/i18n/format.ts";
import { useTexts } from "../ui/language.ts";

const TONES: Readonly<Record<SetupState, string>> = {
  good: "good",
  todo: "warn",
  off: "off",
  failing: "bad",
};

/** What the operator has set up, what is left, and the lines that mend it. */
export function SetupList({ lines }: { lines: readonly SetupLine[] }) {
  const { setup: texts } = useTexts(adminTexts);
  const of = (...states: SetupState[]) =>
    lines.filter(({ state }) => states.includes(state));
  const done = of("good");
  const off = of("off");
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">{texts.title}</h2>
      <SetupLines lines={of("todo", "failing")} />
      <details>
        <summary>
          {formatText(texts.summary, {
            done: done.length,
            count: lines.length - off.length,
          })}
        </summary>
        <SetupLines lines={[...done, ...off]} />
      </details>
    </section>
  );
}

function SetupLines({ lines }: { lines: readonly SetupLine[] }) {
  const { setup: texts } = useTexts(adminTexts);
  return (
    <ul class="setup">
      {lines.map(({ part, state, reason, params, fixes }) => {
        const reasons: Readonly<Record<string, string>> = texts.reasons[part];
        return (
          <li key={part} class={`tone tone-${TONES[state]}`}>
            <strong>{texts.states[state]}</strong>
            <div>
              <h3>{texts.parts[part]}</h3>
              <p>{formatText(reasons[reason], params)}</p>
              <p class="aside">{texts.brings[part]}</p>
              {fixes.length > 0 && (
                <details>
                  <summary>
                    {texts.fix}
                    <span class="hidden">: {texts.parts[part]}</span>
                  </summary>
                  {fixes.map((fix) => <Fix key={fix.where} fix={fix} />)}
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Fix({ fix: { where, lines } }: { fix: SetupFix }) {
  const { setup } = useTexts(adminTexts);
  return (
    <>
      <p>{setup.where[where]}</p>
      <pre><code>{lines.join("\n")}</code></pre>
    </>
  );
}
