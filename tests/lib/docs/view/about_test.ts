import assert from "node:assert/strict";
import {
  DATA_NOTICES,
  SOFTWARE_NOTICES,
} from "../../../../lib/docs/view/about.ts";
import {
  serviceModules,
  specifiersBelow,
} from "../../../support/module_graph.ts";

const root = new URL("../../../../", import.meta.url);

async function jsonOf(path: string) {
  return JSON.parse(await Deno.readTextFile(new URL(path, root)));
}

/** The licence a package says it has, without its remarks. */
async function licenceOf(name: string): Promise<string> {
  const { license } = await jsonOf(`node_modules/${name}/package.json`);
  return /\((.*)\)/.exec(license)?.[1] ?? license;
}

Deno.test("SOFTWARE_NOTICES - contains every package with its licence", async () => {
  const { imports } = await jsonOf("deno.json");
  const asked = await Promise.all(serviceModules.map(specifiersBelow));
  const packages = Object.keys(imports).filter((name) =>
    imports[name].startsWith("npm:") && !name.startsWith("@types/") &&
    asked.flat().some((specifier) =>
      specifier === name || specifier.startsWith(`${name}/`)
    )
  );
  const data = DATA_NOTICES.map(({ packageName }) => packageName);
  const expected = await Promise.all(
    packages.filter((name) => !data.includes(name)).sort()
      .map(async (name) => ({ name, licence: await licenceOf(name) })),
  );
  assert.deepEqual(SOFTWARE_NOTICES, expected);
});

/** Manifests that say CC0 of data whose NRO_LICENSE, beside it, asks for attribution. */
const LICENCES: Readonly<Record<string, string>> = {
  "@ip-location-db/geo-whois-asn-country": "CC-BY-4.0",
};

Deno.test("DATA_NOTICES - has the licence of each package", async () => {
  for (const { packageName, licence } of DATA_NOTICES) {
    if (packageName === undefined) continue;
    assert.equal(
      licence,
      LICENCES[packageName] ?? await licenceOf(packageName),
      packageName,
    );
  }
});
