import type { TokenView } from "../../lib/shared/console_view.ts";
import { adminAccountTexts } from "../../lib/shared/texts/admin_account.ts";
import { useTexts } from "../language.ts";
import { Meter } from "../Meter.tsx";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";

/** A member's API tokens, with what they have used this month. */
export function MemberTokens(
  { path, tokens }: { path: string; tokens: readonly TokenView[] },
) {
  const texts = useTexts(adminAccountTexts).tokens;
  return (
    <section class="card">
      <h2>{texts.title}</h2>
      <Table
        caption={texts.title}
        rows={tokens}
        keyOf={({ id }) => id}
        empty={texts.empty}
        columns={{
          [texts.name]: ({ name }) => <bdi>{name}</bdi>,
          [texts.token]: ({ lastFour }) => <code>{`ph_…${lastFour}`}</code>,
          [texts.created]: ({ createdAtMs }) => <Time timeMs={createdAtMs} />,
          [texts.lastUsed]: ({ usedAtMs }) => (
            <Time timeMs={usedAtMs} never={texts.never} />
          ),
          [texts.thisMonth]: ({ quota }) =>
            quota
              ? (
                <Meter
                  label={texts.thisMonth}
                  used={quota.used}
                  limit={quota.limit}
                />
              )
              : texts.asleep,
          [texts.revoke]: ({ id, lastFour }) => (
            <form method="post" action={path}>
              <input type="hidden" name="token" value={id} />
              <button
                class="danger"
                type="submit"
                name="action"
                value="revoke"
                aria-label={texts.revokeOf(lastFour)}
              >
                {texts.revoke}
              </button>
            </form>
          ),
        }}
      />
    </section>
  );
}
