import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AuditTable } from "../../../components/admin/AuditTable.tsx";
import { Figures } from "../../../components/admin/Figures.tsx";
import { define, type State } from "../../../define.ts";
import { auditRows } from "../../../lib/admin/audit_text.ts";
import { overview } from "../../../lib/admin/overview.ts";
import { pageInit } from "../../../lib/http/shown_fault.ts";
import { methods } from "../../../lib/http/methods.ts";

export const handler = define.handlers(methods({
  GET: async ({ state }: Context<State>) =>
    page(await overview(state.services), pageInit(null)),
}));

export default define.page<typeof handler>(({ data }) => (
  <section class="panel">
    <Head>
      <title>Administration – Porthole</title>
      <meta name="description" content="How this Porthole stands." />
    </Head>
    <h1>Administration</h1>
    <Figures
      figures={[
        ["Members", data.accounts, "/admin/members"],
        ["Administrators", data.administrators, "/admin/members"],
        ["Bans by hand", data.manualBans, "/admin/bans"],
        ["Automatic bans", data.automaticBans, "/admin/bans"],
        [
          `Fields for guests, of ${data.fields}`,
          data.shown.guest,
          "/admin/fields",
        ],
        [
          `Fields for members, of ${data.fields}`,
          data.shown.member,
          "/admin/fields",
        ],
      ]}
    />
    <h2>Latest actions</h2>
    <AuditTable rows={auditRows(data.latest)} />
  </section>
));
