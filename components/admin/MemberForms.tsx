import { adminAccountTexts } from "../../lib/admin/view/texts.ts";
import { useErrorText } from "../ui/Notice.tsx";
import { useTexts } from "../ui/language.ts";
import { fieldError, type FormError } from "../../lib/i18n/errors.ts";
import { ActionButton, CheckField, TextField } from "../ui/Fields.tsx";
import type {
  MemberRow,
  TierChoice,
  TierInput,
} from "../../lib/admin/view/admin_view.ts";

interface AdminFormProps {
  path: string;
  isAdmin: boolean;
  /** Whether it is the administrator's own account. */
  isSelf: boolean;
}

/** Makes a member an administrator, or no longer one. */
export function AdminForm({ path, isAdmin, isSelf }: AdminFormProps) {
  const { admin } = useTexts(adminAccountTexts);
  return (
    <form class="card" method="post" action={path}>
      <h2>{admin.title}</h2>
      {!isAdmin
        ? (
          <>
            <p>{admin.whatItIs}</p>
            <ActionButton action="admin" text={admin.give} />
          </>
        )
        : isSelf
        ? <p>{admin.isOwn}</p>
        : (
          <>
            <p>{admin.isAdmin}</p>
            <ActionButton action="no-admin" text={admin.take} isDangerous />
          </>
        )}
    </form>
  );
}

export function DeleteForm(
  { path, error }: { path: string; error: FormError | null },
) {
  const texts = useTexts(adminAccountTexts).delete;
  return (
    <form class="card" method="post" action={path}>
      <h2>{texts.title}</h2>
      <CheckField
        label={texts.confirm}
        name="confirmed"
        isRequired
        error={fieldError("confirmed", error)}
      />
      <ActionButton action="delete" text={texts.button} isDangerous />
    </form>
  );
}

interface TierFormProps {
  path: string;
  member: MemberRow;
  choices: readonly TierChoice[];
  maxQuota: number;
  /** The input that had an error, and the error. */
  refused: { typed: TierInput; error: FormError } | null;
}

export function TierForm(
  { path, member, choices, maxQuota, refused }: TierFormProps,
) {
  const texts = useTexts(adminAccountTexts).tier;
  const errorText = useErrorText();
  const tier = refused?.typed.tier ?? member.tier;
  const error = fieldError("tier", refused?.error);
  return (
    <form class="card" method="post" action={path}>
      <h2>{texts.title}</h2>
      <fieldset
        class="choices"
        aria-describedby={error ? "tier-error" : undefined}
      >
        <legend>{texts.legend}</legend>
        {choices.map((choice) => (
          <label key={choice.tier} class="check">
            <input
              type="radio"
              name="tier"
              value={choice.tier}
              checked={choice.tier === tier}
              required
            />
            {choice.text}
          </label>
        ))}
      </fieldset>
      {error && <p class="field-error" id="tier-error">{errorText(error)}</p>}
      <TextField
        label={texts.quota}
        name="vipQuota"
        type="number"
        autocomplete="off"
        value={refused?.typed.vipQuota ?? member.vipQuota}
        min={0}
        max={maxQuota}
        isOptional
        hint={texts.quotaHint}
        error={fieldError("vipQuota", refused?.error)}
      />
      <ActionButton action="tier" text={texts.set} />
    </form>
  );
}

interface AccessFormsProps {
  path: string;
  member: MemberRow;
  /** Whether it is the administrator's own account. */
  isSelf: boolean;
  /** The error of the new password. */
  error: FormError | null;
}

/** Sets a password, and disables or enables the account. */
export function AccessForms(
  { path, member, isSelf, error }: AccessFormsProps,
) {
  const { password, access } = useTexts(adminAccountTexts);
  return (
    <>
      <form class="card" method="post" action={path}>
        <h2>{password.title}</h2>
        <TextField
          label={password.label}
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={10}
          hint={password.hint}
          error={fieldError("password", error)}
        />
        <ActionButton action="password" text={password.set} />
      </form>
      <form class="card" method="post" action={path}>
        <h2>{access.title}</h2>
        {member.isDisabled
          ? (
            <>
              <p>{access.isDisabled}</p>
              <ActionButton action="enable" text={access.enable} />
            </>
          )
          : isSelf
          ? <p>{access.isOwn}</p>
          : (
            <>
              <p>{access.whatDisablingDoes}</p>
              <ActionButton
                action="disable"
                text={access.disable}
                isDangerous
              />
            </>
          )}
      </form>
    </>
  );
}
