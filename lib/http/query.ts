import * as z from "zod";
import {
  MAX_ASN,
  parseAddressTarget,
  parseAddressText,
  parseAsn,
  parseDomainTarget,
  parseTarget,
  type Target,
  type TargetError,
} from "../net/target.ts";
import type { ErrorParams } from "../core/error_reasons.ts";
import {
  AppError,
  invalidInput,
  invalidTarget,
  notFound,
} from "../core/errors.ts";
import { escapeIn, jsonText } from "../core/json.ts";
import { countryFacts } from "../data/places/countries.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import type { Language } from "../i18n/language.ts";

/** A request and its URL, which is parsed when it is first read. Most requests need not parse it. */
export interface TargetRequest {
  readonly req: { readonly url: string };
  readonly url: URL;
}

/** A URL that ends in an address, without a query. Parsing would not change it. */
const PLAIN_END = /^[^?#]*\/([\da-f:][\da-f.:]*)$/i;

/** The last segment of the path, percent-encoded; empty after a trailing slash. */
function lastSegment(request: TargetRequest): string {
  const plain = PLAIN_END.exec(request.req.url);
  if (plain) return plain[1];
  const { pathname } = request.url;
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** A query parameter; null if it is missing. */
export function queryValueOf(
  request: TargetRequest,
  name: string,
): string | null {
  return request.req.url.includes("?")
    ? request.url.searchParams.get(name)
    : null;
}

/** @throws {AppError} 400 with the code of the target error */
export function accepted<T extends Target>(target: T): Exclude<T, TargetError> {
  if (target.kind === "error") {
    throw new AppError(400, target.code, target.params);
  }
  return target as Exclude<T, TargetError>;
}

/** The address or domain name in the path. @throws {AppError} 400 with the code of the target error */
export function targetOf(request: TargetRequest) {
  return accepted(parseTarget(lastSegment(request)));
}

/** The address in the path. @throws {AppError} 400 */
export function addressOf(request: TargetRequest) {
  return accepted(parseAddressTarget(lastSegment(request)));
}

/** The address in the path, or with `me` the client's. @throws {AppError} 400 */
export function addressOrMeOf(
  request: TargetRequest & { readonly state: { client: { ip: IpAddress } } },
) {
  if (lastSegment(request) !== "me") return addressOf(request);
  return { kind: "address" as const, ip: request.state.client.ip };
}

/** The domain name in the path. @throws {AppError} 400 */
export function domainOf(request: TargetRequest) {
  return accepted(parseDomainTarget(lastSegment(request)));
}

/** The address or domain name in the first segment of the path. @throws {AppError} 400 */
export function leadingTargetOf({ url: { pathname } }: TargetRequest) {
  return accepted(parseTarget(pathname.split("/", 2)[1]));
}

/**
 * The address in the query's `ip`, or null if there is none. A malformed one is
 * an error: otherwise callers would get facts about themselves.
 *
 * @throws {AppError} 400 with the code of the target error
 */
export function requestedAddressOf(request: TargetRequest): IpAddress | null {
  const text = queryValueOf(request, "ip");
  return text === null ? null : accepted(parseAddressText(text)).ip;
}

/**
 * Rejects the query's `ip` at a URL that only serves the caller's own address:
 * otherwise callers would get facts about themselves.
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function rejectRequestedAddress(request: TargetRequest): void {
  if (queryValueOf(request, "ip") === null) return;
  throw invalidInput({ reason: "only_own_address" });
}

/** The code of a country in the path, in upper case. @throws {AppError} 400; 404 if there is no such country */
export function countryOf(request: TargetRequest): string {
  const code = lastSegment(request).toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) {
    throw invalidInput({ reason: "country_malformed" });
  }
  if (countryFacts(code)) return code;
  throw notFound({ reason: "ranges_unknown" });
}

/** The AS number in the path, such as `15169` or `AS15169`. @throws {AppError} 400 */
export function asnOf(request: TargetRequest): number {
  const asn = parseAsn(lastSegment(request));
  if (asn !== null) return asn;
  throw invalidInput({ reason: "asn_malformed", max: MAX_ASN });
}

/**
 * The JSONP callback in the query, or null: ASCII identifiers joined by dots,
 * without reserved words, up to 128 characters. The name is executed as code on
 * another site's page, so anything but a name is refused.
 *
 * @throws {AppError} 400 `INVALID_CALLBACK`
 */
export function callbackOf(request: TargetRequest): string | null {
  const name = queryValueOf(request, "callback");
  const params = name === null ? null : callbackError(name);
  if (params) throw new AppError(400, "INVALID_CALLBACK", params);
  return name;
}

/** The address family in the query. @throws {AppError} 400 `INVALID_INPUT` */
export function familyOf(request: TargetRequest): 4 | 6 | undefined {
  const family = queryValueOf(request, "family");
  if (family === null) return undefined;
  if (family === "4") return 4;
  if (family === "6") return 6;
  throw invalidInput({ reason: "family_invalid" });
}

/**
 * A query parameter with a fixed set of values; null if it is missing.
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function choiceOf<const Word extends string>(
  request: TargetRequest,
  name: string,
  values: readonly Word[],
): Word | null {
  const text = queryValueOf(request, name);
  if (text === null) return null;
  const word = values.find((value) => value === text);
  if (word === undefined) {
    throw invalidInput({ reason: "not_one_of", name, values });
  }
  return word;
}

/** The values of `lang` that the API documents. */
export const LANGUAGE_VALUES = ["en", "zh", "zh-CN"] as const;

/**
 * The language in the query for names of places; English by default. Language
 * tags are case-insensitive (RFC 5646, section 2.1.1).
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function langValueOf(request: TargetRequest): Language {
  const value = queryValueOf(request, "lang");
  if (value === null || /^en$/i.test(value)) return "en";
  if (/^zh(?:-CN)?$/i.test(value)) return "zh";
  throw invalidInput({
    reason: "not_one_of",
    name: "lang",
    values: LANGUAGE_VALUES,
  });
}

/** Rejects a path without a target. @throws {AppError} 400 `INVALID_TARGET` */
export function missingTarget(): never {
  throw invalidTarget({ reason: "target_missing" });
}

const MAX_ADDRESSES = 16;

const addressList = z.object({
  ips: z.array(z.string()).min(1).max(MAX_ADDRESSES),
});

/**
 * The addresses in a body `{"ips":[…]}`, in order. IPv4-mapped ones become IPv4.
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function addressListOf(body: unknown): IpAddress[] {
  const { success, data } = addressList.safeParse(body);
  if (!success) {
    throw invalidInput(
      { reason: "address_list_malformed", max: MAX_ADDRESSES },
    );
  }
  return data.ips.map((text, i) => {
    const ip = parseIp(text);
    if (ip) return unmapIpv4(ip);
    throw invalidInput({ reason: "address_malformed_at", position: i + 1 });
  });
}

const MAX_LENGTH = 128;
const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** The reserved words of ECMAScript, including those of strict mode and modules. */
const RESERVED = new Set(
  ("await break case catch class const continue debugger default delete do " +
    "else enum export extends false finally for function if implements import " +
    "in instanceof interface let new null package private protected public " +
    "return static super switch this throw true try typeof var void while " +
    "with yield").split(" "),
);

function callbackError(value: string): ErrorParams | null {
  if (value === "") return { reason: "callback_empty" };
  if (value.length > MAX_LENGTH) {
    return { reason: "callback_too_long", max: MAX_LENGTH };
  }
  if (!CHAIN.test(value)) return { reason: "callback_malformed" };
  return value.split(".").some((segment) => RESERVED.has(segment))
    ? { reason: "callback_reserved" }
    : null;
}

/**
 * The script that calls the function with `value`.
 *
 * The comment keeps the caller from choosing the first bytes, which could be
 * sniffed as Flash (CVE-2014-4671). U+2028 and U+2029 end a line in older
 * versions of JavaScript, and `<` could open a tag if the body is taken for HTML.
 */
export function jsonpBody(name: string, value: unknown): string {
  const json = escapeIn(jsonText(value), /[<\u2028\u2029]/g);
  return `/**/${name}(${json});`;
}
