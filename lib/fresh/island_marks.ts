/** Id of the element that holds the data of a page's islands. */
export const ISLANDS_ID = "fresh-islands";

/** The comment before an island is this and its index among the page's islands. */
export const ISLAND_START = "fresh:island ";

/** The comment after an island. */
export const ISLAND_END = "/fresh:island";
