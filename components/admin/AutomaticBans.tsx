import type { AutomaticBanView } from "../../lib/shared/ban_lists.ts";
import { adminBanTexts } from "../../lib/shared/texts/admin_bans.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { LiftForm } from "./LiftForm.tsx";
import { MoreNotice } from "./MoreNotice.tsx";

/** Bans that followed from too many requests. */
export function AutomaticBans(
  { bans, count }: { bans: readonly AutomaticBanView[]; count: number },
) {
  const texts = useTexts(adminBanTexts);
  return (
    <>
      <Table
        caption={texts.automaticCaption}
        rows={bans}
        keyOf={({ client }) => client}
        empty={texts.empty}
        columns={{
          [texts.client]: ({ client }) => <code>{client}</code>,
          [texts.until]: ({ untilMs }) => <Time timeMs={untilMs} />,
          [texts.since]: ({ sinceMs }) => <Time timeMs={sinceMs} />,
          [texts.lift]: ({ client }) => (
            <LiftForm
              action="lift-automatic"
              name="client"
              value={client}
              whom={client}
            />
          ),
        }}
      />
      <MoreNotice shown={bans.length} count={count} />
    </>
  );
}
