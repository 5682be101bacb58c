import type { TypedBan } from "../../lib/shared/ban_lists.ts";
import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import { CheckField } from "../CheckField.tsx";
import { TextField } from "../TextField.tsx";

interface BanFormProps {
  maxHours: number;
  /** What was typed before and not taken, and why. */
  typed: TypedBan | null;
  fault: FormFault | null;
}

/** Shuts a block of addresses out. */
export function BanForm({ maxHours, typed, fault }: BanFormProps) {
  return (
    <form class="card" method="post" action="/admin/bans">
      <h2>A new ban</h2>
      <TextField
        label="Address or block"
        name="cidr"
        autocomplete="off"
        value={typed?.cidr}
        maxLength={60}
        hint="192.0.2.7, 192.0.2.0/24 or 2001:db8::/32"
        error={faultOf("cidr", fault)}
      />
      <TextField
        label="Hours"
        name="hours"
        type="number"
        autocomplete="off"
        value={typed ? typed.hours : 24}
        min={1}
        max={maxHours}
        isOptional
        hint="Not heeded where the next box is ticked."
        error={faultOf("hours", fault) ?? faultOf("until", fault)}
      />
      <CheckField
        label="For ever"
        name="forever"
        isChecked={typed?.isForEver}
      />
      <TextField
        label="Reason"
        name="reason"
        autocomplete="off"
        value={typed?.reason}
        maxLength={200}
        hint="For administrators alone."
        error={faultOf("reason", fault)}
      />
      <button type="submit" name="action" value="ban">Ban</button>
    </form>
  );
}
