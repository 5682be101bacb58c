import { languageOf } from "../../http/preferences.ts";
import { siteTexts } from "../../i18n/site.ts";
import { homeView } from "./home.ts";
import type { Profile, SourcePolicy } from "../profile.ts";
import type { Checks } from "../risk/checks.ts";
import type { Audience, FieldSettings } from "../view/home_fields.ts";
import type { HomeView } from "../view/home_view.ts";
import {
  optionalMember,
  type SessionRequest,
} from "../../accounts/sign_in/request_member.ts";
import { mapMaybeAsync } from "../../core/async.ts";
import {
  CLIENT_IP_HEADERS,
  type ClientAddress,
} from "../../net/client_address.ts";
import { type IpAddress, ipv4FromValue } from "../../net/ip_address.ts";

/** What a home view depends on besides the profile and its audience. */
interface ViewerRequest {
  readonly req: Request;
  readonly state: {
    readonly services: {
      readonly config: { readonly SIGN_UP: "open" | "closed" };
      readonly fieldSwitches: { readonly current: FieldSettings };
      readonly checks: () => Checks;
      readonly now: () => number;
    };
  };
}

/**
 * What an audience sees of a profile now, in the language of the request, or
 * would see with other settings.
 */
export function homeForViewer(
  { req, state: { services } }: ViewerRequest,
  profile: Profile,
  audience: Audience,
  settings: FieldSettings = services.fieldSwitches.current,
): HomeView {
  return homeView(profile, {
    audience,
    settings,
    language: languageOf(req),
    checks: services.checks(),
    now: services.now(),
  });
}

/**
 * The card that names the hidden fields; null if it would be empty.
 *
 * @param path of the page, unless it is the home page
 */
export function lockCardOf(
  { req, state: { services } }: ViewerRequest,
  { ip, isKnown, locked }: HomeView,
  path = "/",
) {
  if (!isKnown || locked.length === 0) return null;
  const language = languageOf(req);
  return {
    labels: locked,
    canSignUp: services.config.SIGN_UP === "open",
    path,
    address: path === "/" ? null : ip,
    notKnown: siteTexts[language].notKnown,
    language,
  };
}

/**
 * The source policy for a viewer: only members get data from the operator's
 * paid sources.
 */
export function viewerPolicy(
  request: SessionRequest,
): SourcePolicy | Promise<SourcePolicy> {
  return mapMaybeAsync(
    optionalMember(request),
    (viewer) => viewer ? "v2" : "v1",
  );
}

/** An address of the RIPE NCC, 193.0.6.139. */
export const SAMPLE_ADDRESS: IpAddress = ipv4FromValue(0xc100068b);

/**
 * Whether a visitor is most likely the operator, who looks at a new installation
 * on their own machine: nothing is said of its address yet, and the request comes
 * from the machine itself, without a proxy.
 */
export function isFirstRun(
  { BASE_URL }: { readonly BASE_URL?: URL },
  { ip, via }: Pick<ClientAddress, "ip" | "via">,
  headers: Headers,
): boolean {
  const isLoopback = ip.family === 4
    ? ip.value >>> 24 === 127
    : ip.text === "::1";
  return isLoopback && via === "peer" && BASE_URL === undefined &&
    CLIENT_IP_HEADERS.every((name) => !headers.has(name));
}
