import type { AutomaticBanView } from "../../lib/shared/ban_lists.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { LiftForm } from "./LiftForm.tsx";
import { MoreNotice } from "./MoreNotice.tsx";

/** Bans that followed from too many requests. */
export function AutomaticBans(
  { bans, count }: { bans: readonly AutomaticBanView[]; count: number },
) {
  return (
    <>
      <Table
        caption="Automatic bans"
        rows={bans}
        keyOf={({ client }) => client}
        empty="There is none."
        columns={{
          "Client": ({ client }) => <code>{client}</code>,
          "Until": ({ untilMs }) => <Time timeMs={untilMs} />,
          "Since": ({ sinceMs }) => <Time timeMs={sinceMs} />,
          "Lift": ({ client }) => (
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
