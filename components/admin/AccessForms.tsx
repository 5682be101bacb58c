import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import type { MemberRow } from "../../lib/shared/member_view.ts";
import { adminAccountTexts } from "../../lib/shared/texts/admin_account.ts";
import { useTexts } from "../language.ts";
import { TextField } from "../TextField.tsx";

interface AccessFormsProps {
  path: string;
  member: MemberRow;
  /** The administrator's own account. */
  isSelf: boolean;
  /** Why a new password was not taken. */
  fault: FormFault | null;
}

/** Whether an account may be used, and by which password. */
export function AccessForms(
  { path, member, isSelf, fault }: AccessFormsProps,
) {
  const { password, access } = useTexts(adminAccountTexts);
  return (
    <>
      <form class="card" method="post" action={path}>
        <h2>{password.title}</h2>
        <TextField
          label={password.title}
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={10}
          hint={password.hint}
          error={faultOf("password", fault)}
        />
        <button type="submit" name="action" value="password">
          {password.set}
        </button>
      </form>
      <form class="card" method="post" action={path}>
        <h2>{access.title}</h2>
        {member.isDisabled
          ? (
            <>
              <p>{access.isDisabled}</p>
              <button type="submit" name="action" value="enable">
                {access.enable}
              </button>
            </>
          )
          : isSelf
          ? <p>{access.isOwn}</p>
          : (
            <>
              <p>{access.whatDisablingDoes}</p>
              <button
                class="danger"
                type="submit"
                name="action"
                value="disable"
              >
                {access.disable}
              </button>
            </>
          )}
      </form>
    </>
  );
}
