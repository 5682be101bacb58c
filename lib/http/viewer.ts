import type { Member } from "../accounts/account.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Order } from "../profile/orders.ts";
import { goingOn } from "../async/going_on.ts";
import { AppError } from "./errors.ts";
import { sessionCookieOf } from "./session_cookie.ts";
import { signedIn } from "./signed_in.ts";

/** What a request has to tell of whom it comes from. */
export interface Viewing {
  readonly req: Request;
  readonly url: URL;
  readonly state: {
    readonly services: {
      readonly sessions: Pick<Sessions, "memberOf">;
      readonly config: { readonly BASE_URL?: URL };
    };
  };
}

/**
 * Who is signed in, for what guests get as well: a store that is gone makes a
 * guest of everybody instead of taking the page away. Null at once where there
 * is no cookie: a guest costs nothing.
 */
export function viewerOf(asked: Viewing): Promise<Member | null> | null {
  const { headers } = asked.req;
  if (headers.get("cookie") === null) return null;
  const { config, sessions } = asked.state.services;
  const cookies = sessionCookieOf(asked.url, config.BASE_URL).read(headers);
  if (cookies.length === 0) return null;
  return signedIn(sessions, cookies).then(
    (found) => found?.member ?? null,
    (error) => {
      if (error instanceof AppError && error.status === 503) return null;
      throw error;
    },
  );
}

/** The sources for whoever asks: a member is told what the operator's paid sources say, too. */
export function orderFor(asked: Viewing): Order | Promise<Order> {
  return goingOn(viewerOf(asked), (viewer) => viewer ? "v2" : "v1");
}
