import { adminBanTexts } from "../../lib/shared/texts/admin_bans.ts";
import { useTexts } from "../language.ts";

interface LiftFormProps {
  action: string;
  /** The field that says which ban it is. */
  name: string;
  value: string;
  whom: string;
}

/** Lets somebody in again. */
export function LiftForm({ action, name, value, whom }: LiftFormProps) {
  const texts = useTexts(adminBanTexts);
  return (
    <form method="post" action="/admin/bans">
      <input type="hidden" name={name} value={value} />
      <button
        type="submit"
        name="action"
        value={action}
        aria-label={texts.liftOf(whom)}
      >
        {texts.lift}
      </button>
    </form>
  );
}
