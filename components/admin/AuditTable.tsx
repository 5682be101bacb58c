import type { AuditRow } from "../../lib/shared/audit_row.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";

/** What administrators did, the latest first. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <Table
      caption="What administrators did"
      rows={rows}
      keyOf={({ atMs, action, subject }) => `${atMs} ${action} ${subject}`}
      empty="Nothing is on record."
      columns={{
        "Time": ({ atMs }) => <Time timeMs={atMs} />,
        "Who": ({ actor, actorId }) => {
          const name = <bdi>{actor}</bdi>;
          return actorId
            ? <a href={`/admin/members/${actorId}`}>{name}</a>
            : name;
        },
        "What": ({ action }) => action,
        "Whom": ({ subject }) => <bdi>{subject}</bdi>,
        "How": ({ detail }) => <bdi>{detail || "–"}</bdi>,
      }}
    />
  );
}
