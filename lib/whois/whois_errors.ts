import { AppError, busyError, notFound } from "../core/errors.ts";
import type { RegistryFailure } from "../core/error_reasons.ts";
import { errorText } from "../i18n/errors.ts";
import type { UninterpretedResponse } from "./registration.ts";

const RETRY_SECONDS = 5;

/** 422: no registry gave a usable response. */
export function queryFailed(
  failure: RegistryFailure | "no_server",
  cause?: unknown,
): AppError {
  const params = failure === "no_server"
    ? { reason: "registry_without_server" } as const
    : { reason: "registry_failed", failure } as const;
  return new AppError(422, "QUERY_FAILED", params, { cause });
}

/**
 * 422: a server responded, but the response could not be interpreted or is no
 * record.
 */
export class UninterpretedError extends AppError {
  override name = "UninterpretedError";

  constructor(
    failure: RegistryFailure,
    readonly response: UninterpretedResponse,
    cause: unknown,
  ) {
    const reason = failure === "malformed"
      ? { reason: "response_not_interpreted" } as const
      : { reason: "registry_failed", failure } as const;
    super(422, "QUERY_FAILED", reason, { cause });
  }
}

/** The error as JSON, with the response as the server sent it. */
export function uninterpretedJson(
  { code, params, response }: UninterpretedError,
) {
  return {
    ok: false,
    error: { code, message: errorText("en", params) },
    data: { raw: response.raw.text },
    meta: {
      source: response.source,
      server: response.server,
      fetched_at: response.fetchedAt,
    },
  };
}

/** 503: too many registrations are being looked up. */
export function tooManyLookups(cause?: unknown): AppError {
  return busyError(
    { reason: "registrations_busy", retrySeconds: RETRY_SECONDS },
    RETRY_SECONDS,
    cause,
  );
}

/** 404: the operator has disabled whois lookups. */
export function whoisDisabled(): AppError {
  return notFound({ reason: "whois_switched_off" });
}
