import assert from "node:assert/strict";
import { changeOwnAccount } from "../../../lib/accounts/account_form.ts";
import { Form } from "../../../lib/http/form.ts";
import {
  emailOf,
  inputRefusal,
  openRig,
  PASSWORD,
  refusalOf,
  signUp,
} from "./rig.ts";

const EMAIL = "ann@example.com";
const NEXT = " staple battery horse ";

async function openForm() {
  const rig = await openRig();
  const ann = await signUp(rig, EMAIL);
  const send = (fields: Record<string, string>) =>
    changeOwnAccount(
      rig.accounts,
      ann.id,
      new Form(new URLSearchParams(fields)),
    );
  return { ...rig, ann, send };
}

Deno.test("changeOwnAccount - sets a password as it was typed, blanks and all", async () => {
  using rig = await openForm();
  const fields = { action: "password", current: PASSWORD, next: NEXT };
  const account = await rig.send(fields);
  assert.deepEqual(account, {
    done: "password",
    account: await rig.accounts.authenticate(emailOf(EMAIL), NEXT),
  });
});

Deno.test("changeOwnAccount - sets an e-mail address", async () => {
  using rig = await openForm();
  const email = "ann@example.org";
  const fields = { action: "email", current: PASSWORD, email: ` ${email} ` };
  assert.deepEqual(await rig.send(fields), {
    done: "email",
    account: { ...rig.ann, email },
  });
  assert.equal((await rig.accounts.byId(rig.ann.id))?.email, email);
});

Deno.test("changeOwnAccount - deletes where that is confirmed", async () => {
  using rig = await openForm();
  const fields = { action: "delete", current: PASSWORD, confirmed: "yes" };
  assert.deepEqual(await rig.send(fields), { done: "deleted" });
  assert.equal(await rig.accounts.byId(rig.ann.id), null);
});

const EMPTY = "Please fill this in.";
const NOTHING = "There is nothing of this name to do.";
for (
  const [fields, field, message] of [
    [{ action: "password", next: NEXT }, "current", EMPTY],
    [{ action: "password", current: PASSWORD }, "next", EMPTY],
    [{ action: "email", current: PASSWORD }, "email", EMPTY],
    [
      { action: "email", current: PASSWORD, email: "ann" },
      "email",
      "This is no e-mail address.",
    ],
    [
      { action: "email", email: "ann@example.org" },
      "current",
      EMPTY,
    ],
    [
      { action: "delete", current: PASSWORD },
      "confirmed",
      "Please tick this box to go on.",
    ],
    [{ action: "delete", confirmed: "yes" }, "current", EMPTY],
    [{}, "action", NOTHING],
    [{ action: "constructor" }, "action", NOTHING],
  ] as const
) {
  Deno.test(`changeOwnAccount - ${JSON.stringify(fields)} is refused`, async () => {
    using rig = await openForm();
    assert.deepEqual(
      await refusalOf(rig.send(fields)),
      inputRefusal(field, message),
    );
    assert.deepEqual(await rig.accounts.byId(rig.ann.id), rig.ann);
  });
}
