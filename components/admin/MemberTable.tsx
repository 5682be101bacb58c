import type { MemberRow } from "../../lib/shared/member_view.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { MemberState } from "./MemberState.tsx";

/** Members by their e-mail addresses, each leading to a page of its own. */
export function MemberTable(
  { rows, empty }: { rows: readonly MemberRow[]; empty: string },
) {
  return (
    <Table
      caption="Members"
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={{
        "E-mail address": ({ id, email }) => (
          <a href={`/admin/members/${id}`}>
            <bdi>{email}</bdi>
          </a>
        ),
        "State": (row) => <MemberState {...row} />,
        "Tokens": ({ tokenCount }) => tokenCount,
        "Since": ({ createdAtMs }) => <Time timeMs={createdAtMs} />,
      }}
    />
  );
}
