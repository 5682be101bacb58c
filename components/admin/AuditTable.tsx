import type { AuditRow } from "../../lib/shared/audit_row.ts";
import { adminTexts } from "../../lib/shared/texts/admin.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";

/** What administrators did, the latest first. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const { audit } = useTexts(adminTexts);
  return (
    <Table
      caption={audit.caption}
      rows={rows}
      keyOf={({ atMs, action, subject }) => `${atMs} ${action} ${subject}`}
      empty={audit.empty}
      columns={{
        [audit.time]: ({ atMs }) => <Time timeMs={atMs} />,
        [audit.who]: ({ actor, actorId }) => {
          const name = <bdi>{actor}</bdi>;
          return actorId
            ? <a href={`/admin/members/${actorId}`}>{name}</a>
            : name;
        },
        [audit.what]: ({ action }) => action,
        [audit.whom]: ({ subject }) => <bdi>{subject}</bdi>,
        [audit.how]: ({ detail }) => <bdi>{detail || "–"}</bdi>,
      }}
    />
  );
}
