/** How pages are coloured; `auto` is as the system is. */
export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = typeof THEMES[number];
