import { ProbeEnd } from "./probe_end.ts";

/**
 * JSON of an endpoint of this service.
 *
 * @throws {ProbeEnd} "stopped" of 429, with the seconds to wait; "not_configured" of 404; else "none" of what is no answer
 */
export async function ownAnswer(response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (status === 429) {
    // Not "none": that nothing was found would say something of the network.
    throw new ProbeEnd("stopped", Number(headers.get("retry-after")) || 60);
  }
  if (!response.ok) {
    throw new ProbeEnd(status === 404 ? "not_configured" : "none");
  }
  return await response.json();
}
