import type { ClientKey } from "../core/caller.ts";
import type { Limits } from "../limits/limits.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Profiles } from "../profile/profiles.ts";
import { ONE_FACT, type OneFact } from "../profile/views/one_fact.ts";
import { textAnswer } from "./answers.ts";
import { AppError } from "./errors.ts";
import { charge } from "./limit.ts";
import { methods } from "./methods.ts";

interface FactContext {
  readonly req: Request;
  readonly state: {
    readonly services: { readonly limits: Limits; readonly profiles: Profiles };
    readonly client: ClientKey & { readonly ip: IpAddress };
  };
}

/**
 * The handler of a URL that answers with one fact about the caller, as text.
 *
 * What is not known is 404, so that a script need not look at the body.
 */
export function oneFact(name: OneFact) {
  return methods({
    async GET({ req, state: { services, client } }: FactContext) {
      charge(services.limits, "text", client.key);
      const { profile } = await services.profiles.describe(client.ip, {
        order: "v1",
        client,
        signal: req.signal,
      });
      const fact = ONE_FACT[name](profile.facts);
      if (fact === undefined) {
        throw new AppError(
          404,
          "NOT_FOUND",
          "This is not known of your address.",
        );
      }
      return textAnswer(fact);
    },
  });
}
