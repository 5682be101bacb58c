import type { TokenView } from "../../lib/shared/console_view.ts";
import { Meter } from "../Meter.tsx";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";

/** A member's API tokens, with what they have used this month. */
export function MemberTokens(
  { path, tokens }: { path: string; tokens: readonly TokenView[] },
) {
  return (
    <section class="card">
      <h2>API tokens</h2>
      <Table
        caption="API tokens"
        rows={tokens}
        keyOf={({ id }) => id}
        empty="There is no token."
        columns={{
          "Name": ({ name }) => <bdi>{name}</bdi>,
          "Token": ({ lastFour }) => <code>{`ph_…${lastFour}`}</code>,
          "Created": ({ createdAtMs }) => <Time timeMs={createdAtMs} />,
          "Last used": ({ usedAtMs }) => (
            <Time timeMs={usedAtMs} never="never" />
          ),
          "This month": ({ quota }) =>
            quota
              ? (
                <Meter
                  label="This month"
                  used={quota.used}
                  limit={quota.limit}
                />
              )
              : "asleep",
          "Revoke": ({ id, lastFour }) => (
            <form method="post" action={path}>
              <input type="hidden" name="token" value={id} />
              <button
                class="danger"
                type="submit"
                name="action"
                value="revoke"
                aria-label={`Revoke the token that ends in ${lastFour}`}
              >
                Revoke
              </button>
            </form>
          ),
        }}
      />
    </section>
  );
}
