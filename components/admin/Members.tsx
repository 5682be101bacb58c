import { formatText } from "../../lib/i18n/format.ts";
import type {
  MemberRow,
  SelectionInput,
  SelectionView,
} from "../../lib/admin/view/admin_view.ts";
import { fieldError, type FormError } from "../../lib/i18n/errors.ts";
import {
  ActionButton,
  CheckField,
  RowAction,
  TextField,
} from "../ui/Fields.tsx";
import { tierTexts } from "../../lib/accounts/view/texts.ts";
import {
  adminAccountTexts,
  adminMemberTexts,
} from "../../lib/admin/view/texts.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/Time.tsx";
import type { TokenView } from "../../lib/accounts/view/console_view.ts";
import { Meter } from "../accounts/Tokens.tsx";

type MemberStateProps = Pick<
  MemberRow,
  "tier" | "vipQuota" | "isAdmin" | "isDisabled"
>;

/** The plan and the status of an account. */
export function MemberState(
  { tier, vipQuota, isAdmin, isDisabled }: MemberStateProps,
) {
  const texts = useTexts(adminMemberTexts);
  const name = useTexts(tierTexts)[tier];
  const words = [
    vipQuota === null
      ? name
      : formatText(texts.tierWithQuota, { tier: name, quota: vipQuota }),
    isAdmin && texts.administrator,
    isDisabled && texts.disabled,
  ];
  return <>{words.filter(Boolean).join(" · ")}</>;
}

/** Members with links to their pages: on a phone, two lines each. */
export function MemberTable(
  { rows, empty }: { rows: readonly MemberRow[]; empty: string },
) {
  const texts = useTexts(adminMemberTexts);
  return (
    <div class="members">
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
          [texts.since]: ({ createdAtMs }) => (
            <RelativeTime timeMs={createdAtMs} />
          ),
        }}
      />
    </div>
  );
}

interface DeleteManyProps {
  typed: SelectionInput;
  /** Null before anything was selected. */
  selection: SelectionView | null;
  error: FormError | null;
}

/** Selects members, and deletes the selected ones after a confirmation. */
export function DeleteManyForms(
  { typed, selection, error }: DeleteManyProps,
) {
  const texts = useTexts(adminMemberTexts).many;
  const path = "/admin/members";
  const date = { type: "date", autocomplete: "off", isOptional: true } as const;
  return (
    <section class="card" id="delete-many">
      <h2>{texts.title}</h2>
      <p>{texts.whatItDoes}</p>
      <form method="post" action={path}>
        <TextField
          {...date}
          label={texts.from}
          name="from"
          value={typed.from}
          error={fieldError("from", error)}
        />
        <TextField
          {...date}
          label={texts.to}
          name="to"
          value={typed.to}
          error={fieldError("to", error)}
        />
        <TextField
          label={texts.network}
          name="network"
          autocomplete="off"
          value={typed.network}
          hint={texts.networkHint}
          isOptional
          error={fieldError("network", error)}
        />
        <ActionButton action="select" text={texts.select} />
      </form>
      {selection?.count === 0 && <p role="status">{texts.none}</p>}
      {selection !== null && selection.count > 0 && (
        <form method="post" action={path}>
          <p role="status">{formatText(texts.selected, selection)}</p>
          <ul>
            {selection.emails.map((email) => (
              <li key={email}>
                <bdi>{email}</bdi>
              </li>
            ))}
            {selection.count > selection.emails.length && (
              <li>
                {formatText(texts.more, {
                  count: selection.count - selection.emails.length,
                })}
              </li>
            )}
          </ul>
          {Object.entries(typed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input
            type="hidden"
            name="shownAtMs"
            value={String(selection.shownAtMs)}
          />
          <CheckField
            label={texts.confirm}
            name="confirmed"
            isRequired
            error={fieldError("confirmed", error)}
          />
          <p>{texts.limit}</p>
          <ActionButton action="delete-many" text={texts.button} isDangerous />
        </form>
      )}
    </section>
  );
}

/** The API tokens of a member, with their usage this month. */
export function MemberTokens(
  { path, tokens }: { path: string; tokens: readonly TokenView[] },
) {
  const texts = useTexts(adminAccountTexts).tokens;
  return (
    <section class="card">
      <h2>{texts.title}</h2>
      <Table
        caption={texts.title}
        rows={tokens}
        keyOf={({ id }) => id}
        empty={texts.empty}
        columns={{
          [texts.name]: ({ name }) => <bdi>{name}</bdi>,
          [texts.token]: ({ lastFour }) => <code>{`ph_…${lastFour}`}</code>,
          [texts.created]: ({ createdAtMs }) => (
            <RelativeTime timeMs={createdAtMs} />
          ),
          [texts.lastUsed]: ({ usedAtMs }) => (
            <RelativeTime timeMs={usedAtMs} never={texts.never} />
          ),
          [texts.thisMonth]: ({ quota }) =>
            quota
              ? (
                <Meter
                  label={texts.thisMonth}
                  used={quota.used}
                  limit={quota.limit}
                />
              )
              : texts.inactive,
          [texts.action]: ({ id, lastFour }) => (
            <RowAction
              path={path}
              field="token"
              value={id}
              action="revoke"
              text={texts.revoke}
              label={formatText(texts.revokeOf, { lastFour })}
              isDangerous
            />
          ),
        }}
      />
    </section>
  );
}
