import { numberText } from "../../lib/i18n/language.ts";
import type { AuditRow } from "../../lib/admin/view/admin_view.ts";
import { adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { AddressText } from "../ui/AddressText.tsx";
import { Table } from "../ui/Table.tsx";
import type { Time } from "../ui/Time.tsx";

interface FiguresProps {
  figures: readonly (readonly [label: string, value: number, href: string])[];
}

/** Figures with links to their pages. */
export function Figures({ figures }: FiguresProps) {
  return (
    <ul class="figures">
      {figures.map(([label, value, href]) => (
        <li key={label}>
          <a href={href}>
            <strong>{numberText(value)}</strong> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface AuditTableProps {
  rows: readonly AuditRow[];
  /** How times are shown. */
  TimeOf: typeof Time;
}

/** The audit log, newest first. */
export function AuditTable({ rows, TimeOf }: AuditTableProps) {
  const { audit } = useTexts(adminTexts);
  return (
    <Table
      caption={audit.caption}
      rows={rows}
      keyOf={({ atMs, action, subject }) => `${atMs} ${action} ${subject}`}
      empty={audit.empty}
      columns={{
        [audit.time]: ({ atMs }) => <TimeOf timeMs={atMs} />,
        [audit.actor]: ({ actor, actorId }) => {
          const name = <bdi>{actor}</bdi>;
          return actorId
            ? <a href={`/admin/members/${actorId}`}>{name}</a>
            : name;
        },
        [audit.action]: ({ action }) => action,
        [audit.target]: ({ subject }) => (
          <bdi>
            <AddressText ip={subject} />
          </bdi>
        ),
        [audit.details]: ({ detail }) => <bdi>{detail || "–"}</bdi>,
      }}
    />
  );
}
