import { faultOf, type FormFault } from "../../lib/shared/form_fault.ts";
import type { MemberRow } from "../../lib/shared/member_view.ts";
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
  return (
    <>
      <form class="card" method="post" action={path}>
        <h2>New password</h2>
        <TextField
          label="New password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={10}
          hint="At least 10 characters. It ends all sessions of the account; tell its owner another way."
          error={faultOf("password", fault)}
        />
        <button type="submit" name="action" value="password">
          Set password
        </button>
      </form>
      <form class="card" method="post" action={path}>
        <h2>Access</h2>
        {member.isDisabled
          ? (
            <>
              <p>Nobody can sign in, and the tokens are refused.</p>
              <button type="submit" name="action" value="enable">
                Enable account
              </button>
            </>
          )
          : isSelf
          ? (
            <p>
              This is your own account: another administrator can disable it.
            </p>
          )
          : (
            <>
              <p>Ends all sessions, and has the tokens refused.</p>
              <button
                class="danger"
                type="submit"
                name="action"
                value="disable"
              >
                Disable account
              </button>
            </>
          )}
      </form>
    </>
  );
}
