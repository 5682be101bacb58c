import {
  type Audience,
  DEFAULT_FIELD_SETTINGS,
  type FieldSettings,
  HOME_FIELD_NAMES,
  mayShow,
} from "./view/home_fields.ts";
import {
  type Actor,
  addAudit,
  type AuditDetailParams,
} from "../store/audit.ts";
import { InputError } from "../core/errors.ts";
import { fieldSettingsKey } from "../store/keys.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import type { Store } from "../store/store.ts";

/**
 * The settings in a record of the store or a form. Fields it lacks, or has as
 * something else than true or false, are as they were by default; what an
 * audience may not see is off, whatever is written there.
 */
export function asFieldSettings(value: unknown): FieldSettings {
  return { guest: shown(value, "guest"), member: shown(value, "member") };
}

function shown(value: unknown, audience: Audience): FieldSettings[Audience] {
  const chosen = own(value, audience);
  const fields = { ...DEFAULT_FIELD_SETTINGS[audience] };
  for (const field of HOME_FIELD_NAMES) {
    const choice = own(chosen, field);
    if (typeof choice === "boolean") fields[field] = choice;
    if (!mayShow(field, audience)) fields[field] = false;
  }
  return Object.freeze(fields);
}

function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The fields that settings show or hide in another way than those before. */
export function fieldChanges(
  before: FieldSettings,
  after: FieldSettings,
): AuditDetailParams<"fields"> {
  const changes = (audience: Audience) => {
    const changed = HOME_FIELD_NAMES
      .filter((field) => before[audience][field] !== after[audience][field]);
    return {
      shown: changed.filter((field) => after[audience][field]),
      hidden: changed.filter((field) => !after[audience][field]),
    };
  };
  return { guest: changes("guest"), member: changes("member") };
}

export interface FieldSwitchesOptions {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Which fields of the home page guests and members see. An administrator's
 * change is in effect here at once, and on the other instances as soon as they
 * look at the store again.
 */
export class FieldSwitches {
  readonly #store: Store;
  readonly #now: () => number;
  #current = asFieldSettings(null);
  #version: string | null = null;

  constructor({ store, now }: FieldSwitchesOptions) {
    this.#store = store;
    this.#now = now;
  }

  /** What is in effect now. */
  get current(): FieldSettings {
    return this.#current;
  }

  /** Of `current`, for the form that changes it; empty where nothing was ever chosen. */
  get version(): string {
    return this.#version ?? "";
  }

  /** The record to look at, and what follows from a change of it. */
  get live(): PolledKey {
    return {
      key: fieldSettingsKey(),
      onChange: (entry) => {
        this.#use(entry);
        return Promise.resolve();
      },
    };
  }

  /** Takes over what the store holds. To be awaited before the first request. @throws {AppError} 503 */
  async load(): Promise<void> {
    this.#use(await this.#store.get(fieldSettingsKey()));
  }

  /**
   * Puts settings in effect and records what was changed.
   *
   * @param version of the settings that the administrator saw
   * @throws {InputError} 409 where they have been changed since
   * @throws {AppError} 503
   */
  async set(
    settings: FieldSettings,
    by: Actor,
    version = this.version,
  ): Promise<void> {
    const key = fieldSettingsKey();
    const entry = await this.#store.get(key);
    this.#use(entry);
    if ((entry.versionstamp ?? "") !== version) throw changedMeanwhile();
    const chosen = asFieldSettings(settings);
    const params = fieldChanges(asFieldSettings(entry.value), chosen);
    const { guest, member } = params;
    const changes = [guest.shown, guest.hidden, member.shown, member.hidden];
    if (changes.every((fields) => fields.length === 0)) return;
    const operation = this.#store.atomic().check(entry).set(key, chosen);
    addAudit(operation, {
      atMs: this.#now(),
      actor: by.name,
      actorId: by.accountId,
      action: "fields.set",
      subject: "home page",
      detail: { code: "fields", params },
    }, { id: "fields" });
    const isDone = await this.#store.commit(operation);
    this.#use(await this.#store.get(key));
    if (!isDone) throw changedMeanwhile();
  }

  #use({ value, versionstamp }: Deno.KvEntryMaybe<unknown>): void {
    // Versions ascend: what was read before the latest change and arrives after it is old.
    if (
      versionstamp !== null && this.#version !== null &&
      versionstamp < this.#version
    ) return;
    this.#current = asFieldSettings(value);
    this.#version = versionstamp;
  }
}

function changedMeanwhile(): InputError {
  return new InputError(
    "fields",
    { reason: "fields_changed" },
    409,
  );
}
