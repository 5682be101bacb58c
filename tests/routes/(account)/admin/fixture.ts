import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import { auditRows } from "../../../../lib/admin/audit_rows.ts";
import { testApp } from "../../../support/app.ts";
import {
  newMember,
  PASSWORD,
  type TestMember,
} from "../../../support/members.ts";
import { statusOf } from "../../../support/responses.ts";
import {
  UMAMI_PASSWORD,
  type UmamiOptions,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../../support/umami_server.ts";
import { site } from "../../../lib/analytics/site.ts";

/** The app with an administrator and a member, asked as a browser asks it. */

export const ROOT = "root@example.net";
export const ANN = "ann@example.net";
/** Where the requests come from. */
export const PEER = "8.8.8.8";

export type Who = Pick<TestMember, "session"> | null;

export interface Page {
  status: number;
  location: string | null;
  html: string;
}

export async function openAdmin(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({
    ...options,
    env: { RATE_LIMIT_PAGES: "0", ...options.env },
  });
  const root = await newMember(app, ROOT, true);
  const ann = await newMember(app, ANN);

  async function send(
    who: Who,
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Page> {
    const response = await app.get(path, {
      peer: PEER,
      ...init,
      headers: {
        accept: "text/html",
        ...who && { cookie: `porthole_session=${who.session}` },
        ...init.headers,
      },
    });
    return {
      status: response.status,
      location: response.headers.get("location"),
      html: await response.text(),
    };
  }

  const post = (
    path: string,
    fields: Record<string, string>,
    who: Who = root,
    headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
  ) =>
    send(who, path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
    });

  /** What is on record, the latest first, without its time. */
  async function record() {
    const { entries } = await app.services.audit.list({
      before: null,
      limit: 10,
    });
    const rows = auditRows(entries);
    return entries.map(({ actor, action, subject }, i) =>
      [actor, action, subject, rows[i].detail].join(" | ")
    );
  }

  return {
    app,
    root,
    ann,
    /** Where a member's page is. */
    pageOf: ({ account }: TestMember) => `/admin/members/${account.id}`,
    get: (path: string, who: Who = root) => send(who, path),
    send,
    post,
    /** Asserts that a form leads to another page. */
    async sends(
      path: string,
      fields: Record<string, string>,
      location: string,
    ) {
      const redirect = { status: 303, location, html: "" };
      assert.deepEqual(await post(path, fields), redirect);
    },
    /** Asserts that a form is refused. Returns the page. */
    async refuses(path: string, fields: Record<string, string>, status = 400) {
      const page = await post(path, fields);
      assert.equal(page.status, status);
      return page.html;
    },
    /** The status of a V2 request with Ann's token. */
    tokenStatus: () =>
      statusOf(app.get("/api/v2/ip/8.8.8.8", {
        headers: { authorization: `Bearer ${ann.token}` },
      })),
    record,
    /** Asserts what is on record of the administrator, the latest first. */
    async recorded(...entries: string[]) {
      const expected = entries.map((entry) => `${ROOT} | ${entry}`);
      assert.deepEqual(await record(), expected);
    },
    /** Makes an account that nobody signs in to. */
    async addAccount(address: string): Promise<void> {
      const email = parseEmail(address)!;
      await app.services.accounts.create({ email, password: PASSWORD });
    },
    async account(address: string) {
      const account = await app.services.accounts.byEmail(parseEmail(address)!);
      assert(account, address);
      return account;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export type AdminFixture = Awaited<ReturnType<typeof openAdmin>>;

/** The app, and an analytics server that it asks. */
export async function openAnalytics(
  options: Partial<UmamiOptions> = {},
  env: Record<string, string> = {},
) {
  await using stack = new AsyncDisposableStack();
  const umami = stack.use(
    umamiServer({ version: "3.1", data: site, ...options }),
  );
  const admin = stack.use(
    await openAdmin({
      env: {
        ANALYTICS_URL: umami.url.href,
        ANALYTICS_WEBSITE_ID: WEBSITE_ID,
        ANALYTICS_USERNAME: USERNAME,
        ANALYTICS_PASSWORD: UMAMI_PASSWORD,
        ...env,
      },
    }),
  );
  const opened = stack.move();
  return {
    umami,
    admin,
    /** The page of the figures. */
    async page(query = "") {
      const { status, html } = await admin.get(`/admin/analytics${query}`);
      assert.equal(status, 200);
      return html;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The part of a page between a mark and the next end of that element. */
export function element(html: string, start: string, end: string): string {
  const from = html.indexOf(start);
  assert(from >= 0, `${start} is not on the page`);
  return html.slice(from, html.indexOf(end, from) + end.length);
}
