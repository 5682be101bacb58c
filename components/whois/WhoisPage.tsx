import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { whoisTexts } from "../../lib/whois/view/texts.ts";
import { useErrorText, useTexts } from "../ui/language.ts";
import { TextField } from "../ui/Fields.tsx";
import { asset, Head } from "fresh/runtime";
import type { RegistrationView } from "../../lib/whois/view/registration_view.ts";
import { Notice } from "../ui/Notice.tsx";
import { RegistrationResult } from "./RegistrationResult.tsx";

/** One field: what is typed says by itself what it is. */
export function WhoisForm(
  { typed, error }: { typed: string; error?: ErrorParams },
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
          value={typed}
          maxLength={254}
          error={error}
          hint={form.hint}
        />
        <button type="submit">{form.submit}</button>
      </div>
    </form>
  );
}

export interface WhoisPageProps {
  /** What the form is put back with. */
  typed: string;
  /** Said in place of the form where nothing can be asked here. */
  off?: ErrorParams | null;
  /** Why there is no answer. */
  fault?: { params: ErrorParams } | null;
  /** An answer that there is nothing. */
  nothing?: { title: string; params: ErrorParams } | null;
  result?: { view: RegistrationView; jsonPath: string } | null;
}

/** The form, and below it what the registries have written down. */
export function WhoisPage(
  { typed, off, fault, nothing, result }: WhoisPageProps,
) {
  const t = useTexts(whoisTexts);
  const errorText = useErrorText();
  const title = result?.view.title ?? nothing?.title;
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
        {off
          ? <Notice kind="info">{errorText(off)}</Notice>
          : <WhoisForm typed={typed} error={fault?.params} />}
      </section>
      {nothing && (
        <section class="panel registration" aria-labelledby="result-title">
          <h2 class="mono" id="result-title">{nothing.title}</h2>
          <Notice kind="info">{errorText(nothing.params)}</Notice>
        </section>
      )}
      {result && <RegistrationResult {...result} />}
    </>
  );
}
