import { dashboardOf } from "../../../lib/analytics/dashboard.ts";
import { dashboardView } from "../../../lib/analytics/dashboard_view.ts";
import type { UmamiResponses } from "../../../lib/analytics/umami_client.ts";
import { windowAt } from "../../../lib/analytics/window.ts";
import type { Language } from "../../../lib/i18n/language.ts";
import { NOW } from "./site.ts";

export const window = windowAt(NOW, "30d");
const stats = {
  pageviews: 10,
  visitors: 4,
  visits: 5,
  bounces: 2,
  totaltime: 100,
};
const none = { pageviews: [], sessions: [] };
const noLists: UmamiResponses["lists"] = {
  path: [],
  referrer: [],
  country: [],
  region: [],
  browser: [],
  device: [],
};
const answers: UmamiResponses = {
  website: { id: "1" },
  current: stats,
  before: stats,
  pageviews: none,
  pageviewsBefore: none,
  lists: noLists,
  active: 0,
};

interface Given extends Partial<Omit<UmamiResponses, "lists" | "current">> {
  lists?: Partial<UmamiResponses["lists"]>;
  current?: Partial<UmamiResponses["current"]>;
}

/** The dashboard of a server that answers this, and else nothing. */
export function dashboardWith({ lists, current, ...more }: Given, of = window) {
  return dashboardOf({
    ...answers,
    ...more,
    lists: { ...noLists, ...lists },
    current: { ...stats, ...current },
  }, of);
}

/** Its view. */
export const viewWith = (given: Given, language?: Language) =>
  dashboardView(dashboardWith(given), "30d", language);
