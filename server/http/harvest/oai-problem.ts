/** The errors of OAI-PMH 2.0, section 3.6. */
export type OaiErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

/** An error defined by the protocol. It is sent with status 200. */
export class OaiProblem extends Error {
  readonly code: OaiErrorCode;

  constructor(code: OaiErrorCode, message: string) {
    super(message);
    this.name = 'OaiProblem';
    this.code = code;
  }
}
