import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { whoisTexts } from "../../lib/whois/view/texts.ts";
import { Notice, useErrorText } from "../ui/Notice.tsx";
import { useTexts } from "../ui/language.ts";
import { TextField } from "../ui/Fields.tsx";
import { asset, Head } from "fresh/runtime";
import type { RegistrationView } from "../../lib/whois/view/registration_view.ts";
import { RegistrationResult } from "./RegistrationResult.tsx";

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
    </form>
  );
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
  /** Shown if the target is not registered. */
  notFound?: { title: string; params: ErrorParams } | null;
  result?: { view: RegistrationView; jsonPath: string } | null;
}

/** The form, and the registration below it. */
export function WhoisPage(
  { query, disabled, elsewhere, error, suggestion, notFound, result }:
    WhoisPageProps,
) {
  const t = useTexts(whoisTexts);
  const errorText = useErrorText();
  const title = result?.view.title ?? notFound?.title;
  return (
    <>
      <Head>
        <title>
          {`${title ? `${title} – ` : ""}${t.heading} – Porthole`}
        </title>
        <meta name="description" content={t.description} />
        {title && <meta name="robots" content="noindex" />}
        <link
          key="whois"
          rel="stylesheet"
          href={asset("/whois.css")}
        />
      </Head>
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
