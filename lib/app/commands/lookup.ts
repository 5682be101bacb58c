import { INTERNAL_CLIENT } from "../../core/fair_queue.ts";
import { AppError } from "../../core/errors.ts";
import { escapeInvisible } from "../../core/text.ts";
import { errorText } from "../../i18n/errors.ts";
import type { IpInfoService } from "../../ipinfo/ipinfo_service.ts";
import type { Profile } from "../../ipinfo/profile.ts";
import {
  type AddressTarget,
  type DomainTarget,
  parseTargetText,
} from "../../net/target.ts";
import { type LookupFailure, lookupFormat } from "./lookup_formats.ts";
import { UsageError } from "./output.ts";
import type { PasswordSource } from "./password_input.ts";

interface LookupCommand {
  /** Addresses or names; empty, or only `-`, for standard input. */
  targets: readonly string[];
  /** The whole profile with the source policy of V2, instead of V1's. */
  v2: boolean;
  format: "text" | "json" | "csv";
}

interface LookupDeps {
  /** Called once the arguments are known to be valid. */
  ipinfo: () => Promise<Pick<IpInfoService, "checks" | "describe">>;
  stdin: Pick<PasswordSource, "readable" | "isTerminal">;
  /** Returns false if nobody reads the output any more. */
  out: (text: string) => unknown;
  err: (text: string) => unknown;
  now: () => number;
}

type Outcome =
  | { target: string; profile: Profile }
  | { target: string; failure: LookupFailure }
  | { bug: unknown };

/** Time limit for a lookup with all its sources. */
const LIMIT_MS = 10_000;
const CONCURRENCY = 16;

/**
 * Runs `lookup`, and prints each result when those before it are printed.
 * Returns the exit status.
 *
 * @throws {UsageError} for an argument that is neither an address nor a name
 */
export async function lookup(
  { targets, v2, format: formatName }: LookupCommand,
  { ipinfo, stdin, out, err, now }: LookupDeps,
): Promise<0 | 1> {
  const texts = textsOf(targets, stdin);
  const format = lookupFormat(formatName, v2);
  const service = await ipinfo();
  // Promises wait in the queue, so the order is kept, and lookups start while
  // input is still being typed.
  const outcomes = texts.pipeThrough(
    new TransformStream<string, Promise<Outcome>>(
      {
        transform: (text, queue) => queue.enqueue(outcomeOf(text, service, v2)),
      },
      undefined,
      { highWaterMark: CONCURRENCY },
    ),
  );
  let code: 0 | 1 = 0;
  if (format.head !== "" && out(format.head) === false) return code;
  let before = "";
  for await (const pending of outcomes) {
    const outcome = await pending;
    if ("bug" in outcome) throw outcome.bug;
    if ("profile" in outcome) {
      const { target, profile } = outcome;
      const text = format.found(target, profile, now(), service.checks());
      if (out(before + text) === false) return code;
      before = format.separator;
      continue;
    }
    code = 1;
    const { target, failure } = outcome;
    if (format.failed) {
      if (out(before + format.failed(target, failure)) === false) return code;
      before = format.separator;
    } else {
      const sentence = errorText("en", failure.params);
      err(`porthole: ${escapeInvisible(target)}: ${sentence}\n`);
    }
  }
  return code;
}

/** @throws {UsageError} for an invalid argument */
function textsOf(
  targets: readonly string[],
  stdin: LookupDeps["stdin"],
): ReadableStream<string> {
  if (targets.length === 0 && stdin.isTerminal()) {
    throw new UsageError("lookup: missing IP or DOMAIN");
  }
  if (targets.length === 0 || targets.length === 1 && targets[0] === "-") {
    return targetLines(stdin.readable);
  }
  for (const text of targets) {
    const target = parseTargetText(text);
    if (target.kind === "error") {
      const sentence = errorText("en", target.params);
      throw new UsageError(`${escapeInvisible(text)}: ${sentence}`);
    }
  }
  return ReadableStream.from(targets);
}

/** Never rejects: the result may be awaited much later. */
async function outcomeOf(
  text: string,
  ipinfo: Pick<IpInfoService, "describe">,
  v2: boolean,
): Promise<Outcome> {
  const target = parseTargetText(text);
  if (target.kind === "error") return { target: text, failure: target };
  try {
    return { target: text, profile: await describe(target, ipinfo, v2) };
  } catch (error) {
    return error instanceof AppError
      ? { target: text, failure: error }
      : { bug: error };
  }
}

async function describe(
  target: AddressTarget | DomainTarget,
  ipinfo: Pick<IpInfoService, "describe">,
  v2: boolean,
): Promise<Profile> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    const { profile } = await ipinfo.describe(target, v2 ? "v2" : "v1", {
      client: INTERNAL_CLIENT,
      signal,
    });
    return profile;
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new AppError(503, "SERVICE_UNAVAILABLE", {
      reason: "name_lookups_busy",
    });
  }
}

/** In characters. Longer than any target, so what is cut off was invalid. */
const MAX_LENGTH = 1_000;

/**
 * The lines of standard input without blank lines and comments, which begin
 * with `#` at the start of a line or after a blank. A line is passed on as soon
 * as it is complete.
 */
function targetLines(
  input: ReadableStream<Uint8Array>,
): ReadableStream<string> {
  let line = "";
  const passOn = (queue: TransformStreamDefaultController<string>) => {
    const target = line.trim().replace(/(?:^|\s+)#.*$/, "");
    line = "";
    if (target !== "") queue.enqueue(target);
  };
  return input
    // Its type takes only BufferSource, whose arrays cannot be shared.
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(
      new TransformStream<string, string>({
        transform(chunk, queue) {
          const [first, ...others] = chunk.split("\n");
          line = (line + first).slice(0, MAX_LENGTH);
          for (const next of others) {
            passOn(queue);
            line = next.slice(0, MAX_LENGTH);
          }
        },
        flush: passOn,
      }),
    );
}
