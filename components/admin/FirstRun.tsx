import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";

/** What every visitor may know to be set up: the leak test and the links show it. */
interface FirstRunState {
  /** Whether there are hosts of each family. */
  families: boolean;
  zone: boolean;
  stun: boolean;
}

/** Says that the page is about a sample visitor, and what is left to set up. */
export function FirstRun({ done }: { done: FirstRunState }) {
  const { setup } = useTexts(adminTexts);
  const { firstRun: texts, states, parts, brings } = setup;
  const all = { https: false, ...done };
  return (
    <section class="message" aria-labelledby="first-run">
      <h2 id="first-run">{texts.title}</h2>
      <p>{texts.sample}</p>
      <ul class="verdicts">
        {(["https", "families", "zone", "stun"] as const).map((part) => (
          <li key={part} class={`tone tone-${all[part] ? "good" : "warn"}`}>
            <strong>{all[part] ? texts.set : states.todo}</strong>
            <span>
              {parts[part]}: {brings[part]}
            </span>
          </li>
        ))}
      </ul>
      <p>{texts.administrator}</p>
      <p>
        <code>deno task start user add you@example.net --admin</code>
      </p>
      <p>
        <a href="/admin">{texts.admin}</a>
        {" · "}
        <a href="/docs">{texts.docs}</a>
      </p>
      <p>{texts.end}</p>
    </section>
  );
}
