/** The page of the API, as its components take it. */

export interface ParameterDocs {
  name: string;
  /** Where it stands, and whether it may stay away. */
  place: string;
  description: string;
  /** What it can be, where that is a list. */
  values: string[];
}

export interface ErrorDocs {
  status: string;
  codes: string[];
}

export interface ExampleDocs {
  label: string;
  text: string;
  /** One line stands beside its label, few are shown at once, many are folded. */
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
  /** How often it may be asked, in a sentence. */
  limit: string;
  curl: string;
  /** Where a click shows the answer; null where it takes more than that. */
  tryUrl: string | null;
  isSwitchedOff: boolean;
  examples: ExampleDocs[];
}

export interface GroupDocs {
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
  /** What holds for all endpoints. */
  paragraphs: string[];
  groups: GroupDocs[];
  /** Requests a month by the plan of an account, in words. */
  quotas: string;
  /** What V2 tells of a token's quota. */
  quotaHeaders: HeaderDocs[];
  /** What a refusal tells of the limit. */
  limitHeaders: HeaderDocs[];
  codes: CodeDocs[];
  /** How an error looks in each form. */
  errorExamples: ExampleDocs[];
}
