const routes = new URL("../../../routes/", import.meta.url);

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, routes))].flatMap((entry) =>
    entry.isDirectory ? filesIn(`${folder}${entry.name}/`) : folder + entry.name
  );
}

/** Every file in `routes/`, by its path there. */
export const routeFiles = filesIn("");
