import type { MemberRow } from "../../lib/shared/member_view.ts";
import { adminMemberTexts } from "../../lib/shared/texts/admin_members.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { MemberState } from "./MemberState.tsx";

/** Members by their e-mail addresses, each leading to a page of its own. */
export function MemberTable(
  { rows, empty }: { rows: readonly MemberRow[]; empty: string },
) {
  const texts = useTexts(adminMemberTexts);
  return (
    <Table
      caption={texts.title}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={{
        [texts.email]: ({ id, email }) => (
          <a href={`/admin/members/${id}`}>
            <bdi>{email}</bdi>
          </a>
        ),
        [texts.state]: (row) => <MemberState {...row} />,
        [texts.tokens]: ({ tokenCount }) => tokenCount,
        [texts.since]: ({ createdAtMs }) => <Time timeMs={createdAtMs} />,
      }}
    />
  );
}
