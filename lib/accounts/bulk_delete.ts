import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../net/cidr.ts";
import { parseIp } from "../net/ip_address.ts";
import { signUpNetworkKey, signUpNetworkPrefix } from "../store/keys.ts";
import type { Actor } from "../store/audit.ts";
import { AppError } from "../core/errors.ts";
import type { Store } from "../store/store.ts";
import {
  type AccountDeps,
  accountNotFound,
  allAccounts,
  deleteAccount,
  recordAction,
} from "./account_changes.ts";

const DAY_MS = 86_400_000;
/** Long enough to notice a flood of sign-ups, and no longer, because it is personal data. */
const NETWORK_KEPT_MS = 30 * DAY_MS;

/** Members to delete: those that fulfill all conditions. Never administrators. */
export interface AccountSelection {
  /** When they signed up, in milliseconds since the epoch; the end is excluded. */
  fromMs: number;
  untilMs: number;
  /** The network that they signed up from; null for any. */
  network: Cidr | null;
}

export interface SelectedAccount {
  readonly id: string;
  readonly email: string;
  readonly createdAtMs: number;
}

/** Adds the network of a new account to the commit that creates it. KV deletes it after 30 days. */
export function addSignUpNetwork(
  operation: Deno.AtomicOperation,
  id: string,
  network: string,
  nowMs: number,
): void {
  const untilMs = nowMs + NETWORK_KEPT_MS;
  operation.set(signUpNetworkKey(id), { network, untilMs }, {
    expireIn: NETWORK_KEPT_MS,
  });
}

/** The selected accounts, oldest first. @throws {AppError} 503 */
export async function selectAccounts(
  { store, now }: Pick<AccountDeps, "store" | "now">,
  { fromMs, untilMs, network }: AccountSelection,
): Promise<SelectedAccount[]> {
  const fromNetwork = network && await signedUpFrom(store, network, now());
  const selected: SelectedAccount[] = [];
  for await (const account of allAccounts(store)) {
    const { id, email, createdAtMs } = account;
    if (account.isAdmin) continue;
    if (createdAtMs < fromMs || createdAtMs >= untilMs) continue;
    if (fromNetwork && !fromNetwork.has(id)) continue;
    selected.push({ id, email, createdAtMs });
  }
  return selected.sort((a, b) => a.createdAtMs - b.createdAtMs);
}

async function signedUpFrom(
  store: Store,
  network: Cidr,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const records = store.list({ prefix: signUpNetworkPrefix() }, {
    batchSize: 500,
  });
  for await (const { key, value } of records) {
    const id = key.at(-1);
    const record = value as { network?: unknown; untilMs?: unknown } | null;
    if (typeof id !== "string" || typeof record?.network !== "string") continue;
    // KV deletes expired records late.
    if (!(Number(record.untilMs) > nowMs)) continue;
    const [address] = record.network.split("/", 1);
    const ip = parseIp(address);
    if (ip && cidrContains(network, ip)) ids.add(id);
  }
  return ids;
}

/**
 * Deletes up to `max` selected accounts, each in a commit of its own, the oldest
 * first. The audit log gets one entry, before the first is deleted: one for each
 * account would displace all others.
 *
 * @returns how many were deleted, and how many are left
 * @throws {AppError} 503; some accounts may be deleted by then
 */
export async function deleteSelected(
  deps: AccountDeps,
  selection: AccountSelection,
  by: Actor,
  max: number,
): Promise<{ deleted: number; left: number }> {
  const selected = await selectAccounts(deps, selection);
  const batch = selected.slice(0, max);
  if (batch.length === 0) return { deleted: 0, left: 0 };
  const operation = deps.store.atomic();
  const subject = { email: selectionText(selection) };
  const params = { count: batch.length };
  const detail = { code: "accounts", params } as const;
  recordAction(deps, operation, by, "account.delete", subject, detail);
  await deps.store.commit(operation);
  let deleted = 0;
  for (const { id } of batch) {
    if (await deleteUnlessAdmin(deps, id)) deleted++;
  }
  return { deleted, left: selected.length - batch.length };
}

/** False if the account has become an administrator or is deleted already. */
async function deleteUnlessAdmin(
  deps: AccountDeps,
  id: string,
): Promise<boolean> {
  try {
    await deleteAccount(deps, id, ({ isAdmin }) => {
      if (isAdmin) throw accountNotFound();
      return null;
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return false;
    throw error;
  }
}

/** A selection in any language: an interval of ISO 8601, `..` if it is open, and the network. */
function selectionText({ fromMs, untilMs, network }: AccountSelection): string {
  const timeOf = (ms: number, openMs: number) =>
    ms === openMs ? ".." : new Date(ms).toISOString();
  const interval = `${timeOf(fromMs, 0)}/${timeOf(untilMs, Infinity)}`;
  return network ? `${interval} ${formatCidr(network)}` : interval;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in UTC, such as `2026-11-23`, in milliseconds since the epoch; null if malformed. */
function startOfDay(text: string): number | null {
  const atMs = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // Date.parse accepts February 30.
  return atMs >= 0 && new Date(atMs).toISOString().startsWith(text)
    ? atMs
    : null;
}

/** A condition of a selection: the first day, the last day, or the network. */
export type Condition = "from" | "to" | "network";

/**
 * Parses the conditions of a selection. What is missing is no limit.
 *
 * @param malformed creates the error about a malformed condition
 */
export function parseSelection(
  texts: Readonly<Partial<Record<Condition, string | null>>>,
  malformed: (condition: Condition) => Error,
): AccountSelection {
  function parsed<T>(name: Condition, parse: (text: string) => T | null) {
    const text = texts[name] ?? null;
    const value = text === null ? null : parse(text);
    if (text !== null && value === null) throw malformed(name);
    return value;
  }
  const fromMs = parsed("from", startOfDay);
  const toMs = parsed("to", startOfDay);
  const network = parsed("network", parseCidr);
  return {
    fromMs: fromMs ?? 0,
    untilMs: toMs === null ? Infinity : toMs + DAY_MS,
    network: network && unmapIpv4Cidr(network),
  };
}
