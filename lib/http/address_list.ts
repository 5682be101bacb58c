import { z } from "zod";
import { type IpAddress, parseIp, unmapped } from "../net/ip_address.ts";
import { AppError } from "./errors.ts";

const MAX_ADDRESSES = 16;

const addressList = z.object({
  ips: z.array(z.string()).min(1).max(MAX_ADDRESSES),
});

/**
 * The addresses of a body `{"ips":[…]}`, in its order; never IPv4-mapped.
 *
 * @throws {AppError} 400 `INVALID_INPUT`
 */
export function addressListOf(body: unknown): IpAddress[] {
  const { success, data } = addressList.safeParse(body);
  if (!success) {
    throw invalid(
      `The request must be {"ips":[…]} with 1 to ${MAX_ADDRESSES} addresses.`,
    );
  }
  return data.ips.map((text, i) => {
    const ip = parseIp(text);
    if (ip) return unmapped(ip);
    throw invalid(`Element ${i + 1} of "ips" is not an address.`);
  });
}

function invalid(message: string): AppError {
  return new AppError(400, "INVALID_INPUT", message);
}
