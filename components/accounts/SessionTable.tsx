import { formatText } from "../../lib/i18n/format.ts";
import type { SessionView } from "../../lib/accounts/view/console_view.ts";
import { sessionTexts } from "../../lib/accounts/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/Time.tsx";
import { TargetText } from "../ui/TargetText.tsx";
import { RowAction } from "../ui/Fields.tsx";

/** The sessions of a member. All but the current one have a button that ends them. */
export function SessionTable(
  { sessions }: { sessions: readonly SessionView[] },
) {
  const t = useTexts(sessionTexts);
  return (
    <Table
      caption={t.caption}
      rows={sessions}
      keyOf={({ handle }) => handle}
      empty={t.empty}
      columns={{
        [t.columns.agent]: ({ agent, client }) => (
          <bdi title={agent}>{client || t.unknown}</bdi>
        ),
        [t.columns.address]: ({ address }) => (
          <code class="whole">
            <TargetText text={address} />
          </code>
        ),
        [t.columns.created]: ({ createdAtMs }) => (
          <RelativeTime timeMs={createdAtMs} />
        ),
        [t.columns.seen]: ({ seenAtMs }) => <RelativeTime timeMs={seenAtMs} />,
        [t.columns.end]: ({ isThis, handle, address }) =>
          isThis ? <strong>{t.thisOne}</strong> : (
            <RowAction
              path="/console/sessions"
              field="session"
              value={handle}
              action="revoke"
              text={t.end}
              label={formatText(t.endFrom, { address })}
            />
          ),
      }}
    />
  );
}
