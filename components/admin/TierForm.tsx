import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import type {
  MemberRow,
  TierChoice,
  TypedTier,
} from "../../lib/shared/member_view.ts";
import { adminAccountTexts } from "../../lib/shared/texts/admin_account.ts";
import { useErrorText, useTexts } from "../language.ts";
import { TextField } from "../TextField.tsx";

interface TierFormProps {
  path: string;
  member: MemberRow;
  choices: readonly TierChoice[];
  maxQuota: number;
  /** What was not taken, and why. */
  refused: { typed: TypedTier; fault: FormFault } | null;
}

/** What an account may ask of V2. */
export function TierForm(
  { path, member, choices, maxQuota, refused }: TierFormProps,
) {
  const texts = useTexts(adminAccountTexts).tier;
  const errorText = useErrorText();
  const tier = refused?.typed.tier ?? member.tier;
  const fault = faultOf("tier", refused?.fault);
  return (
    <form class="card" method="post" action={path}>
      <h2>{texts.title}</h2>
      <fieldset
        class="choices"
        aria-describedby={fault ? "tier-error" : undefined}
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
      {fault && <p class="field-error" id="tier-error">{errorText(fault)}</p>}
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
        error={faultOf("vipQuota", refused?.fault)}
      />
      <button type="submit" name="action" value="tier">{texts.set}</button>
    </form>
  );
}
