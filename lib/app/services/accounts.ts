import { byteText } from "../../core/text.ts";
import { Accounts } from "../../accounts/accounts.ts";
import { Ads, openSigningKey } from "../../accounts/ads.ts";
import { Audit, CONFIGURATION } from "../../store/audit.ts";
import { KnownDevices } from "../../accounts/sign_in/known_devices.ts";
import { PasswordHasher } from "../../accounts/sign_in/password.ts";
import { steadyClock } from "../../accounts/quotas/quota_record.ts";
import { Quotas } from "../../accounts/quotas/quotas.ts";
import { Sessions } from "../../accounts/sign_in/sessions.ts";
import { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import { Tokens } from "../../accounts/tokens/tokens.ts";
import type { Config } from "../config.ts";
import { type Base, baseOf, type ServiceDeps } from "./deps.ts";
import { InputError } from "../../core/errors.ts";
import type { Limits } from "../../limits/limits.ts";
import { ManualBans } from "../../limits/manual_bans.ts";
import { FieldSwitches } from "../../ipinfo/field_switches.ts";
import { KvChangePoller } from "../../store/kv_change_poller.ts";
import { isRemoteStore, openStore } from "../../store/open_store.ts";
import { Store } from "../../store/store.ts";
import { type OperatorLog, WriteBehind } from "../../store/write_behind.ts";

export type AccountServices = Omit<
  Awaited<ReturnType<typeof openAccountServices>>,
  "close"
>;

type AccountServiceDeps = Base & { store: Store; limits: Limits };

const TRIM_INTERVAL_MS = 3_600_000;

/**
 * Opens the services that need the store, and creates the first administrator.
 *
 * @throws {Error} about the file of `AD_HTML_FILE`
 * @throws {AppError} 503 if the store fails
 */
export async function openAccountServices(
  {
    config,
    store,
    limits,
    now,
    elapsed,
    random,
    warn: log,
    passwordCost,
    storeTimeoutMs: limitMs,
    background,
  }: AccountServiceDeps,
) {
  const hasher = new PasswordHasher({ random, now, ln: passwordCost });
  const accounts = new Accounts({ store, hasher, now, random });
  const month = { now: steadyClock(now, elapsed) };
  const tokens = new Tokens({ store, random, ...month });
  const manualBans = new ManualBans({ store, now, random });
  const fieldSwitches = new FieldSwitches({ store, now });
  const audit = new Audit({ store, now });
  const [key, ad] = await Promise.all([
    openSigningKey(store, random),
    config.AD_HTML_FILE === undefined ? null : readAdFile(config.AD_HTML_FILE),
    manualBans.load(),
    fieldSwitches.load(),
    addAdministrator(accounts, config, log),
  ]);
  const trim = () =>
    audit.deleteExpired().catch((cause) =>
      log("The audit log was not trimmed.", cause)
    );
  let trimming = trim();
  const trimTimer = setInterval(() => trimming = trim(), TRIM_INTERVAL_MS);
  const poller = new KvChangePoller({
    store,
    keys: [limits.polledKey, manualBans.polledKey, fieldSwitches.polledKey],
    log,
  });
  if (background) poller.start();
  const uses = new WriteBehind({
    contents: "times at which tokens were used",
    tables: [tokens],
    log,
  });
  if (background) uses.start();
  const quotas = new Quotas({
    store,
    ...month,
    onGranted: (accountId, tokenId) => tokens.used(accountId, tokenId),
    ...limitMs !== undefined && { limitMs },
  });
  return {
    accounts,
    sessions: new Sessions({ store, now, random }),
    devices: new KnownDevices({ key, random }),
    tokens,
    quotas,
    tokenVerifier: new TokenVerifier({
      lookUp: (hash) => quotas.read(hash),
      now,
    }),
    ads: new Ads({
      store,
      ...month,
      random,
      seconds: config.AD_SECONDS,
      dailyCap: config.AD_DAILY_CAP,
      key,
    }),
    /** The operator's ad as HTML; null for the default one. */
    ad,
    audit,
    manualBans,
    bannedBlocks: manualBans.blocks,
    fieldSwitches,
    async close() {
      clearInterval(trimTimer);
      await Promise.all([trimming, poller.close(), quotas.close()]);
      // After the last charges, which count as usage.
      await uses.close();
    },
  };
}

/**
 * Creates the account of `ADMIN_EMAIL` unless it exists. Never changes an
 * existing one: a stranger may have created it, and a changed password must not
 * be reset.
 */
async function addAdministrator(
  accounts: Accounts,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Config,
  log: OperatorLog,
): Promise<void> {
  if (email === undefined || password === undefined) return;
  const known = await accounts.byEmail(email);
  if (known?.isAdmin) return;
  if (known) {
    log("The account of ADMIN_EMAIL is no administrator, and stays so.");
    return;
  }
  try {
    await accounts.create(
      { email, password, isAdmin: true },
      CONFIGURATION,
    );
  } catch (error) {
    // Another instance, started at the same time, was faster.
    if (!(error instanceof InputError && error.field === "email")) throw error;
  }
}

/** Generous for an HTML page without media. */
const MAX_AD_BYTES = 1_000_000;

/** The HTML in the file of `AD_HTML_FILE`. @throws {Error} if it cannot be used */
export async function readAdFile(path: string): Promise<string> {
  const { size } = await Deno.stat(path);
  if (size > MAX_AD_BYTES) {
    throw new Error(`it is larger than ${byteText(MAX_AD_BYTES)}`);
  }
  return await Deno.readTextFile(path);
}

/** The accounts of a store, opened without a server. */
export type OpenedAccounts = Awaited<ReturnType<typeof openAccounts>>;

/**
 * Opens the store for the command line, even while a server uses it.
 *
 * @throws {Error} with a sentence for the operator if it cannot be opened
 */
export async function openAccounts(deps: ServiceDeps) {
  const { config, isOnDeploy, now, random } = baseOf(deps);
  const kvUrl = config.KV_URL?.href;
  const place = { dataDir: config.DATA_DIR, kvUrl, isOnDeploy };
  const kv = await openStore(place);
  // Longer than in a server: no browser is waiting, and a server may hold the lock of the file.
  const timeoutMs = 10_000;
  const store = new Store({ kv, isRemote: isRemoteStore(place), timeoutMs });
  const hasher = new PasswordHasher({ random, now });
  const shared = { store, now, random };
  return {
    accounts: new Accounts({ hasher, ...shared }),
    tokens: new Tokens(shared),
    /** For other records of the store. */
    deps: shared,
    close: () => kv.close(),
  };
}
