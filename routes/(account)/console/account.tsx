import { PageHead } from "../../../components/ui/PageHead.tsx";
import { seeOther } from "../../../lib/http/responses.ts";
import { page } from "fresh";
import {
  ActionButton,
  CheckField,
  TextField,
} from "../../../components/ui/Fields.tsx";
import {
  ConsoleNav,
  DoneNotice,
} from "../../../components/accounts/ConsoleNav.tsx";
import { FormErrorNotice } from "../../../components/ui/Notice.tsx";
import { byMethod, define } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import type { Account } from "../../../lib/accounts/account_record.ts";
import { changeOwnAccount } from "../../../lib/accounts/console.ts";
import { deviceCookieOf } from "../../../lib/accounts/sign_in/known_devices.ts";
import {
  formError,
  type FormErrorResponse,
  pageInit,
  readForm,
} from "../../../lib/http/form.ts";
import { sessionCookieOf } from "../../../lib/accounts/sign_in/session.ts";
import {
  confirmed,
  requireMember,
  sessionFor,
} from "../../../lib/accounts/sign_in/sign_in.ts";
import { fieldError } from "../../../lib/i18n/errors.ts";
import { accountTexts } from "../../../lib/accounts/view/texts.ts";

const path = "/console/account";

function accountPage(
  account: Account,
  refused: { action: string; email: string; error: FormErrorResponse } | null =
    null,
) {
  return page(
    { email: account.email, refused },
    pageInit(refused?.error ?? null),
  );
}

export const handler = byMethod({
  GET: ({ state }) => accountPage(requireMember(state).account),
  async POST(ctx) {
    const { services, client } = ctx.state;
    const { account } = requireMember(ctx.state);
    const form = await readForm(ctx.req);
    try {
      const change = await confirmed(
        services.limits,
        account,
        () =>
          changeOwnAccount(services.accounts, account.id, form, {
            client,
            signal: ctx.req.signal,
          }),
      );
      switch (change.done) {
        case "password":
          // The change has ended all sessions, including this one.
          return seeOther(
            `${path}?done=password`,
            ...await sessionFor(ctx, change.account),
          );
        case "email":
          return seeOther(`${path}?done=email`);
        case "deleted": {
          const { BASE_URL } = services.config;
          return seeOther(
            "/sign-in?done=deleted",
            sessionCookieOf(ctx.url, BASE_URL).clear(),
            deviceCookieOf(ctx.url, BASE_URL, account.id).clear(),
          );
        }
      }
    } catch (thrown) {
      const error = formError(thrown, ctx);
      return accountPage(account, {
        action: form.typed("action"),
        email: form.typed("email"),
        error,
      });
    }
  },
});

export default define.page<typeof handler>(({ data, url, req }) => {
  const { refused } = data;
  const t = accountTexts[languageOf(req)];
  const errorIn = (action: string) =>
    refused?.action === action ? refused.error : null;
  const currentPassword = (action: string) => (
    <>
      {/* For password managers: the account of the password. */}
      <input
        type="email"
        value={data.email}
        autocomplete="username"
        readonly
        hidden
      />
      <TextField
        label={t.current}
        name="current"
        id={`${action}-current`}
        type="password"
        autocomplete="current-password"
        error={fieldError("current", errorIn(action))}
      />
    </>
  );
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <ConsoleNav current={path} />
      <section class="panel">
        <h1>{t.heading}</h1>
        <p class="aside">
          <bdi>{data.email}</bdi>
        </p>
        <DoneNotice word={url.searchParams.get("done")} />
        <FormErrorNotice
          error={refused && refused.error}
          shownBy={["current", "next", "email", "confirmed"]}
        />
        <form class="card" method="post" action={path}>
          <h2>{t.password.heading}</h2>
          {currentPassword("password")}
          <TextField
            label={t.password.next}
            name="next"
            type="password"
            autocomplete="new-password"
            minLength={10}
            hint={t.password.hint}
            error={fieldError("next", errorIn("password"))}
          />
          <ActionButton action="password" text={t.password.button} />
        </form>
        <form class="card" method="post" action={path}>
          <h2>{t.email.heading}</h2>
          <TextField
            label={t.email.next}
            name="email"
            type="email"
            autocomplete="email"
            maxLength={254}
            value={refused?.action === "email" ? refused.email : ""}
            error={fieldError("email", errorIn("email"))}
          />
          {currentPassword("email")}
          <ActionButton action="email" text={t.email.button} />
        </form>
        <form class="card" method="post" action={path}>
          <h2>{t.delete.heading}</h2>
          {currentPassword("delete")}
          <CheckField
            label={t.delete.confirm}
            name="confirmed"
            isRequired
            error={fieldError("confirmed", errorIn("delete"))}
          />
          <ActionButton action="delete" text={t.delete.button} isDangerous />
        </form>
      </section>
    </>
  );
});
