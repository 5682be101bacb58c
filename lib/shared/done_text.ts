const sentences = {
  "ad": "The extra requests have been added to this month's quota.",
  "deleted": "Your account, its tokens and its sessions are gone.",
  "email": "Your e-mail address has been changed.",
  "password":
    "Your password has been changed. You are signed out everywhere else.",
  "renamed": "The token has its new name.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "session": "That session has ended.",
  "sessions": "All other sessions have ended.",
  "signed-out": "You are signed out.",
  "signed-out-here":
    "You are signed out in this browser. The session itself could not be ended just now: it may live on until it ends by itself, 30 days after its last use.",
} as const;

/** What has been done, as the next page's address says it. */
export type Done = keyof typeof sentences;

const known = new Map<string, string>(Object.entries(sentences));

/** The sentence for a word in a page's address; null for any other word. */
export function doneText(word: string | null): string | null {
  return known.get(word ?? "") ?? null;
}
