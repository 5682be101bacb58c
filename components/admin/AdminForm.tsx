interface AdminFormProps {
  path: string;
  isAdmin: boolean;
  /** The administrator's own account. */
  isSelf: boolean;
}

/** Whether a member is an administrator. */
export function AdminForm({ path, isAdmin, isSelf }: AdminFormProps) {
  return (
    <form class="card" method="post" action={path}>
      <h2>Administration</h2>
      {!isAdmin
        ? (
          <>
            <p>An administrator can do everything that you can do here.</p>
            <button type="submit" name="action" value="admin">
              Make an administrator
            </button>
          </>
        )
        : isSelf
        ? <p>You are an administrator: another one can take that from you.</p>
        : (
          <>
            <p>This member is an administrator, and stays a member without.</p>
            <button
              class="danger"
              type="submit"
              name="action"
              value="no-admin"
            >
              Take administration away
            </button>
          </>
        )}
    </form>
  );
}
