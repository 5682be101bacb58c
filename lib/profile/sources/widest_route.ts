/** Prefix lengths by address family: wider blocks are guesses, and nobody's route. */
export const WIDEST_ROUTE = { 4: 8, 6: 16 } as const;
