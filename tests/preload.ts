/** Runs before each file of tests. */
import { refuseOtherHosts } from "./support/local_only.ts";
import { limitTests } from "./support/time_limit.ts";

// A server that a test starts must not download data.
Deno.env.set("DATA_UPDATE", "off");

/** The longest test, of all pages in a browser, takes a minute, and more on a busy machine. */
limitTests(300_000);

refuseOtherHosts();
