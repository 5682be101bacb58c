import type { TypedBan } from "../../lib/shared/ban_lists.ts";
import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import { adminBanTexts } from "../../lib/shared/texts/admin_bans.ts";
import { CheckField } from "../CheckField.tsx";
import { useTexts } from "../language.ts";
import { TextField } from "../TextField.tsx";

interface BanFormProps {
  maxHours: number;
  /** What was typed before and not taken, and why. */
  typed: TypedBan | null;
  fault: FormFault | null;
}

/** Shuts a block of addresses out. */
export function BanForm({ maxHours, typed, fault }: BanFormProps) {
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
        error={faultOf("cidr", fault)}
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
        error={faultOf("hours", fault) ?? faultOf("until", fault)}
      />
      <CheckField
        label={texts.forEver}
        name="forever"
        isChecked={typed?.isForEver}
      />
      <TextField
        label={texts.reason}
        name="reason"
        autocomplete="off"
        value={typed?.reason}
        maxLength={200}
        hint={texts.reasonHint}
        error={faultOf("reason", fault)}
      />
      <button type="submit" name="action" value="ban">{texts.ban}</button>
    </form>
  );
}
