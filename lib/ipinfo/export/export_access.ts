import { findApiTokenHash, unauthorized } from "../../accounts/tokens/token.ts";
import type { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import { AppError, notFound } from "../../core/errors.ts";
import type { ExportManifest } from "./export_manifest.ts";

interface ExportRequest {
  readonly req: Request;
  readonly state: {
    readonly client: ClientKey;
    readonly services: {
      /** Null if exports are off. */
      readonly exports: {
        readonly isForMembers: boolean;
        readonly manifest: ExportManifest | null;
      } | null;
      readonly tokenVerifier: Pick<TokenVerifier, "isValid">;
    };
  };
}

/**
 * What a client may download.
 *
 * @throws {AppError} 404 if exports are off; 401 without the token that members
 * need; 503 until the first export has ended
 */
export async function requireManifest(
  { req, state: { client, services } }: ExportRequest,
): Promise<ExportManifest> {
  const { exports, tokenVerifier } = services;
  if (exports === null) throw notFound();
  if (exports.isForMembers) {
    const hash = findApiTokenHash(req.headers);
    const isMember = hash !== null &&
      await tokenVerifier.isValid(hash, client.key);
    if (!isMember) throw unauthorized();
  }
  if (exports.manifest) return exports.manifest;
  throw new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "tables_loading",
  }, { headers: { "retry-after": "60" } });
}

/** The entry with a name. @throws {AppError} 404 if there is none */
export function requireNamed<T extends { readonly name: string }>(
  entries: readonly T[],
  name: string,
): T {
  const entry = entries.find((entry) => entry.name === name);
  if (!entry) throw notFound();
  return entry;
}
