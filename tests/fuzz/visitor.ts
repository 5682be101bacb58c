/** What a fuzz learns by using the service normally: sessions, and the fields of its forms. */
import { PASSWORD } from "../support/members.ts";

const PAGES = [
  "/",
  "/sign-in",
  "/sign-up",
  "/lookup",
  "/console",
  "/console/account",
  "/console/sessions",
  "/console/ad",
  "/admin",
  "/admin/members",
  "/admin/bans",
  "/admin/fields",
  "/admin/analytics",
  "/admin/audit",
];

/** Each visit has a new address, to avoid limits. */
let visits = 0;

function headersOf(cookie?: string): Record<string, string> {
  const client = `192.0.2.${++visits % 250}`;
  return {
    accept: "text/html",
    "x-forwarded-for": client,
    ...cookie && { cookie },
  };
}

/** Signs in. @returns the `Cookie` value; null if it is refused */
export async function signIn(
  origin: string,
  email: string,
): Promise<string | null> {
  const response = await fetch(`${origin}/sign-in`, {
    method: "POST",
    headers: headersOf(),
    body: new URLSearchParams({ email, password: PASSWORD }),
    redirect: "manual",
  });
  await response.body?.cancel();
  const [cookie] = response.headers.getSetCookie();
  return response.status === 303 ? cookie?.split(";")[0] ?? null : null;
}

/** The fields of all forms that a member sees, with the values they have. */
export async function fieldsSeen(
  origin: string,
  cookie: string,
): Promise<[name: string, value: string][]> {
  const fields = new Map<string, [string, string]>();
  const pages = [...PAGES];
  for (const path of pages) {
    const response = await fetch(origin + path, { headers: headersOf(cookie) });
    const html = await response.text();
    for (
      const [tag] of html.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)
    ) {
      const name = /\bname="([^"]*)"/.exec(tag)?.[1];
      const value = /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "";
      if (name) fields.set(`${name} ${value}`, [name, value]);
    }
    for (const [, member] of html.matchAll(/"(\/admin\/members\/[^"?]+)"/g)) {
      if (pages.length < PAGES.length + 3 && !pages.includes(member)) {
        pages.push(member);
      }
    }
  }
  return [...fields.values()];
}
