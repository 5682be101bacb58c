import { Component, type ComponentChildren } from "preact";
import { RowList, shownRow } from "../components/ui/RowList.tsx";
import type { HomeRow } from "../lib/ipinfo/view/home_view.ts";
import type { Language } from "../lib/i18n/language.ts";
import { lockTexts } from "../lib/ipinfo/view/lock_texts.ts";

interface LockCardProps {
  /** Labels of the fields that a member would see. */
  labels: readonly string[];
  canSignUp: boolean;
  /** Of the page, to return to. */
  path: string;
  /** What the page is about; null for the visitor's own address. */
  address: string | null;
  /** Explains the dash of an unknown value. */
  notKnown: string;
  language: Language;
}

interface LockCardState {
  /** Null until the visitor has signed in. */
  rows: readonly HomeRow[] | null;
  error: string | null;
  isBusy: boolean;
}

/** A class without contexts, because hooks and the pages' texts would add 2.6 kB. */
class Card extends Component<LockCardProps, LockCardState> {
  override state: LockCardState = { rows: null, error: null, isBusy: false };

  async #signIn(event: SubmitEvent) {
    event.preventDefault();
    if (this.state.isBusy) return;
    const form = event.target as HTMLFormElement;
    this.setState({ isBusy: true, error: null });
    try {
      const response = await fetch("/session", {
        method: "POST",
        // Sent like a form, so that the response is the same as without script.
        body: new URLSearchParams([
          ...new FormData(form),
        ] as [string, string][]),
        signal: AbortSignal.timeout(15_000),
      });
      const body = await response.json();
      if (response.ok) this.setState({ rows: body.rows });
      else {
        this.setState({ error: body.message });
        // To type it again; the alert is read as well.
        (form.elements.namedItem("password") as HTMLInputElement).select();
      }
    } catch {
      this.setState({ error: lockTexts[this.props.language].notSignedIn });
    }
    this.setState({ isBusy: false });
  }

  override render() {
    const { labels, canSignUp, path, address, notKnown, language } = this.props;
    const { rows, error, isBusy } = this.state;
    const texts = lockTexts[language];
    if (rows) {
      return (
        <section class="advanced" aria-labelledby="advanced-title">
          <h2
            id="advanced-title"
            tabIndex={-1}
            ref={(heading) => heading?.focus()}
          >
            {texts.advanced}
          </h2>
          <RowList rows={rows.map((row) => shownRow(row, { notKnown }))} />
        </section>
      );
    }
    return (
      <details class="more lock">
        <summary>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <rect x="2.5" y="7" width="11" height="7.5" rx="1.5" />
            <path d="M5 7V4.8a3 3 0 0 1 6 0V7" />
          </svg>
          <span>{texts.forMembers(labels)}</span>
        </summary>
        <form
          method="post"
          action="/sign-in"
          onSubmit={(event) => this.#signIn(event)}
        >
          <input type="hidden" name="next" value={path} />
          {address !== null && (
            <input type="hidden" name="address" value={address} />
          )}
          <Field id="lock-email" label={texts.email}>
            <input
              id="lock-email"
              name="email"
              type="email"
              autocomplete="username"
              maxLength={254}
              required
            />
          </Field>
          <Field id="lock-password" label={texts.password}>
            <input
              id="lock-password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
            />
          </Field>
          <button type="submit" aria-disabled={isBusy ? "true" : undefined}>
            {texts.signIn}
          </button>
        </form>
        <p class="field-error" role="alert">{error}</p>
        {canSignUp && (
          <p class="aside">
            {texts.noAccount}{" "}
            <a href={`/sign-up?${new URLSearchParams({ next: path })}`}>
              {texts.makeAccount}
            </a>
          </p>
        )}
      </details>
    );
  }
}

/**
 * Names what guests do not see, without the values. Signing in here loads them
 * without leaving the page.
 */
export default function LockCard(props: LockCardProps) {
  return <Card {...props} />;
}

function Field(
  { id, label, children }: {
    id: string;
    label: string;
    children: ComponentChildren;
  },
) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
    </div>
  );
}
