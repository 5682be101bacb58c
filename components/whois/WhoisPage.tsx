import { Head } from "fresh/runtime";
import type { RegistrationView } from "../../lib/shared/registration_view.ts";
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
  const title = result?.view.title ?? nothing?.title;
  return (
    <>
      <Head>
        <title>
          {title ? `${title} – Whois – Porthole` : "Whois – Porthole"}
        </title>
        <meta
          name="description"
          content="Who holds a name, an address or an autonomous system: registrar, contacts and dates from the registries."
        />
        {title && <meta name="robots" content="noindex" />}
      </Head>
      <section class="panel">
        <h1>Whois</h1>
        {off
          ? <Notice kind="info">{off}</Notice>
          : <WhoisForm typed={typed} error={fault?.message} />}
      </section>
      {nothing && (
        <section class="panel registration" aria-labelledby="result-title">
          <h2 class="mono" id="result-title">{nothing.title}</h2>
          <Notice kind="info">{nothing.message}</Notice>
        </section>
      )}
      {result && <RegistrationResult {...result} />}
    </>
  );
}
