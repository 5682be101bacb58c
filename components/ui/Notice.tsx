import type { ComponentChildren } from "preact";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { errorText, type FormError } from "../../lib/i18n/errors.ts";
import { AddressText } from "./AddressText.tsx";
import { RelativeTime } from "./Time.tsx";
import { useLanguage, useTexts } from "./language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";

const roles = { done: "status", error: "alert", info: undefined } as const;

interface NoticeProps {
  kind: keyof typeof roles;
  /** Focused, so that screen readers read it once the page has loaded. */
  hasFocus?: boolean;
  children: ComponentChildren;
}

/** A short message above a form. */
export function Notice({ kind, hasFocus, children }: NoticeProps) {
  const focus = hasFocus ? { tabIndex: -1, autofocus: true } : {};
  return (
    <div class={`message message-${kind}`} role={roles[kind]} {...focus}>
      {children}
    </div>
  );
}

/** A form's error, unless one of its fields shows it. */
export function FormErrorNotice(
  { error, shownBy }: {
    error: FormError | null;
    /** The fields that show their own errors. */
    shownBy: readonly string[];
  },
) {
  const errorText = useErrorText();
  if (error === null) return null;
  if (error.field !== null && shownBy.includes(error.field)) return null;
  return <Notice kind="error" hasFocus>{errorText(error.params)}</Notice>;
}

interface ErrorNoticeProps {
  status: number;
  params: ErrorParams;
  bannedIp?: string | null;
  /** Below the sentence. */
  children?: ComponentChildren;
}

/**
 * The body of an error page: the error, and a link to go on. A banned visitor
 * gets their address instead, because every link leads back to this page.
 */
export function ErrorNotice(
  { status, params, bannedIp = null, children }: ErrorNoticeProps,
) {
  const texts = useTexts(siteTexts);
  const { errorTitles, clientError, serverError } = texts;
  return (
    <section class="notice">
      <p class="status">{status}</p>
      <h1>
        {errorTitles[status] ?? (status < 500 ? clientError : serverError)}
      </h1>
      <p>
        <ErrorSentence params={params} />
      </p>
      {children}
      {bannedIp === null
        ? (
          <p>
            <a href="/">{texts.showAddress}</a>
          </p>
        )
        : (
          <p>
            {texts.yourAddress}
            <code>
              <AddressText ip={bannedIp} />
            </code>
          </p>
        )}
    </section>
  );
}

/** An error in words. When a ban ends is told as a time from now, because the exact one is hard to read. */
function ErrorSentence({ params }: { params: ErrorParams }) {
  const { ban } = useTexts(siteTexts);
  const errorText = useErrorText();
  if (!("untilMs" in params)) return <>{errorText(params)}</>;
  return (
    <>
      {ban[params.reason] + ban.ends}
      <RelativeTime timeMs={params.untilMs} />
      {ban.end}
    </>
  );
}

/**
 * Returns the function that formats errors in the page's language. Not in
 * language.ts, which islands import: browsers would load every error's texts.
 */
export function useErrorText(): (params: ErrorParams) => string {
  const language = useLanguage();
  return (params) => errorText(language, params);
}
