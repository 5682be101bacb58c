/** The data of the API page. */

export interface ParameterDocs {
  name: string;
  /** Whether it is in the path or the query, and whether it is required. */
  place: string;
  description: string;
  /** The possible values, if they are a list. */
  values: string[];
}

export interface ErrorDocs {
  status: string;
  codes: string[];
}

export interface ExampleDocs {
  label: string;
  text: string;
  /** `line`: shown beside its label; `short`: shown unfolded; `long`: folded. */
  size: "line" | "short" | "long";
}

export interface EndpointDocs {
  id: string;
  method: string;
  path: string;
  summary: string;
  paragraphs: string[];
  parameters: ParameterDocs[];
  errors: ErrorDocs[];
  /** The rate limit, in a sentence. */
  limit: string;
  curl: string;
  /** A URL to try it in the browser; null if that needs more than a click. */
  tryUrl: string | null;
  isSwitchedOff: boolean;
  examples: ExampleDocs[];
}

interface GroupDocs {
  id: string;
  name: string;
  description: string;
  endpoints: EndpointDocs[];
}

export interface CodeDocs {
  code: string;
  status: number;
  meaning: string;
}

export interface HeaderDocs {
  name: string;
  description: string;
  example: string;
}

export interface ApiDocs {
  /** About all endpoints. */
  paragraphs: string[];
  groups: GroupDocs[];
  /** The monthly quota of each plan, in a sentence. */
  quotas: string;
  quotaHeaders: HeaderDocs[];
  /** The headers of a 429. */
  limitHeaders: HeaderDocs[];
  codes: CodeDocs[];
  /** An error in each format. */
  errorExamples: ExampleDocs[];
}
