import { PageHead } from "../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../lib/http/responses.ts";
import { type Context, page } from "fresh";
import { AdminDoneNotice } from "../../../components/admin/AdminNav.tsx";
import {
  FieldPreview,
  FieldSwitchForm,
} from "../../../components/admin/Fields.tsx";
import { FormErrorNotice, Notice } from "../../../components/ui/Notice.tsx";
import { byMethod, define, type State } from "../../../define.ts";
import { actorOf } from "../../../lib/admin/audit_rows.ts";
import { changeFields, submittedSettings } from "../../../lib/admin/fields.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../lib/http/form.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { requireMember } from "../../../lib/accounts/sign_in/sign_in.ts";
import { homeForViewer } from "../../../lib/ipinfo/home/home_for_viewer.ts";
import type {
  Audience,
  FieldSettings,
} from "../../../lib/ipinfo/view/home_fields.ts";
import { adminFieldTexts } from "../../../lib/admin/view/texts.ts";

/** What an audience would see at the address of the administrator. */
async function previewFor(
  ctx: Context<State>,
  audience: Audience,
  settings: FieldSettings,
) {
  const { state, req } = ctx;
  const { profile } = await state.services.profiles.describe(state.client.ip, {
    order: audience === "member" ? "v2" : "v1",
    client: state.client,
    signal: req.signal,
  });
  return homeForViewer(ctx, profile, audience, settings);
}

/** Settings that are not saved: a preview of them was asked for, or they were refused. */
interface Unsaved {
  settings: FieldSettings;
  /** Of the form. A refused one gets the current version, to be checked and sent again. */
  version?: string;
  error?: FormErrorResponse;
}

async function fieldsPage(ctx: Context<State>, unsaved: Unsaved | null = null) {
  const { current, version } = ctx.state.services.fieldSwitches;
  const { settings = current, error = null } = unsaved ?? {};
  const [guest, member] = await Promise.all([
    previewFor(ctx, "guest", settings),
    previewFor(ctx, "member", settings),
  ]);
  return page({
    settings,
    version: unsaved?.version ?? version,
    isPreview: unsaved !== null && error === null,
    error,
    guest,
    member,
  }, pageInit(error));
}

export const handler = byMethod({
  GET: (ctx) => fieldsPage(ctx),
  async POST(ctx) {
    const { fieldSwitches } = ctx.state.services;
    const form = await readForm(ctx.req);
    const settings = submittedSettings(form);
    if (form.typed("action") === "preview") {
      return await fieldsPage(ctx, {
        settings,
        version: form.typed("version"),
      });
    }
    try {
      const by = actorOf(requireMember(ctx.state));
      const done = await changeFields(fieldSwitches, form, by);
      return seeOther(`/admin/fields?done=${done}`);
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return await fieldsPage(ctx, { settings, error });
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const texts = adminFieldTexts[languageOf(req)];
  return (
    <section class="panel">
      <PageHead
        title={`${texts.title} – Porthole`}
        description={texts.description}
      />
      <h1>{texts.heading}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <FormErrorNotice error={data.error} shownBy={[]} />
      {data.isPreview && <Notice kind="info">{texts.notSaved}</Notice>}
      <div class="beside">
        <FieldSwitchForm settings={data.settings} version={data.version} />
        <section class="preview">
          <h2>{texts.preview}</h2>
          <FieldPreview audience={texts.guests} home={data.guest} />
          <FieldPreview audience={texts.members} home={data.member} />
        </section>
      </div>
    </section>
  );
});
