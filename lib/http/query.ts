import {
  parseAddressTarget,
  parseDomainTarget,
  parseTarget,
} from "../net/target.ts";
import { AppError } from "./errors.ts";
import { parseCallback } from "./jsonp.ts";

/** The still percent-encoded last segment of a path; nothing where it ends in a slash. */
function lastSegment(url: URL): string {
  return url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
}

function accepted<T extends { kind: string }>(
  target: T | { kind: "fault"; code: string; message: string },
): Exclude<T, { kind: "fault" }> {
  if (target.kind === "fault") {
    const { code, message } = target as { code: string; message: string };
    throw new AppError(400, code, message);
  }
  return target as Exclude<T, { kind: "fault" }>;
}

/** The target a path names: an address or a domain. @throws {AppError} 400 with the code of its fault */
export function targetOf(url: URL) {
  return accepted(parseTarget(lastSegment(url)));
}

/** The address a path names. @throws {AppError} 400 */
export function addressOf(url: URL) {
  return accepted(parseAddressTarget(lastSegment(url)));
}

/** The domain a path names. @throws {AppError} 400 */
export function domainOf(url: URL) {
  return accepted(parseDomainTarget(lastSegment(url)));
}

/** The JSONP function a query asks for, or null. @throws {AppError} 400 `INVALID_CALLBACK` */
export function callbackOf(url: URL): string | null {
  const callback = parseCallback(url.searchParams.get("callback"));
  if (callback.ok) return callback.name;
  throw new AppError(400, "INVALID_CALLBACK", callback.message);
}

/** The address family a query asks for. @throws {AppError} 400 `INVALID_INPUT` */
export function familyOf(url: URL): 4 | 6 | undefined {
  const family = url.searchParams.get("family");
  if (family === null) return undefined;
  if (family === "4") return 4;
  if (family === "6") return 6;
  throw new AppError(400, "INVALID_INPUT", "The family must be 4 or 6.");
}

/** The answer to a path that lacks its target. */
export function missingTarget(): never {
  throw new AppError(
    400,
    "INVALID_TARGET",
    "The path lacks a target: an address or a name.",
  );
}
