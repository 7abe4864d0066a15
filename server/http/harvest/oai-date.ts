/** The errors of OAI-PMH 2.0, section 3.6. */
type OaiErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

/** An error that the protocol defines. It is sent with 200. */
export class OaiProblem extends Error {
  readonly code: OaiErrorCode;

  constructor(code: OaiErrorCode, message: string) {
    super(message);
    this.name = 'OaiProblem';
    this.code = code;
  }
}

/** Writes a moment in the form of OAI-PMH (section 3.3): UTC, to the second. */
export function writeOaiDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

const forms = { day: /^\d{4}-\d{2}-\d{2}$/, second: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/ };
const secondsOfDay = 24 * 60 * 60;

/** Returns the seconds that `from` and `until` name, both inclusive. Throws OaiProblem `badArgument`. */
export function readOaiRange(
  from: string | undefined,
  until: string | undefined,
): { from: number | null; until: number | null } {
  const first = from === undefined ? null : readDate('from', from);
  const last = until === undefined ? null : readDate('until', until);
  if (first && last && first.isDay !== last.isDay)
    throw new OaiProblem('badArgument', '"from" and "until" must have the same granularity.');
  const range = { from: first?.seconds ?? null, until: last && last.seconds + (last.isDay ? secondsOfDay - 1 : 0) };
  if (range.from !== null && range.until !== null && range.from > range.until)
    throw new OaiProblem('badArgument', '"from" must not be later than "until".');
  return range;
}

function readDate(name: string, text: string): { seconds: number; isDay: boolean } {
  const isDay = forms.day.test(text);
  const seconds = Date.parse(text) / 1000;
  // A day that does not exist, such as the 30th of February, becomes another one.
  const isDate = (isDay || forms.second.test(text)) && !Number.isNaN(seconds) && writeOaiDate(seconds).startsWith(text);
  if (!isDate) throw new OaiProblem('badArgument', `"${name}" must be a date as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`);
  return { seconds, isDay };
}
