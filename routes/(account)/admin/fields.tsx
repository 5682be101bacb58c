import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { AdminDoneNotice } from "../../../components/admin/AdminNav.tsx";
import {
  FieldPreview,
  FieldSwitchForm,
} from "../../../components/admin/Fields.tsx";
import { FormErrorNotice } from "../../../components/ui/Notice.tsx";
import { define, type State } from "../../../define.ts";
import { actorOf } from "../../../lib/admin/audit_rows.ts";
import { changeFields, submittedSettings } from "../../../lib/admin/fields.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../lib/http/form.ts";
import { methods } from "../../../lib/http/methods.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import {
  requireMember,
  seeOther,
} from "../../../lib/accounts/sign_in/sign_in.ts";
import { homeForViewer } from "../../../lib/ipinfo/home/viewer.ts";
import type {
  Audience,
  FieldSettings,
} from "../../../lib/ipinfo/view/home_fields.ts";
import { adminFieldTexts } from "../../../lib/admin/view/texts.ts";

/** What an audience would see at the address of the administrator. */
async function previewFor(
  ctx: Context<State>,
  audience: Audience,
) {
  const { state, req } = ctx;
  const { profile } = await state.services.profiles.describe(state.client.ip, {
    order: audience === "member" ? "v2" : "v1",
    client: state.client,
    signal: req.signal,
  });
  return homeForViewer(ctx, profile, audience);
}

async function fieldsPage(
  ctx: Context<State>,
  refused: { settings: FieldSettings; error: FormErrorResponse } | null = null,
) {
  const { current, version } = ctx.state.services.fieldSwitches;
  const [guest, member] = await Promise.all([
    previewFor(ctx, "guest"),
    previewFor(ctx, "member"),
  ]);
  return page({
    settings: refused?.settings ?? current,
    version,
    error: refused?.error ?? null,
    guest,
    member,
  }, pageInit(refused?.error ?? null));
}

export const handler = define.handlers(methods({
  GET: (ctx: Context<State>) => fieldsPage(ctx),
  async POST(ctx: Context<State>) {
    const { fieldSwitches } = ctx.state.services;
    const form = await readForm(ctx.req);
    try {
      const by = actorOf(requireMember(ctx.state));
      const done = await changeFields(fieldSwitches, form, by);
      return seeOther(`/admin/fields?done=${done}`);
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return await fieldsPage(ctx, {
        settings: submittedSettings(form),
        error,
      });
    }
  },
}));

export default define.page<typeof handler>(({ data, url, req }) => {
  const texts = adminFieldTexts[languageOf(req)];
  return (
    <section class="panel">
      <Head>
        <title>{`${texts.title} – Porthole`}</title>
        <meta
          name="description"
          content={texts.description}
        />
      </Head>
      <h1>{texts.heading}</h1>
      <AdminDoneNotice word={url.searchParams.get("done")} />
      <FormErrorNotice error={data.error} shownBy={[]} />
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
