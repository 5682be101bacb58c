import * as z from "zod";
import { readBody } from "./body.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError, InputError, invalidInput } from "../core/errors.ts";
import type { FormError } from "../i18n/errors.ts";
import { pageHeaders } from "./responses.ts";
import type { FailedRequest } from "./request_log.ts";

interface ReadFormOptions {
  maxBytes?: number;
  /** How long the whole body may take to arrive. */
  limitMs?: number;
}

/** Pages of this site send no other type. */
const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/**
 * The fields of a form as they were sent. `parseForm` converts them to values.
 */
export class Form {
  constructor(private readonly fields: URLSearchParams) {}

  /** Every field by name: its text, or all texts of a field that was sent more than once. */
  get values(): Readonly<Record<string, string | readonly string[]>> {
    return Object.fromEntries(
      [...new Set(this.fields.keys())].map((name) => {
        const texts = this.fields.getAll(name);
        return [name, texts.length === 1 ? texts[0] : texts];
      }),
    );
  }

  /** The text to put back into a field after an error, unchecked. Up to 1000 characters. */
  typed(name: string): string {
    return (this.fields.get(name) ?? "").slice(0, 1000);
  }

  /** Whether a checkbox was ticked, to tick it again after an error. */
  isTicked(name: string): boolean {
    return this.fields.has(name);
  }
}

/**
 * Reads the form in the body of a request. Size and time are limited, because
 * the client chooses both.
 *
 * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 400 `INVALID_INPUT` if it is not a form or arrives too slowly
 */
export async function readForm(
  request: Request,
  { maxBytes = 16 * 1024, limitMs = 10_000 }: ReadFormOptions = {},
): Promise<Form> {
  const { headers, body } = request;
  if (!FORM_TYPE.test(headers.get("content-type") ?? "")) {
    await body?.cancel();
    throw invalidInput({ reason: "form_expected" });
  }
  const text = await readBody(request, { maxBytes, limitMs });
  return new Form(new URLSearchParams(text));
}

/**
 * Parses a form by its schema, one key for each field. The schema of a page with
 * several forms is a union that the `action` of the submit button discriminates.
 *
 * @throws {InputError} 400 for the first invalid field in the order of the schema
 */
export function parseForm<S extends z.ZodType>(
  form: Form,
  schema: S,
): z.output<S> {
  const { values } = form;
  const { success, data, error } = schema.safeParse(values);
  if (success) return data;
  const [issue] = error.issues;
  const field = String(issue.path[0]);
  if (field === "action") {
    throw new InputError("action", { reason: "action_unknown" });
  }
  throw new InputError(field, reasonOf(issue, field, values[field]));
}

/** The reason of an issue: the field's own one, or that of the check it failed. */
function reasonOf(
  issue: z.core.$ZodIssue,
  field: string,
  value: string | readonly string[] | undefined,
): ErrorParams {
  switch (issue.code) {
    case "custom":
      return issue.params as ErrorParams;
    case "too_big":
      return { reason: "field_too_long", max: Number(issue.maximum) };
    case "invalid_format":
      return { reason: "invisible_characters" };
    case "invalid_value":
      return {
        reason: "not_one_of",
        name: field,
        values: issue.values.map(String),
      };
    default:
      return {
        reason: Array.isArray(value) ? "field_repeated" : "field_required",
      };
  }
}

/** Control characters are invisible, and break lines if the text is logged or sent on. */
const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;

const trimmed = (maxLength: number) =>
  z.string().trim().max(maxLength).regex(NO_CONTROL_CHARACTERS);

/** A required text, trimmed. `maxLength` in UTF-16 code units. */
export const textField = (maxLength = 300) => trimmed(maxLength).min(1);

/** A text that may be missing or empty, which is null. Trimmed. */
export const optionalField = (maxLength = 300) =>
  trimmed(maxLength).prefault("").transform((text) => text || null);

/** A password: not trimmed, because spaces can be intended. Its real limit is checked where it is set. */
export const passwordField = () =>
  z.string().max(1000).regex(NO_CONTROL_CHARACTERS).min(1);

/** A checkbox. Browsers leave it out if it is not ticked. */
export const checkboxField = () =>
  z.unknown().optional().transform((value) => value !== undefined);

/** A checkbox that must be ticked. */
export const confirmedField = () =>
  checkboxField().refine((isTicked) => isTicked, {
    params: { reason: "confirmation_required" } satisfies ErrorParams,
  });

/**
 * A required text that is parsed.
 *
 * @param parse returns null for an invalid text
 * @param invalid the reason in that case
 */
export const parsedField = <T>(
  parse: (text: string) => T | null,
  invalid: ErrorParams,
) =>
  textField().transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: "custom", params: invalid });
    return z.NEVER;
  });

/** An error that the form's page shows, with the typed text still in the form. */
export interface FormErrorResponse extends FormError {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Converts a thrown error to one that the form's page shows: an invalid field, a
 * rate limit, a busy store. Rethrows everything else.
 */
export function formError(
  thrown: unknown,
  { req, info, state: { services } }: FailedRequest,
): FormErrorResponse {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.status >= 500 && thrown.status !== 503) throw thrown;
  const { status, params, headers } = services.reportError(thrown, req, info);
  const field = thrown instanceof InputError ? thrown.field : null;
  return { field, params, status, headers };
}

/** Status and headers of a page, with an error if there is one. */
export function pageInit(
  error: FormErrorResponse | null,
): { status: number; headers: Record<string, string> } {
  return {
    status: error?.status ?? 200,
    headers: { ...pageHeaders, ...error?.headers },
  };
}

const MAX_LENGTH = 2000;

/** Any host works: only whether the path leaves it matters. */
const BASE = "http://own.invalid";

/**
 * The path to redirect to after signing in: the requested path of this site,
 * normalized as a URL, or the fallback for anything else.
 *
 * Anyone can write the link that the text comes from. Browsers drop tabs and line
 * breaks, read a backslash as a slash, and read two slashes as the start of a
 * host. So control characters, backslashes and double slashes are refused.
 */
export function safeRedirectPath(
  text: string | null,
  fallback: string,
): string {
  if (text === null || text.length > MAX_LENGTH) return fallback;
  if (!text.startsWith("/") || /\\|\p{Cc}/u.test(text)) return fallback;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE) return fallback;
  // Checked without dot segments: /.//host would become //host.
  if (url.pathname.includes("//")) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The URL of the sign-in page that continues to a path. */
export function signInPath(next: string): string {
  return `/sign-in?${new URLSearchParams({ next })}`;
}
