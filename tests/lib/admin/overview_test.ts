import assert from "node:assert/strict";
import { overview, updateData } from "../../../lib/admin/overview.ts";
import { COMMAND_LINE } from "../../../lib/store/audit.ts";
import { Form } from "../../../lib/http/form.ts";
import { cidr } from "../../support/address.ts";
import {
  DEFAULT_FIELD_SETTINGS,
  HOME_FIELD_NAMES,
} from "../../../lib/ipinfo/view/home_fields.ts";

Deno.test("overview - returns counts and the latest actions", async () => {
  const entry = {
    atMs: 1,
    actor: "root@example.com",
    actorId: "1",
    action: "ban.add" as const,
    subject: "192.0.2.0/24",
    detail: null,
  };
  const calls: unknown[] = [];
  const untilMs = null;
  const block = { id: "a", cidr: cidr("192.0.2.0/24"), reason: "", by: "" };
  const manualBan = { ...block, sinceMs: 1, untilMs };
  const ban = { client: "192.0.2.7", sinceMs: 1, untilMs: 2 };
  const file = {
    name: "tor-exits",
    isInUse: true,
    builtAt: 1,
    checkedAt: 2,
    nextAt: 3,
    isOld: false,
    needs: [] as string[],
    failure: null,
  };
  const unchecked = { v4: null, v6: null, zone: null, stun: [] };
  const withFiles = (...files: (typeof file)[]) =>
    overview({
      accounts: {
        counts: () => Promise.resolve({ accounts: 7, administrators: 2 }),
      },
      manualBans: { list: () => Promise.resolve([manualBan]) },
      limits: { listAutomaticBans: () => [ban, ban, ban] },
      fieldSwitches: { current: DEFAULT_FIELD_SETTINGS },
      audit: {
        list(query) {
          calls.push(query);
          return Promise.resolve({ entries: [entry], next: "more" });
        },
      },
      dataUpdates: {
        files: () => Promise.resolve(files),
        running: null,
        canUpdate: true,
      },
      dnsIndex: { isOff: false },
      egress: { off: [{ part: "stun", reason: "not_started" }] },
      setupChecks: { evidence: () => Promise.resolve(unchecked) },
      config: {
        CLIENT_IP_HEADER: "x-forwarded-for",
        TRUSTED_PROXIES: [],
        DNS_PROBE_ADDRESSES: [],
        DATA_UPDATE: "weekly",
        RDAP: "off",
        WHOIS: "off",
      },
    }, {
      peer: "192.0.2.9",
      ip: "192.0.2.9",
      via: "peer",
      headers: [],
      isTrusted: false,
    });
  const { setup, ...rest } = await withFiles(file);
  assert.deepEqual(
    setup.map(({ part, state, reason }) => `${part} ${state} ${reason}`),
    [
      "proxy good direct",
      "https todo no_base",
      "families todo unset",
      "zone todo unset",
      "stun failing not_started",
      "lists good loaded",
      "storage good writable",
      "whois off off",
      "registrations off off",
      "administrator good signed_in",
    ],
  );
  assert.deepEqual(rest, {
    accounts: 7,
    administrators: 2,
    manualBans: 1,
    automaticBans: 3,
    shown: {
      guest: HOME_FIELD_NAMES.length - 4,
      member: HOME_FIELD_NAMES.length,
    },
    fields: HOME_FIELD_NAMES.length,
    latest: [entry],
    data: { files: [file], isUpdating: false, canUpdate: true },
  });
  assert.deepEqual(calls, [{ before: null, limit: 5 }]);
  const missing = { ...file, isInUse: false };
  // It is missing only until its key is set.
  const keyless = { ...missing, needs: ["MAXMIND_LICENSE_KEY"] };
  const more = await withFiles(file, missing, missing, keyless);
  const lists = more.setup.find(({ part }) => part === "lists");
  assert.equal(lists?.reason, "missing");
  assert.deepEqual(lists?.params, { loaded: 1, failed: 0, missing: 2 });
});

/** Asks for an update. @returns what is shown then, and what was done in order */
async function update(running: Promise<void> | null, canUpdate: boolean) {
  const calls: unknown[] = [];
  const form = new Form(new URLSearchParams({ action: "update-data" }));
  const audit = {
    record: (...entry: unknown[]) => Promise.resolve(void calls.push(entry)),
  };
  const startNow = () => calls.push("started");
  const dataUpdates = { running, canUpdate, startNow };
  const done = await updateData({ audit, dataUpdates }, form, COMMAND_LINE);
  return { done, calls };
}

Deno.test("updateData - starts an update, and records it before", async () => {
  assert.deepEqual(await update(null, true), {
    done: "data-started",
    calls: [["data.update", "data", COMMAND_LINE], "started"],
  });
});

const refusals = [
  ["without a folder for downloads", null, false, "data-off"],
  ["while an update is running", Promise.resolve(), true, "data-running"],
] as const;
for (const [when, running, canUpdate, done] of refusals) {
  Deno.test(`updateData - starts nothing ${when}`, async () => {
    assert.deepEqual(await update(running, canUpdate), { done, calls: [] });
  });
}
