import type { SessionView } from "../lib/shared/session_view.ts";
import { Table } from "./Table.tsx";
import { Time } from "./Time.tsx";

/** Where a member is signed in, each but this one with a button that ends it. */
export function SessionTable(
  { sessions }: { sessions: readonly SessionView[] },
) {
  return (
    <Table
      caption="Where you are signed in"
      rows={sessions}
      keyOf={({ handle }) => handle}
      empty="There is no session."
      columns={{
        "Program": ({ agent }) => <bdi>{agent || "unknown"}</bdi>,
        "Address": ({ address }) => <code>{address}</code>,
        "Signed in": ({ createdAtMs }) => <Time timeMs={createdAtMs} />,
        "Last seen": ({ seenAtMs }) => <Time timeMs={seenAtMs} />,
        "End": ({ isThis, ...session }) =>
          isThis ? <strong>This one</strong> : <EndSession {...session} />,
      }}
    />
  );
}

function EndSession(
  { handle, address }: { handle: string; address: string },
) {
  return (
    <form method="post" action="/console/sessions">
      <input type="hidden" name="session" value={handle} />
      <button
        type="submit"
        name="action"
        value="revoke"
        aria-label={`End the session from ${address}`}
      >
        End
      </button>
    </form>
  );
}
