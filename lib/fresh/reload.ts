/** The browser's side of development: reloads the page when the server has been started anew. */
import { ALIVE_URL } from "./dev_server.ts";

let run: string | undefined;

new EventSource(ALIVE_URL).addEventListener("message", ({ data }) => {
  if (run !== undefined && run !== data) location.reload();
  run = data;
});
