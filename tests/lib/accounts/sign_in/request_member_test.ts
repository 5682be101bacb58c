import assert from "node:assert/strict";
import { accountWith } from "../../../support/account.ts";
import {
  findSession,
  optionalMember,
} from "../../../../lib/accounts/sign_in/request_member.ts";
import { viewerPolicy } from "../../../../lib/ipinfo/home/home_for_viewer.ts";
import { BROWSER, openWithAnn } from "../fixture.ts";
import type { Member } from "../../../../lib/accounts/account_record.ts";
import { AppError } from "../../../../lib/core/errors.ts";

Deno.test("findSession - returns the first valid cookie and its member", async () => {
  using fixture = await openWithAnn();
  const { ann, sessions } = fixture;
  const bob = await fixture.signUp("bob@example.com");
  const ended = await sessions.begin(ann, BROWSER);
  await sessions.end(ended);
  const first = await sessions.begin(ann, BROWSER);
  const second = await sessions.begin(bob, BROWSER);
  const cases = [
    [[first], first, ann],
    [["nonsense", first], first, ann],
    [[ended, "nonsense", second], second, bob],
    [[second, first], second, bob],
  ] as const;
  for (const [cookies, cookie, account] of cases) {
    const found = await findSession(sessions, cookies);
    assert.equal(found?.cookie, cookie);
    assert.deepEqual(found?.member.account, account);
  }
  for (const cookies of [[], ["nonsense"], [ended, "nonsense"]]) {
    assert.equal(await findSession(sessions, cookies), null);
  }
});

const member: Member = {
  account: accountWith({ id: "1", email: "ann@example.org" }),
  sessionId: "2",
};

/** A request with a cookie, to a service that answers as it is told. */
function requestWith(
  cookie: string | null,
  answer: () => Promise<Member | null> = () => Promise.resolve(member),
  BASE_URL?: URL,
) {
  const read: (string | null)[] = [];
  const url = new URL("http://porthole.test/");
  return {
    read,
    req: new Request(url, { headers: cookie === null ? {} : { cookie } }),
    url,
    state: {
      services: {
        config: { BASE_URL },
        sessions: {
          memberOf(value: string | null) {
            read.push(value);
            return answer();
          },
        },
      },
    },
  };
}

for (const cookie of [null, "theme=dark", "__Host-porthole=a.b", ""]) {
  Deno.test(`optionalMember - Cookie ${cookie} is a guest's, and nothing is read`, () => {
    const request = requestWith(cookie);
    assert.equal(optionalMember(request), null);
    assert.deepEqual(request.read, []);
  });
}

Deno.test("optionalMember - returns the member of a session cookie", async () => {
  const request = requestWith("theme=dark; porthole_session=a.b");
  assert.equal(await optionalMember(request), member);
  assert.deepEqual(request.read, ["a.b"]);
});

Deno.test("optionalMember - uses the first valid of several cookies with the same name", async () => {
  const answers = [null, member];
  const request = requestWith(
    "porthole_session=a.b; porthole_session=c.d; porthole_session=e.f",
    () => Promise.resolve(answers.shift() ?? null),
  );
  assert.equal(await optionalMember(request), member);
  assert.deepEqual(request.read, ["a.b", "c.d"]);
});

Deno.test("optionalMember - uses the cookie bound to HTTPS behind a proxy that terminates it", async () => {
  const request = requestWith(
    "porthole_session=x.y; __Host-porthole=a.b",
    undefined,
    new URL("https://porthole.test"),
  );
  assert.equal(await optionalMember(request), member);
  assert.deepEqual(request.read, ["a.b"]);
});

const SESSION = "porthole_session=a.b";
const nobody = () => Promise.resolve(null);
const gone = new AppError(503, "SERVICE_UNAVAILABLE", {
  reason: "store_unavailable",
});

Deno.test("optionalMember - null for an invalid cookie, and if the store fails", async () => {
  for (const answer of [nobody, () => Promise.reject(gone)]) {
    assert.equal(await optionalMember(requestWith(SESSION, answer)), null);
  }
});

const faults = [
  new TypeError("a slip"),
  new AppError(500, "INTERNAL_ERROR", { reason: "internal_error" }),
];
for (const fault of faults) {
  Deno.test(`optionalMember - rejects with another ${fault.name}`, async () => {
    const request = requestWith(SESSION, () => Promise.reject(fault));
    await assert.rejects(async () => await optionalMember(request), fault);
  });
}

Deno.test("viewerPolicy - v2 for a member, v1 for a guest", async () => {
  assert.equal(await viewerPolicy(requestWith(SESSION)), "v2");
  assert.equal(await viewerPolicy(requestWith(null)), "v1");
  assert.equal(await viewerPolicy(requestWith(SESSION, nobody)), "v1");
});
