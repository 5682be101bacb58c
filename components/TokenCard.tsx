import type { TokenView } from "../lib/shared/console_view.ts";
import { faultOf, type FormFault } from "../lib/shared/form_fault.ts";
import { CheckField } from "./CheckField.tsx";
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
            <Meter label="This month" used={quota.used} limit={quota.limit} />
            <p class="aside">
              Starts again <Time timeMs={quota.resetAtMs} />
            </p>
          </>
        )
        : (
          <p>
            Asleep: your tier has no room for it. It is refused until an
            administrator makes room, or you revoke the tokens before it.
          </p>
        )}
      <p class="aside">
        Created <Time timeMs={createdAtMs} /> · Last used{" "}
        <Time timeMs={usedAtMs} never="never" />
      </p>
      <details open={faultIn("rename") !== null}>
        <summary>Rename</summary>
        <form method="post" action="/console">
          <input type="hidden" name="token" value={id} />
          <TextField
            label="Name"
            name="name"
            id={`rename-${id}`}
            autocomplete="off"
            value={typedIn("rename")}
            maxLength={60}
            error={faultOf("name", faultIn("rename"))}
          />
          <button type="submit" name="action" value="rename">Rename</button>
        </form>
      </details>
      <details open={faultIn("create") !== null}>
        <summary>Replace with a new token</summary>
        <form method="post" action="/console">
          <input type="hidden" name="replaces" value={id} />
          <input type="hidden" name="mark" value={tokensMark} />
          <TextField
            label="Name of the new token"
            name="name"
            id={`replace-${id}`}
            autocomplete="off"
            value={typedIn("create")}
            maxLength={60}
            hint="It goes on with the count of this month."
            error={faultOf("name", faultIn("create"))}
          />
          <CheckField
            label={`…${lastFour} stops working at once. I have thought of that.`}
            name="confirmed"
            id={`replace-confirmed-${id}`}
            isRequired
            error={faultOf("confirmed", faultIn("create"))}
          />
          <button type="submit" name="action" value="create">Replace</button>
        </form>
      </details>
      <details open={faultIn("revoke") !== null}>
        <summary>Revoke</summary>
        <form method="post" action="/console">
          <input type="hidden" name="token" value={id} />
          <CheckField
            label={`…${lastFour} stops working at once, for good.`}
            name="confirmed"
            id={`revoke-confirmed-${id}`}
            isRequired
            error={faultOf("confirmed", faultIn("revoke"))}
          />
          <button class="danger" type="submit" name="action" value="revoke">
            Revoke
          </button>
        </form>
      </details>
    </article>
  );
}
