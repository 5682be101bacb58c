import type { ManualBanView } from "../../lib/shared/ban_lists.ts";
import { adminBanTexts } from "../../lib/shared/texts/admin_bans.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";
import { Time } from "../Time.tsx";
import { LiftForm } from "./LiftForm.tsx";
import { MoreNotice } from "./MoreNotice.tsx";

/** Bans that administrators pronounced. */
export function ManualBans(
  { bans, count }: { bans: readonly ManualBanView[]; count: number },
) {
  const texts = useTexts(adminBanTexts);
  return (
    <>
      <Table
        caption={texts.manualCaption}
        rows={bans}
        keyOf={({ id }) => id}
        empty={texts.empty}
        columns={{
          [texts.block]: ({ block }) => <code>{block}</code>,
          [texts.until]: ({ untilMs }) => (
            <Time timeMs={untilMs} never={texts.noEnd} />
          ),
          [texts.reason]: ({ reason }) => <bdi>{reason || "–"}</bdi>,
          [texts.by]: ({ by, sinceMs }) => (
            <>
              <bdi>{by}</bdi>
              {texts.comma}
              <Time timeMs={sinceMs} />
            </>
          ),
          [texts.lift]: ({ id, block }) => (
            <LiftForm action="lift" name="ban" value={id} whom={block} />
          ),
        }}
      />
      <MoreNotice shown={bans.length} count={count} />
    </>
  );
}
