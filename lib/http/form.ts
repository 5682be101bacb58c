import { readBody } from "./body.ts";
import { AppError, InputError } from "../core/errors.ts";
import type { FormError } from "../i18n/errors.ts";
import { pageHeaders } from "./responses.ts";
import type { FailedRequest } from "./error_reports.ts";

export interface ReadFormOptions {
  maxBytes?: number;
  /** How long the whole body may take to come in. */
  limitMs?: number;
}

export interface TextOptions {
  /** Longer ones are refused, in UTF-16 code units. */
  maxLength?: number;
  /** Blanks at both ends go; not where they may be meant, as in a password. */
  isTrimmed?: boolean;
}

/** For a password: blanks may be meant, and how long it may be is said where it is judged. */
export const AS_TYPED: TextOptions = { isTrimmed: false, maxLength: 1000 };

/** What a form of ours is sent as; any other type comes from elsewhere. */
const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

/** The fields of a form as it was sent. */
export class Form {
  readonly #fields: URLSearchParams;

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  /** What was typed into a field. @throws {InputError} where there is nothing, or what no field of ours can send */
  text(name: string, options?: TextOptions): string {
    const text = this.optional(name, options);
    if (text === null) throw new InputError(name, { reason: "field_required" });
    return text;
  }

  /** What was typed into a field that may stay empty; null where it did. @throws {InputError} */
  optional(
    name: string,
    { maxLength = 300, isTrimmed = true }: TextOptions = {},
  ): string | null {
    const values = this.#fields.getAll(name);
    if (values.length > 1) {
      throw new InputError(name, { reason: "field_repeated" });
    }
    const [value = ""] = values;
    const text = isTrimmed ? value.trim() : value;
    if (text.length > maxLength) {
      throw new InputError(
        name,
        { reason: "field_too_long", max: maxLength },
      );
    }
    // Control characters are invisible, and end lines where a text is logged or sent on.
    if (/\p{Cc}/u.test(text)) {
      throw new InputError(name, { reason: "invisible_characters" });
    }
    return text === "" ? null : text;
  }

  /** Whether a box was ticked. */
  isTicked(name: string): boolean {
    return this.#fields.has(name);
  }

  /** What to put back into a field after a fault, whatever it is. */
  typed(name: string): string {
    return (this.#fields.get(name) ?? "").slice(0, 1000);
  }
}

/**
 * Reads the form in the body of a request, no further than it may be long and
 * no longer than it may take: a stranger decides on both.
 *
 * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 400 `INVALID_INPUT` where it is no form, or comes too slowly
 */
export async function readForm(
  { headers, body }: Request,
  { maxBytes = 16 * 1024, limitMs = 10_000 }: ReadFormOptions = {},
): Promise<Form> {
  if (!FORM_TYPE.test(headers.get("content-type") ?? "")) {
    await body?.cancel();
    throw new AppError(
      400,
      "INVALID_INPUT",
      { reason: "form_expected" },
    );
  }
  const text = await readBody(body, { maxBytes, limitMs });
  return new Form(new URLSearchParams(text));
}

/** A fault that the page of its form shows, with what was typed still there. */
export interface FormErrorResponse extends FormError {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * What a form's page says of something thrown: that a field is wrong, that it
 * was tried too often, that the store is busy. Anything else is thrown on.
 */
export function formError(
  thrown: unknown,
  { req, info, state: { services } }: FailedRequest,
): FormErrorResponse {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.status >= 500 && thrown.status !== 503) throw thrown;
  const { status, params, headers } = services.reportFault(thrown, req, info);
  const field = thrown instanceof InputError ? thrown.field : null;
  return { field, params, status, headers };
}

/** Status and headers of a page, or of the same page with a fault on it. */
export function pageInit(
  fault: FormErrorResponse | null,
): { status: number; headers: Record<string, string> } {
  return {
    status: fault?.status ?? 200,
    headers: { ...pageHeaders, ...fault?.headers },
  };
}
