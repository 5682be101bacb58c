import * as z from "zod";
import {
  checkboxField,
  confirmedField,
  optionalField,
  parsedField,
  passwordField,
  textField,
} from "../http/form.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { parseEmail } from "./account_record.ts";

const email = parsedField(parseEmail, { reason: "email_malformed" });

/** A malformed e-mail address becomes null: it is refused as a wrong password is. */
export const signInForm = z.object({
  email: textField().transform(parseEmail),
  password: passwordField(),
});

export const signUpForm = z.object({ email, password: passwordField() });

/** The forms of `/console/account`. */
export const accountForms = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("password"),
    current: passwordField(),
    next: passwordField(),
  }),
  z.object({ action: z.literal("email"), email, current: passwordField() }),
  z.object({
    action: z.literal("delete"),
    confirmed: confirmedField(),
    current: passwordField(),
  }),
]);

/** The forms of `/console`. */
export const tokenForms = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create"),
    name: textField(),
    /** Id of the token to replace. */
    replaces: optionalField(),
    confirmed: checkboxField(),
    /** The `tokensVersion` that the form was opened with. */
    version: optionalField(),
  }).refine(
    ({ replaces, confirmed }) => replaces === null || confirmed,
    {
      path: ["confirmed"],
      params: { reason: "confirmation_required" } satisfies ErrorParams,
    },
  ),
  z.object({
    action: z.literal("rename"),
    token: textField(),
    name: textField(),
  }),
  z.object({
    action: z.literal("revoke"),
    confirmed: confirmedField(),
    token: textField(),
  }),
]);

/** The forms of `/console/sessions`. */
export const sessionForms = z.discriminatedUnion("action", [
  z.object({ action: z.literal("revoke"), session: textField() }),
  z.object({ action: z.literal("others") }),
]);

/** The forms of `/console/ad`. */
export const adForms = z.discriminatedUnion("action", [
  z.object({ action: z.literal("show") }),
  z.object({ action: z.literal("redeem"), ticket: textField(1000) }),
]);
