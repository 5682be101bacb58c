import type {
  ApiDocs,
  EndpointDocs,
  HeaderDocs,
} from "../shared/api_docs_view.ts";
import { egress } from "./chinese/egress.ts";
import { geoip } from "./chinese/geoip.ts";
import { codes, groups, headers, introduction } from "./chinese/general.ts";
import { lookups } from "./chinese/lookups.ts";
import type { OperationTexts } from "./chinese/operation_texts.ts";
import { publicIp } from "./chinese/public_ip.ts";
import { v1, v2 } from "./chinese/versioned.ts";
import type { document as described } from "./operations.ts";

interface EndpointTexts {
  readonly summary: string;
  readonly description?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
}

const document: OperationTexts<typeof described> = {
  getOpenapi: { summary: "这些接口的描述，OpenAPI 3.1" },
};

const endpoints: Readonly<Record<string, EndpointTexts>> = {
  ...publicIp,
  ...geoip,
  ...v1,
  ...v2,
  ...lookups,
  ...egress,
  ...document,
};

/** The page with the texts of the document in Chinese; paths, codes and examples are what they are. */
export function inChinese(docs: ApiDocs): ApiDocs {
  return {
    ...docs,
    paragraphs: [...introduction],
    groups: docs.groups.map((group) => ({
      ...group,
      ...textOf(groups, group.name),
      endpoints: group.endpoints.map(endpointInChinese),
    })),
    quotaHeaders: docs.quotaHeaders.map(headerInChinese),
    limitHeaders: docs.limitHeaders.map(headerInChinese),
    codes: docs.codes.map((row) => ({
      ...row,
      meaning: textOf(codes, row.code),
    })),
  };
}

function endpointInChinese(endpoint: EndpointDocs): EndpointDocs {
  const { summary, description = [], parameters = {} } = textOf(
    endpoints,
    endpoint.id,
  );
  return {
    ...endpoint,
    summary,
    paragraphs: [...description],
    parameters: endpoint.parameters.map((row) => ({
      ...row,
      description: textOf(parameters, row.name),
    })),
  };
}

function headerInChinese(header: HeaderDocs): HeaderDocs {
  return { ...header, description: textOf(headers, header.name) };
}

/** The types of the catalogues have every key of the document. */
function textOf<Text>(
  texts: Readonly<Record<string, Text>>,
  key: string,
): Text {
  const text = texts[key];
  if (text === undefined) {
    throw new Error(`Cannot say in Chinese: there is no text of ${key}.`);
  }
  return text;
}
