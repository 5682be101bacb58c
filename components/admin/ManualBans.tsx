import type { ManualBanView } from "../../lib/shared/ban_lists.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { LiftForm } from "./LiftForm.tsx";
import { MoreNotice } from "./MoreNotice.tsx";

/** Bans that administrators pronounced. */
export function ManualBans(
  { bans, count }: { bans: readonly ManualBanView[]; count: number },
) {
  return (
    <>
      <Table
        caption="Bans by hand"
        rows={bans}
        keyOf={({ id }) => id}
        empty="There is none."
        columns={{
          "Block": ({ block }) => <code>{block}</code>,
          "Until": ({ untilMs }) => <Time timeMs={untilMs} never="for ever" />,
          "Reason": ({ reason }) => <bdi>{reason || "–"}</bdi>,
          "By": ({ by, sinceMs }) => (
            <>
              <bdi>{by}</bdi>, <Time timeMs={sinceMs} />
            </>
          ),
          "Lift": ({ id, block }) => (
            <LiftForm action="lift" name="ban" value={id} whom={block} />
          ),
        }}
      />
      <MoreNotice shown={bans.length} count={count} />
    </>
  );
}
