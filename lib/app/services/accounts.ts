import { Accounts } from "../../accounts/accounts.ts";
import { Ads, openSigningKey } from "../../accounts/ads.ts";
import { Audit, CONFIGURATION } from "../../store/audit.ts";
import { KnownDevices } from "../../accounts/sign_in/known_devices.ts";
import { PasswordHasher } from "../../accounts/sign_in/password.ts";
import { Quotas } from "../../accounts/quotas/quotas.ts";
import { Sessions } from "../../accounts/sign_in/sessions.ts";
import { TokenVerifier } from "../../accounts/tokens/token_verifier.ts";
import { Tokens } from "../../accounts/tokens/tokens.ts";
import type { Config } from "../config.ts";
import { ConfigError, InputError } from "../../core/errors.ts";
import type { Limits } from "../../limits/limits.ts";
import { ManualBans } from "../../limits/manual_bans.ts";
import { FieldSwitches } from "../../ipinfo/field_switches.ts";
import { KvChangePoller } from "../../store/kv_change_poller.ts";
import type { Store } from "../../store/store.ts";
import { type OperatorLog, WriteBehind } from "../../store/write_behind.ts";

/** The services for members and administrators. */
export interface AccountServices {
  accounts: Accounts;
  sessions: Sessions;
  devices: KnownDevices;
  tokens: Tokens;
  quotas: Quotas;
  tokenVerifier: TokenVerifier;
  ads: Ads;
  /** The operator's ad as HTML; null for the default one. */
  ad: string | null;
  audit: Audit;
  manualBans: ManualBans;
  fieldSwitches: FieldSwitches;
}

interface AccountServiceDeps {
  config: Config;
  store: Store;
  limits: Limits;
  /** Milliseconds since the epoch. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
  log: OperatorLog;
  /** log2 of scrypt's N. Tests lower it to save time. */
  passwordCost?: number;
  /** Time limit for charging a request to a quota. */
  chargeTimeoutMs?: number;
  /** Whether to poll the store, and to write usage to it, in the background. */
  background: boolean;
}

const TRIM_INTERVAL_MS = 3_600_000;

/**
 * Opens the services that need the store, and creates the first administrator.
 *
 * @throws {ConfigError} about `AD_HTML_FILE`
 * @throws {AppError} 503 if the store fails
 */
export async function openAccountServices(
  {
    config,
    store,
    limits,
    now,
    random,
    log,
    passwordCost,
    chargeTimeoutMs,
    background,
  }: AccountServiceDeps,
): Promise<AccountServices & { close(): Promise<void> }> {
  const hasher = new PasswordHasher({ random, now, ln: passwordCost });
  const accounts = new Accounts({ store, hasher, now, random });
  const tokens = new Tokens({ store, now, random });
  const manualBans = new ManualBans({ store, now, random });
  const fieldSwitches = new FieldSwitches({ store, now });
  const audit = new Audit({ store, now });
  const [key, ad] = await Promise.all([
    openSigningKey(store, random),
    readAdFile(config.AD_HTML_FILE),
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
  const live = new KvChangePoller({
    store,
    keys: [limits.polledKey, manualBans.polledKey, fieldSwitches.polledKey],
    log,
  });
  if (background) live.start();
  const uses = new WriteBehind({
    contents: "times at which tokens were used",
    tables: [tokens],
    log,
  });
  if (background) uses.start();
  const quotas = new Quotas({
    store,
    now,
    onGranted: (accountId, tokenId) => tokens.used(accountId, tokenId),
    ...chargeTimeoutMs !== undefined && { limitMs: chargeTimeoutMs },
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
      now,
      random,
      seconds: config.AD_SECONDS,
      dailyCap: config.AD_DAILY_CAP,
      key,
    }),
    ad,
    audit,
    manualBans,
    fieldSwitches,
    async close() {
      clearInterval(trimTimer);
      await Promise.all([trimming, live.close(), quotas.close()]);
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

/**
 * The HTML in the file of `AD_HTML_FILE`; null if that is unset.
 *
 * @throws {ConfigError} if the file cannot be used
 */
export async function readAdFile(
  path: string | undefined,
): Promise<string | null> {
  if (path === undefined) return null;
  try {
    const { size } = await Deno.stat(path);
    if (size > MAX_AD_BYTES) {
      throw configError(`is larger than ${MAX_AD_BYTES} bytes`);
    }
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw configError(
      error instanceof Deno.errors.NotFound
        ? `there is no file ${path}`
        : "cannot be read: it must be a file that lies where the service may read, such as DATA_DIR",
    );
  }
}

function configError(message: string): ConfigError {
  return new ConfigError([{ variable: "AD_HTML_FILE", message }]);
}
