import type { TokenView } from "../lib/shared/console_view.ts";
import { faultOf, type FormFault } from "../lib/shared/form_fault.ts";
import { consoleTexts } from "../lib/shared/texts/account_console.ts";
import { CheckField } from "./CheckField.tsx";
import { useTexts } from "./language.ts";
import { Meter } from "./Meter.tsx";
import { TextField } from "./TextField.tsx";
import { Time } from "./Time.tsx";

interface TokenCardProps {
  token: TokenView;
  tokensMark: string;
  /** The form of this card that was not taken, and why. */
  refused: { action: string; fault: FormFault; name: string } | null;
}

/** One API token: what is left of its month, and what can be done with it. */
export function TokenCard({ token, tokensMark, refused }: TokenCardProps) {
  const t = useTexts(consoleTexts);
  const { id, name, lastFour, createdAtMs, usedAtMs, quota } = token;
  const faultIn = (action: string) =>
    refused?.action === action ? refused.fault : null;
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
            <Meter
              label={t.token.quota}
              used={quota.used}
              limit={quota.limit}
            />
            <p class="aside">
              {t.token.startsAgain}
              <Time timeMs={quota.resetAtMs} />
            </p>
          </>
        )
        : <p>{t.token.asleep}</p>}
      <p class="aside">
        {t.token.created}
        <Time timeMs={createdAtMs} />
        {" · "}
        {t.token.lastUsed}
        <Time timeMs={usedAtMs} never={t.token.never} />
      </p>
      <details open={faultIn("rename") !== null}>
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
            error={faultOf("name", faultIn("rename"))}
          />
          <button type="submit" name="action" value="rename">
            {t.rename.button}
          </button>
        </form>
      </details>
      <details open={faultIn("create") !== null}>
        <summary>{t.replace.heading}</summary>
        <form method="post" action="/console">
          <input type="hidden" name="replaces" value={id} />
          <input type="hidden" name="mark" value={tokensMark} />
          <TextField
            label={t.replace.name}
            name="name"
            id={`replace-${id}`}
            autocomplete="off"
            value={typedIn("create")}
            maxLength={60}
            hint={t.replace.hint}
            error={faultOf("name", faultIn("create"))}
          />
          <CheckField
            label={t.replace.confirm(lastFour)}
            name="confirmed"
            id={`replace-confirmed-${id}`}
            isRequired
            error={faultOf("confirmed", faultIn("create"))}
          />
          <button type="submit" name="action" value="create">
            {t.replace.button}
          </button>
        </form>
      </details>
      <details open={faultIn("revoke") !== null}>
        <summary>{t.revoke.heading}</summary>
        <form method="post" action="/console">
          <input type="hidden" name="token" value={id} />
          <CheckField
            label={t.revoke.confirm(lastFour)}
            name="confirmed"
            id={`revoke-confirmed-${id}`}
            isRequired
            error={faultOf("confirmed", faultIn("revoke"))}
          />
          <button class="danger" type="submit" name="action" value="revoke">
            {t.revoke.button}
          </button>
        </form>
      </details>
    </article>
  );
}
