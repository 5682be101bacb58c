import { adminAccountTexts } from "../../lib/shared/texts/admin_account.ts";
import { useTexts } from "../language.ts";

interface AdminFormProps {
  path: string;
  isAdmin: boolean;
  /** The administrator's own account. */
  isSelf: boolean;
}

/** Whether a member is an administrator. */
export function AdminForm({ path, isAdmin, isSelf }: AdminFormProps) {
  const { admin } = useTexts(adminAccountTexts);
  return (
    <form class="card" method="post" action={path}>
      <h2>{admin.title}</h2>
      {!isAdmin
        ? (
          <>
            <p>{admin.whatItIs}</p>
            <button type="submit" name="action" value="admin">
              {admin.give}
            </button>
          </>
        )
        : isSelf
        ? <p>{admin.isOwn}</p>
        : (
          <>
            <p>{admin.isAdmin}</p>
            <button
              class="danger"
              type="submit"
              name="action"
              value="no-admin"
            >
              {admin.take}
            </button>
          </>
        )}
    </form>
  );
}
