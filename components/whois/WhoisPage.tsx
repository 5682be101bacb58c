import { PageHead } from "../ui/PageHead.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { whoisTexts } from "../../lib/whois/view/texts.ts";
import { Notice, useErrorText } from "../ui/Notice.tsx";
import { useTexts } from "../ui/language.ts";
import { TextField } from "../ui/Fields.tsx";
import type {
  ContactCard,
  NoticeView,
  RegistrationBadge,
  RegistrationView,
  ResponseView,
  TimelineEntry,
} from "../../lib/whois/view/registration_view.ts";
import { Rows } from "../ui/Rows.tsx";
import type { ComponentChildren } from "preact";
import { linkedTargets, TargetLink } from "../ui/linked_targets.tsx";

/** A single field, because the kind of target follows from the text. */
function WhoisForm(
  { query, error, hasFocus }: {
    query: string;
    error?: ErrorParams;
    hasFocus: boolean;
  },
) {
  const { form } = useTexts(whoisTexts);
  return (
    <form class="whois" method="get" action="/whois" role="search">
      <div class="search">
        <TextField
          label={form.query}
          name="query"
          type="search"
          autocomplete="off"
          value={query}
          maxLength={254}
          error={error}
          hasFocus={hasFocus}
          hint={form.hint}
        />
        <button type="submit">{form.submit}</button>
      </div>
      {hasFocus && <p class="empty">{form.asks}</p>}
    </form>
  );
}

interface WhoisResult {
  view: RegistrationView;
  jsonPath: string;
  /** The page with what this server itself knows about the target. */
  elsewhere: { label: string; path: string } | null;
}

export interface WhoisPageProps {
  /** The value of the form's field. */
  query: string;
  /** Shown in place of the form if whois is disabled. */
  disabled?: ErrorParams | null;
  /** Where to go on if whois is disabled. */
  elsewhere?: { label: string; path: string } | null;
  /** Why the lookup failed. */
  error?: { params: ErrorParams } | null;
  /** A target that is close to a refused one. */
  suggestion?: { label: string; path: string } | null;
  /** The response, if it could not be interpreted. */
  response?: ResponseView | null;
  /** Shown if the target is not registered. */
  notFound?: { title: string; params: ErrorParams } | null;
  result?: WhoisResult | null;
}

/** The form, and the registration below it. */
export function WhoisPage(
  {
    query,
    disabled,
    elsewhere,
    error,
    suggestion,
    response,
    notFound,
    result,
  }: WhoisPageProps,
) {
  const t = useTexts(whoisTexts);
  const errorText = useErrorText();
  const title = result?.view.title ?? notFound?.title;
  return (
    <>
      <PageHead
        title={`${title ? `${title} – ` : ""}${t.heading} – Porthole`}
        description={t.description}
        styles={["results", "whois"]}
      >
        {title && <meta name="robots" content="noindex" />}
      </PageHead>
      <section class="panel">
        <h1>{t.heading}</h1>
        {disabled
          ? <Notice kind="info">{errorText(disabled)}</Notice>
          : (
            <WhoisForm
              query={query}
              error={error?.params}
              hasFocus={title === undefined}
            />
          )}
        {elsewhere && (
          <p>
            <a href={elsewhere.path}>{elsewhere.label}</a>
          </p>
        )}
        {suggestion && (
          <p>
            {t.form.didYouMean}
            <a class="mono" href={suggestion.path}>{suggestion.label}</a>
          </p>
        )}
      </section>
      {response && (
        <section class="panel registration" aria-labelledby="result-title">
          <h2 id="result-title">{response.label}</h2>
          <pre tabIndex={0} aria-labelledby="result-title">{response.text}</pre>
          <p class="empty">{response.source}</p>
        </section>
      )}
      {notFound && (
        <section class="panel registration" aria-labelledby="result-title">
          <h2 class="mono" id="result-title">{notFound.title}</h2>
          <Notice kind="info">{errorText(notFound.params)}</Notice>
        </section>
      )}
      {result && <RegistrationResult {...result} />}
    </>
  );
}

/** Labels for the whole registration, each with its meaning as a tooltip. */
function Badges(
  { badges }: { badges: readonly RegistrationBadge[] },
) {
  return (
    <ul class="badges">
      {badges.map(({ text, title, isWarning }) => (
        <li
          key={text}
          class={isWarning ? "badge warning" : "badge"}
          title={title}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The contacts of a registration, and which of them the registry withholds. */
function ContactCards(
  { contacts }: { contacts: readonly ContactCard[] },
) {
  return (
    <div class="contacts">
      {contacts.map(({ heading, facts, handle, redaction }, i) => (
        <div key={i} class="card">
          <h4>
            {heading}
            {handle && (
              <>
                {" "}
                <span class="mono">
                  {handle.path
                    ? <TargetLink path={handle.path} text={handle.text} />
                    : handle.text}
                </span>
              </>
            )}
          </h4>
          {facts.length > 0 && <Rows rows={facts} />}
          {redaction && <p class="redaction">{redaction}</p>}
        </div>
      ))}
    </div>
  );
}

/** Past and future events. */
function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline">
      {entries.map(({ label, dateTime, time, distance, isAhead }, i) => (
        <li key={i} class={isAhead ? "ahead" : undefined}>
          <strong>{label}</strong>
          <time dateTime={dateTime}>{time}</time>
          <span class="distance">{distance}</span>
        </li>
      ))}
    </ol>
  );
}

/** A registration: facts first, the raw response last. */
function RegistrationResult(
  { view, jsonPath, elsewhere }: WhoisResult,
) {
  const { parts, theRegistration } = useTexts(whoisTexts);
  const { contacts, nameServers, timeline, links, raw } = view;
  const { remarks, redactions, notices } = view;
  return (
    <section class="panel registration" aria-labelledby="result-title">
      <h2 class="mono" id="result-title">{view.title}</h2>
      <Badges badges={view.badges} />
      <p class="exports">
        <a class="button" href={jsonPath}>JSON</a>
        <CopyButton
          of="registration"
          what={theRegistration}
        />
      </p>
      {elsewhere && (
        <p>
          <a href={elsewhere.path} rel="nofollow">{elsewhere.label}</a>
        </p>
      )}
      <div class="parts" id="registration">
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
              {nameServers.map(({ name, addresses }) => (
                <li key={name}>
                  <span class="mono">{linkedTargets(name)}</span>
                  {addresses && (
                    <>
                      {" "}
                      <span class="mono">{linkedTargets(addresses)}</span>
                    </>
                  )}
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
        {remarks.length > 0 && (
          <Part title={parts.remarks}>
            <Notices notices={remarks} />
          </Part>
        )}
        {redactions.length > 0 && (
          <Part title={parts.redactions}>
            <ul>{redactions.map((text, i) => <li key={i}>{text}</li>)}</ul>
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
      </div>
      {notices.length > 0 && (
        <details class="more">
          <summary>{parts.notices}</summary>
          <Notices notices={notices} />
        </details>
      )}
      <details class="more">
        <summary>{raw.label}</summary>
        <pre tabIndex={0} role="group" aria-label={raw.label}>{raw.text}</pre>
      </details>
      <p class="empty">{view.source}</p>
    </section>
  );
}

/** Texts of the registry, each with its title. */
function Notices({ notices }: { notices: readonly NoticeView[] }) {
  return (
    <div class="notices">
      {notices.map(({ title, text }, i) => (
        <div key={i}>
          {title && <h4>{title}</h4>}
          {text.map((paragraph, j) => <p key={j}>{paragraph}</p>)}
        </div>
      ))}
    </div>
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
