import { type Actor, addAudit } from "../accounts/audit.ts";
import { InputError } from "../http/errors.ts";
import type { FieldSettings } from "../shared/home_fields.ts";
import { fieldSettingsKey } from "../store/keys.ts";
import type { LiveKey } from "../store/live_keys.ts";
import type { Store } from "../store/store.ts";
import { asFieldSettings, fieldChanges } from "./field_settings.ts";

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
  get live(): LiveKey {
    return {
      key: fieldSettingsKey(),
      changed: (entry) => {
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
    const detail = fieldChanges(asFieldSettings(entry.value), chosen);
    if (detail === "") return;
    const operation = this.#store.atomic().check(entry).set(key, chosen);
    addAudit(operation, {
      atMs: this.#now(),
      actor: by.name,
      actorId: by.accountId,
      action: "fields.set",
      subject: "home page",
      detail,
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
    "Somebody else has changed the fields meanwhile; please look at them again.",
    409,
  );
}
