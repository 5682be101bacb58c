const sentences = {
  "admin": "This member is an administrator now.",
  "banned": "The ban is in force.",
  "deleted": "The account, its tokens and its sessions are gone.",
  "disabled":
    "The account is disabled: its sessions have ended and its tokens are refused.",
  "enabled": "The account may be used again.",
  "fields": "The home page shows what you chose from now on.",
  "lifted": "The ban is lifted.",
  "no-admin": "This member is no administrator any more.",
  "password":
    "The new password is set, and all sessions of the account have ended.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "tier": "The tier is set, and counts from the next request on.",
} as const;

/** What an administrator has done, as the next page's address says it. */
export type AdminDone = keyof typeof sentences;

const known = new Map<string, string>(Object.entries(sentences));

/** The sentence for a word in a page's address; null for any other word. */
export function adminDoneText(word: string | null): string | null {
  return known.get(word ?? "") ?? null;
}
