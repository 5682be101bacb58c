import {
  parseAddressTarget,
  parseDomainTarget,
  parseTarget,
  type Target,
  type TargetError,
} from "../net/target.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import { AppError } from "../core/errors.ts";
import { parseCallback } from "./jsonp.ts";
import { z } from "zod";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";

/** A request, and its URL: that is parsed when it is read, and most of what is asked can do without. */
export interface TargetRequest {
  readonly req: { readonly url: string };
  readonly url: URL;
}

/** Behind the last slash, and without a query, what an address is written with: the parser leaves it as it is. */
const PLAIN_END = /^[^?#]*\/([\da-f:][\da-f.:]*)$/i;

/** The still percent-encoded last segment of a path; nothing where it ends in a slash. */
function lastSegment(asked: TargetRequest): string {
  const plain = PLAIN_END.exec(asked.req.url);
  if (plain) return plain[1];
  const { pathname } = asked.url;
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** One value of a query, null where there is none. */
function valueOf(asked: TargetRequest, name: string): string | null {
  return asked.req.url.includes("?") ? asked.url.searchParams.get(name) : null;
}

function accepted<T extends Target>(target: T): Exclude<T, TargetError> {
  if (target.kind === "fault") {
    throw new AppError(400, target.code, target.params);
  }
  return target as Exclude<T, TargetError>;
}

/** The target a path names: an address or a domain. @throws {AppError} 400 with the code of its fault */
export function targetOf(asked: TargetRequest) {
  return accepted(parseTarget(lastSegment(asked)));
}

/** The address a path names. @throws {AppError} 400 */
export function addressOf(asked: TargetRequest) {
  return accepted(parseAddressTarget(lastSegment(asked)));
}

/** The domain a path names. @throws {AppError} 400 */
export function domainOf(asked: TargetRequest) {
  return accepted(parseDomainTarget(lastSegment(asked)));
}

/** The JSONP function a query asks for, or null. @throws {AppError} 400 `INVALID_CALLBACK` */
export function callbackOf(asked: TargetRequest): string | null {
  const callback = parseCallback(valueOf(asked, "callback"));
  if (callback.ok) return callback.name;
  throw new AppError(400, "INVALID_CALLBACK", callback.params);
}

/** The address family a query asks for. @throws {AppError} 400 `INVALID_INPUT` */
export function familyOf(asked: TargetRequest): 4 | 6 | undefined {
  const family = valueOf(asked, "family");
  if (family === null) return undefined;
  if (family === "4") return 4;
  if (family === "6") return 6;
  throw new AppError(400, "INVALID_INPUT", { reason: "family_invalid" });
}

/** The answer to a path that lacks its target. */
export function missingTarget(): never {
  throw new AppError(
    400,
    "INVALID_TARGET",
    { reason: "target_missing" },
  );
}

const MAX_ADDRESSES = 16;

const addressList = z.object({
  ips: z.array(z.string()).min(1).max(MAX_ADDRESSES),
});

/**
 * The addresses of a body `{"ips":[…]}`, in its order; never IPv4-mapped.
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function addressListOf(body: unknown): IpAddress[] {
  const { success, data } = addressList.safeParse(body);
  if (!success) {
    throw invalid(
      { reason: "address_list_malformed", max: MAX_ADDRESSES },
    );
  }
  return data.ips.map((text, i) => {
    const ip = parseIp(text);
    if (ip) return unmapIpv4(ip);
    throw invalid({ reason: "address_malformed_at", position: i + 1 });
  });
}

function invalid(params: ErrorParams): AppError {
  return new AppError(400, "INVALID_INPUT", params);
}
