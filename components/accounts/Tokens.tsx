import { formatText } from "../../lib/i18n/format.ts";
import { consoleTexts } from "../../lib/accounts/view/texts.ts";
import { timeText } from "../../lib/i18n/language.ts";
import { useTexts } from "../ui/language.ts";
import { fieldError, type FormError } from "../../lib/i18n/errors.ts";
import { ActionButton, CheckField, TextField } from "../ui/Fields.tsx";
import type { TokenView } from "../../lib/accounts/view/console_view.ts";
import { Notice } from "../ui/Notice.tsx";
import { RelativeTime } from "../ui/Time.tsx";
import { TextToCopy } from "../ui/CopyButton.tsx";

/** Usage as a bar and in numbers. */
export function Meter(
  { label, used, limit }: { label: string; used: number; limit: number },
) {
  const { token } = useTexts(consoleTexts);
  const left = Math.max(0, limit - used);
  return (
    <div class="meter">
      <meter
        aria-label={label}
        min={0}
        // A meter with a maximum of 0 would show as full.
        max={Math.max(1, limit)}
        value={used}
      />
      <span>
        {formatText(token.used, { used, limit, left })}
      </span>
    </div>
  );
}

/** A form that creates a token. */
export function NewTokenForm(
  { tokensVersion, typed, error }: {
    tokensVersion: string;
    typed: string;
    error: FormError | null;
  },
) {
  const { create } = useTexts(consoleTexts);
  return (
    <form class="card" method="post" action="/console">
      <h2>{create.heading}</h2>
      <input type="hidden" name="version" value={tokensVersion} />
      <TextField
        label={create.name}
        name="name"
        autocomplete="off"
        value={typed}
        maxLength={60}
        hint={create.hint}
        error={fieldError("name", error)}
      />
      <ActionButton action="create" text={create.button} />
    </form>
  );
}

interface TokenCardProps {
  token: TokenView;
  tokensVersion: string;
  /** The form of this card that had an error, and the error. */
  refused: { action: string; error: FormError; name: string } | null;
}

/** An API token: its usage this month, and forms to rename, replace and revoke it. */
export function TokenCard({ token, tokensVersion, refused }: TokenCardProps) {
  const t = useTexts(consoleTexts);
  const { id, name, lastFour, createdAtMs, usedAtMs, quota } = token;
  const errorIn = (action: string) =>
    refused?.action === action ? refused.error : null;
  const typedIn = (action: string) =>
    refused?.action === action ? refused.name : name;
  return (
    <article class="card">
      <h2>
        <bdi>{name}</bdi> <code>{`ph_…${lastFour}`}</code>
      </h2>
      {quota
        ? (
          <>
            <p>{t.token.quota}</p>
            <Meter
              label={t.token.quota}
              used={quota.used}
              limit={quota.limit}
            />
            {quota.used < quota.limit
              ? (
                <p class="aside">
                  {t.token.resets}
                  <RelativeTime timeMs={quota.resetAtMs} />
                </p>
              )
              : (
                <Notice kind="info">
                  {formatText(t.token.usedUp, {
                    resetsAt: timeText(quota.resetAtMs),
                  })}
                </Notice>
              )}
          </>
        )
        : <p>{t.token.inactive}</p>}
      <p class="aside">
        {t.token.created}
        <RelativeTime timeMs={createdAtMs} />
        {" · "}
        {usedAtMs !== null && t.token.lastUsed}
        <RelativeTime timeMs={usedAtMs} never={t.token.never} />
      </p>
      <details open={errorIn("rename") !== null}>
        <summary>{t.rename.heading}</summary>
        <form method="post" action="/console">
          <input type="hidden" name="token" value={id} />
          <TextField
            label={t.rename.name}
            name="name"
            id={`rename-${id}`}
            autocomplete="off"
            value={typedIn("rename")}
            maxLength={60}
            error={fieldError("name", errorIn("rename"))}
          />
          <ActionButton action="rename" text={t.rename.button} />
        </form>
      </details>
      <details open={errorIn("create") !== null}>
        <summary>{t.replace.heading}</summary>
        <form method="post" action="/console">
          <input type="hidden" name="replaces" value={id} />
          <input type="hidden" name="version" value={tokensVersion} />
          <TextField
            label={t.replace.name}
            name="name"
            id={`replace-${id}`}
            autocomplete="off"
            value={typedIn("create")}
            maxLength={60}
            hint={t.replace.hint}
            error={fieldError("name", errorIn("create"))}
          />
          <CheckField
            label={formatText(t.replace.confirm, { lastFour })}
            name="confirmed"
            id={`replace-confirmed-${id}`}
            isRequired
            error={fieldError("confirmed", errorIn("create"))}
          />
          <ActionButton action="create" text={t.replace.button} />
        </form>
      </details>
      <details open={errorIn("revoke") !== null}>
        <summary>{t.revoke.heading}</summary>
        <form method="post" action="/console">
          <input type="hidden" name="token" value={id} />
          <CheckField
            label={formatText(t.revoke.confirm, { lastFour })}
            name="confirmed"
            id={`revoke-confirmed-${id}`}
            isRequired
            error={fieldError("confirmed", errorIn("revoke"))}
          />
          <ActionButton action="revoke" text={t.revoke.button} isDangerous />
        </form>
      </details>
    </article>
  );
}

const EXAMPLES = [
  ["own", ""],
  ["any", "/ip/8.8.8.8"],
  ["domain", "/domain/example.com"],
] as const;

/** Requests with the token that was just created, or with a placeholder. */
export function ApiExamples(
  { base, token = null }: { base: string; token?: string | null },
) {
  const { examples } = useTexts(consoleTexts);
  const header = `Authorization: Bearer ${token ?? "<TOKEN>"}`;
  return (
    <section class="curl" aria-labelledby="examples-title">
      <h2 id="examples-title">{examples.heading}</h2>
      {EXAMPLES.map(([name, path]) => {
        const label = examples[name];
        const text = `curl -H "${header}" ${base}/api/v2${path}`;
        return (
          <TextToCopy
            key={name}
            id={`curl-${name}`}
            label={label}
            what={formatText(examples.command, { label })}
            text={text}
          />
        );
      })}
    </section>
  );
}
