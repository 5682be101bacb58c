/** What a database's licence asks to be said where its data is shown. */
export interface DatabaseCredit {
  name: string;
  /** Where the credit links to. */
  url: string;
  /** The words of the link, as the licence wants them. */
  attribution: string;
  licence: string;
  /** The day the data was made, as an ISO 8601 date. */
  builtOn: string;
}
