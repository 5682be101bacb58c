import type { ComponentChildren } from "preact";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import type { FormError } from "../../lib/i18n/errors.ts";
import { useErrorText, useTexts } from "./language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";

const roles = { done: "status", error: "alert", info: undefined } as const;

/** What has just happened, or what to know first: one short message above a form. */
export function Notice(
  { kind, children }: { kind: keyof typeof roles; children: ComponentChildren },
) {
  return (
    <div class={`message message-${kind}`} role={roles[kind]}>{children}</div>
  );
}

/** Why a form was not taken, where no field of it says so itself. */
export function FormErrorNotice(
  { error, shownBy }: {
    error: FormError | null;
    /** The fields that show their own faults. */
    shownBy: readonly string[];
  },
) {
  const errorText = useErrorText();
  if (error === null) return null;
  if (error.field !== null && shownBy.includes(error.field)) return null;
  return <Notice kind="error">{errorText(error.params)}</Notice>;
}

/** An error page's body: what happened, in words, and a way on. */
export function ErrorNotice(
  { status, params }: { status: number; params: ErrorParams },
) {
  const texts = useTexts(siteTexts);
  const { errorTitles, clientError, serverError } = texts;
  return (
    <section class="notice">
      <p class="status">{status}</p>
      <h1>
        {errorTitles[status] ?? (status < 500 ? clientError : serverError)}
      </h1>
      <p>{useErrorText()(params)}</p>
      <p>
        <a href="/">{texts.showAddress}</a>
      </p>
    </section>
  );
}
