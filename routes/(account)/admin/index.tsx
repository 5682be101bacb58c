import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AuditTable, Figures } from "../../../components/admin/Overview.tsx";
import { define, type State } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { auditRows } from "../../../lib/admin/audit_rows.ts";
import { overview } from "../../../lib/admin/overview.ts";
import { pageInit } from "../../../lib/http/form.ts";
import { methods } from "../../../lib/http/methods.ts";
import { adminTexts } from "../../../lib/admin/view/texts.ts";

export const handler = define.handlers(methods({
  GET: async ({ state }: Context<State>) =>
    page(await overview(state.services), pageInit(null)),
}));

export default define.page<typeof handler>(({ data, req }) => {
  const { overview: texts } = adminTexts[languageOf(req)];
  const rows = auditRows(data.latest, languageOf(req));
  return (
    <section class="panel">
      <Head>
        <title>{`${texts.title} – Porthole`}</title>
        <meta name="description" content={texts.description} />
      </Head>
      <h1>{texts.title}</h1>
      <Figures
        figures={[
          [texts.members, data.accounts, "/admin/members"],
          [texts.administrators, data.administrators, "/admin/members"],
          [texts.manualBans, data.manualBans, "/admin/bans"],
          [texts.automaticBans, data.automaticBans, "/admin/bans"],
          [
            texts.guestFields(data.fields),
            data.shown.guest,
            "/admin/fields",
          ],
          [
            texts.memberFields(data.fields),
            data.shown.member,
            "/admin/fields",
          ],
        ]}
      />
      <h2>{texts.latest}</h2>
      <AuditTable rows={rows} />
    </section>
  );
});
