import { slotsOf } from "../../lib/http/view/slots.ts";
import type { Language } from "../../lib/i18n/language.ts";
import { homeTexts, REQUEST_FIELDS } from "../../lib/ipinfo/view/home_texts.ts";
import type {
  HomeView,
  RequestSummary,
} from "../../lib/ipinfo/view/home_view.ts";
import { escaped, markupOf, type SlotValues } from "../ui/markup.tsx";
import { addressMarkup, type MarkupOptions } from "../ui/row_markup.ts";
import {
  addFactValues,
  addRowValues,
  factsWithSlots,
  mapMarkup,
  rowsWithSlots,
  type SlotRow,
  summaryMarkup,
} from "./address_slots.tsx";
import { AddressSummary, PlaceMap } from "./Hero.tsx";
import {
  HomeFacts,
  HomeHeading,
  type HomeParts,
  InnerAddress,
} from "./HomePage.tsx";
import { DashNote } from "./Layers.tsx";

/** The parts for a page that is rendered as a whole. */
export function homeParts(
  home: HomeView,
  request: RequestSummary,
  language: Language,
): HomeParts {
  const { point, dashNote } = home;
  return {
    ip: home.ip,
    example: exampleOf(home),
    verdict: home.verdict,
    heading: <HomeHeading {...home} />,
    summary: (
      <>
        <AddressSummary home={home} />
        {!home.isPublic && <InnerAddress />}
      </>
    ),
    map: point && <PlaceMap {...point} />,
    facts: (
      <HomeFacts
        {...home}
        note={dashNote !== null && <DashNote text={dashNote} />}
        rows={requestRows(request, language)}
      />
    ),
  };
}

const slots = slotsOf([
  "ip",
  "example",
  "verdict",
  "address",
  "summary",
  "map",
  "note",
]);

/** The same with slots, for all visitors of the same family whose addresses are public or not. */
export function homeSlots(
  home: HomeView,
  request: RequestSummary,
  language: Language,
): HomeParts {
  const { isPublic, family } = home;
  return {
    ip: slots.ip,
    example: slots.example,
    verdict: slots.verdict,
    heading: (
      <HomeHeading isPublic={isPublic} family={family} ip={slots.address} />
    ),
    summary: slots.summary,
    map: slots.map,
    facts: (
      <HomeFacts
        isPublic={isPublic}
        {...factsWithSlots(home)}
        note={slots.note}
        rows={rowsWithSlots(requestRows(request, language))}
      />
    ),
  };
}

const innerAddress = markupOf([], InnerAddress);

/** What the slots of a visitor's page contain. */
export function homeSlotValues(
  home: HomeView,
  request: RequestSummary,
  options: MarkupOptions,
): SlotValues<string> {
  const { language } = options;
  const summary = summaryMarkup(home, language);
  const values: Record<string, string> = {
    ip: escaped(home.ip),
    example: escaped(exampleOf(home)),
    verdict: escaped(home.verdict),
    address: addressMarkup(home.ip, language),
    summary: home.isPublic ? summary : summary + innerAddress({}, language),
    map: mapMarkup(home, language),
  };
  if (home.isPublic) addFactValues(values, home, options);
  addRowValues(values, requestRows(request, language), options);
  return values;
}

/** A reserved address would not work for anyone else. */
function exampleOf({ isPublic, ip }: HomeView): string {
  return isPublic ? ip : "8.8.8.8";
}

/** What the request tells of the browser. */
function requestRows(request: RequestSummary, language: Language): SlotRow[] {
  const texts = homeTexts[language];
  return REQUEST_FIELDS.map((field) => ({
    field,
    label: texts.request[field],
    value: field === "proxies"
      ? request.proxies ?? texts.noProxies
      : request[field],
    mono: false,
  }));
}
