import { formatText } from "../../lib/i18n/format.ts";
import { adminBanTexts, adminTexts } from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import type {
  AutomaticBanView,
  BanInput,
  ManualBanView,
} from "../../lib/admin/view/admin_view.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/Time.tsx";
import { TargetText } from "../ui/TargetText.tsx";
import { fieldError, type FormError } from "../../lib/i18n/errors.ts";
import {
  ActionButton,
  CheckField,
  RowAction,
  TextField,
} from "../ui/Fields.tsx";

/** Says that the list is longer, and how to see the rest. */
function MoreNotice({ shown, count }: { shown: number; count: number }) {
  const { lists } = useTexts(adminTexts);
  if (count <= shown) return null;
  return <p class="aside">{formatText(lists.more, { shown, count })}</p>;
}

interface ListProps<Ban> {
  bans: readonly Ban[];
  /** Of all bans, or of those that were searched for. */
  count: number;
  isSearch: boolean;
}

interface LiftFormProps {
  action: string;
  /** The name of the field that identifies the ban. */
  field: string;
  value: string;
  target: string;
}

function LiftForm({ target, ...lift }: LiftFormProps) {
  const texts = useTexts(adminBanTexts);
  const label = formatText(texts.liftOf, { target });
  return (
    <RowAction path="/admin/bans" text={texts.lift} label={label} {...lift} />
  );
}

/** Automatic bans of clients that exceeded the rate limits. */
export function AutomaticBans(
  { bans, count, isSearch }: ListProps<AutomaticBanView>,
) {
  const texts = useTexts(adminBanTexts);
  return (
    <>
      <Table
        caption={texts.automaticCaption}
        rows={bans}
        keyOf={({ client }) => client}
        empty={isSearch ? texts.noMatch : texts.empty}
        columns={{
          [texts.client]: ({ client }) => (
            <code>
              <TargetText text={client} />
            </code>
          ),
          [texts.until]: ({ untilMs }) => <RelativeTime timeMs={untilMs} />,
          [texts.since]: ({ sinceMs }) => <RelativeTime timeMs={sinceMs} />,
          [texts.action]: ({ client }) => (
            <LiftForm
              action="lift-automatic"
              field="client"
              value={client}
              target={client}
            />
          ),
        }}
      />
      <MoreNotice shown={bans.length} count={count} />
    </>
  );
}

/** Bans that administrators added. */
export function ManualBans(
  { bans, count, isSearch }: ListProps<ManualBanView>,
) {
  const texts = useTexts(adminBanTexts);
  return (
    <>
      <Table
        caption={texts.manualCaption}
        rows={bans}
        keyOf={({ id }) => id}
        empty={isSearch ? texts.noMatch : texts.empty}
        columns={{
          [texts.block]: ({ block }) => (
            <code>
              <TargetText text={block} />
            </code>
          ),
          [texts.until]: ({ untilMs }) => (
            <RelativeTime timeMs={untilMs} never={texts.noEnd} />
          ),
          [texts.reason]: ({ reason }) => <bdi>{reason || "–"}</bdi>,
          [texts.by]: ({ by, sinceMs }) => (
            <>
              <bdi>{by}</bdi>
              {texts.comma}
              <RelativeTime timeMs={sinceMs} />
            </>
          ),
          [texts.action]: ({ id, block }) => (
            <LiftForm action="lift" field="ban" value={id} target={block} />
          ),
        }}
      />
      <MoreNotice shown={bans.length} count={count} />
    </>
  );
}

interface BanFormProps {
  maxHours: number;
  /** The input that had an error. */
  typed: BanInput | null;
  error: FormError | null;
}

export function BanForm({ maxHours, typed, error }: BanFormProps) {
  const texts = useTexts(adminBanTexts);
  return (
    <form class="card" method="post" action="/admin/bans">
      <h2>{texts.newBan}</h2>
      <TextField
        label={texts.cidr}
        name="cidr"
        autocomplete="off"
        value={typed?.cidr}
        maxLength={60}
        hint={texts.cidrHint}
        error={fieldError("cidr", error)}
      />
      <TextField
        label={texts.hours}
        name="hours"
        type="number"
        autocomplete="off"
        value={typed ? typed.hours : 24}
        min={1}
        max={maxHours}
        isOptional
        hint={texts.hoursHint}
        error={fieldError("hours", error) ?? fieldError("until", error)}
      />
      <CheckField
        label={texts.permanent}
        name="forever"
        isChecked={typed?.isPermanent}
      />
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        value={typed?.reason}
        maxLength={200}
        hint={texts.reasonHint}
        error={fieldError("reason", error)}
      />
      <ActionButton action="ban" text={texts.ban} />
    </form>
  );
}
