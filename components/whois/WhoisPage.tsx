import { asset, Head } from "fresh/runtime";
import type { RegistrationView } from "../../lib/shared/registration_view.ts";
import { whoisTexts } from "../../lib/shared/texts/whois.ts";
import { useErrorText, useTexts } from "../language.ts";
import { Notice } from "../Notice.tsx";
import { RegistrationResult } from "./RegistrationResult.tsx";
import { WhoisForm } from "./WhoisForm.tsx";

export interface WhoisPageProps {
  /** What the form is put back with. */
  typed: string;
  /** Said in place of the form where nothing can be asked here. */
  off?: string | null;
  /** Why there is no answer. */
  fault?: { message: string } | null;
  /** An answer that there is nothing. */
  nothing?: { title: string; message: string } | null;
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
          : <WhoisForm typed={typed} error={fault?.message} />}
      </section>
      {nothing && (
        <section class="panel registration" aria-labelledby="result-title">
          <h2 class="mono" id="result-title">{nothing.title}</h2>
          <Notice kind="info">{errorText(nothing.message)}</Notice>
        </section>
      )}
      {result && <RegistrationResult {...result} />}
    </>
  );
}
