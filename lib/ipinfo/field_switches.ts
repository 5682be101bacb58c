import { isObject } from "../core/json.ts";
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
 * Parses settings from the store or a form. Missing or invalid fields get their
 * defaults, and fields that an audience may never see are off.
 */
export function parseFieldSettings(value: unknown): FieldSettings {
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
  return isObject(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

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

/**
 * Which fields of the home page guests and members see. An administrator's
 * change applies here at once, and on other instances with their next poll of
 * the store.
 */
export class FieldSwitches {
  /** Called when other settings are in effect. */
  onChange: (settings: FieldSettings) => Promise<void> = async () => {};
  #current = parseFieldSettings(null);
  #version: string | null = null;

  constructor(private readonly options: { store: Store; now: () => number }) {}

  get current(): FieldSettings {
    return this.#current;
  }

  /**
   * The version of `current`, for the form that changes it; empty if nothing
   * was ever set.
   */
  get version(): string {
    return this.#version ?? "";
  }

  /** The key to poll, and what to do when it changes. */
  get polledKey(): PolledKey {
    return {
      key: fieldSettingsKey(),
      onChange: (entry) => this.#use(entry),
    };
  }

  /**
   * Loads the settings from the store. Await this before serving requests.
   *
   * @throws {AppError} 503
   */
  async load(): Promise<void> {
    await this.#use(await this.options.store.get(fieldSettingsKey()));
  }

  /**
   * Applies settings, and records the changes in the audit log.
   *
   * @param version of the settings that the administrator saw
   * @throws {InputError} 409 if they have changed since
   * @throws {AppError} 503
   */
  async set(
    settings: FieldSettings,
    by: Actor,
    version = this.version,
  ): Promise<void> {
    const key = fieldSettingsKey();
    const entry = await this.options.store.get(key);
    await this.#use(entry);
    if ((entry.versionstamp ?? "") !== version) throw changedMeanwhile();
    const chosen = parseFieldSettings(settings);
    const params = fieldChanges(parseFieldSettings(entry.value), chosen);
    const { guest, member } = params;
    const changes = [guest.shown, guest.hidden, member.shown, member.hidden];
    if (changes.every((fields) => fields.length === 0)) return;
    const operation = this.options.store.atomic().check(entry).set(key, chosen);
    addAudit(operation, {
      atMs: this.options.now(),
      by,
      action: "fields.set",
      subject: "home page",
      detail: { code: "fields", params },
    }, "fields");
    const isDone = await this.options.store.commit(operation);
    await this.#use(await this.options.store.get(key));
    if (!isDone) throw changedMeanwhile();
  }

  async #use(
    { value, versionstamp }: Deno.KvEntryMaybe<unknown>,
  ): Promise<void> {
    // Versions ascend, so a smaller one was read before the latest change.
    if (
      versionstamp !== null && this.#version !== null &&
      versionstamp < this.#version
    ) return;
    this.#current = parseFieldSettings(value);
    this.#version = versionstamp;
    await this.onChange(this.#current);
  }
}

function changedMeanwhile(): InputError {
  return new InputError("fields", { reason: "fields_changed" }, 409);
}
