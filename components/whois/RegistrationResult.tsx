import type { ComponentChildren } from "preact";
import type { RegistrationView } from "../../lib/shared/registration_view.ts";
import { whoisTexts } from "../../lib/shared/texts/whois.ts";
import { useTexts } from "../language.ts";
import { Notice } from "../Notice.tsx";
import { Rows } from "../Rows.tsx";
import { Badges } from "./Badges.tsx";
import { ContactCards } from "./ContactCards.tsx";
import { Timeline } from "./Timeline.tsx";

/** What is written down: facts first, the answer as it was sent last. */
export function RegistrationResult(
  { view, jsonPath }: { view: RegistrationView; jsonPath: string },
) {
  const { parts } = useTexts(whoisTexts);
  const { contacts, nameServers, timeline, links, raw } = view;
  return (
    <section class="panel registration" aria-labelledby="result-title">
      <h2 class="mono" id="result-title">{view.title}</h2>
      <Badges badges={view.badges} />
      {view.note && <Notice kind="info">{view.note}</Notice>}
      <Rows rows={view.facts} />
      {contacts.length > 0 && (
        <Part title={parts.contacts}>
          <ContactCards contacts={contacts} />
        </Part>
      )}
      {nameServers.length > 0 && (
        <Part title={parts.nameServers}>
          <ul>
            {nameServers.map((name) => (
              <li key={name}>
                <a class="mono" href={`/lookup/${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {timeline.length > 0 && (
        <Part title={parts.events}>
          <Timeline entries={timeline} />
        </Part>
      )}
      {links.length > 0 && (
        <Part title={parts.links}>
          <ul>
            {links.map(({ href, text }) => (
              <li key={href}>
                <a href={href} rel="nofollow noopener noreferrer">{text}</a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <details class="more">
        <summary>{raw.label}</summary>
        <pre tabIndex={0} aria-label={raw.label}>{raw.text}</pre>
      </details>
      <p class="empty">{view.source}</p>
      <p>
        <a class="button" href={jsonPath}>JSON</a>
      </p>
    </section>
  );
}

function Part(
  { title, children }: { title: string; children: ComponentChildren },
) {
  return (
    <>
      <h3>{title}</h3>
      {children}
    </>
  );
}
