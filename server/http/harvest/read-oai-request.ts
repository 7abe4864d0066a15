import { OaiProblem } from './oai-date.ts';

export const oaiVerbs = [
  'Identify',
  'ListMetadataFormats',
  'ListSets',
  'ListIdentifiers',
  'ListRecords',
  'GetRecord',
] as const;
export type OaiVerb = (typeof oaiVerbs)[number];

/** The arguments of a request, each once. */
export type OaiRequest = { verb: OaiVerb; given: Readonly<Record<string, string>> };

const listArguments = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumes: true };

/** The arguments of each verb (sections 4.1 to 4.6). A resumption token excludes all others. */
const argumentsOf: Record<OaiVerb, { required: string[]; optional: string[]; resumes: boolean }> = {
  Identify: { required: [], optional: [], resumes: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], resumes: false },
  ListSets: { required: [], optional: [], resumes: true },
  ListIdentifiers: listArguments,
  ListRecords: listArguments,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], resumes: false },
};

/** Syntax of the names of formats and sets, and of identifiers (sections 2.6, 3.4 and 2.4). */
const forms: Readonly<Record<string, RegExp>> = {
  metadataPrefix: /^[\w.!~*'()-]*$/,
  set: /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/,
  identifier: /^[!-~]+$/,
};

/** Checks verb and arguments. Throws OaiProblem `badVerb` or `badArgument` with what to send. */
export function readOaiRequest(sent: URLSearchParams): OaiRequest {
  const verbs = sent.getAll('verb');
  const verb = oaiVerbs.find((each) => each === verbs[0]);
  if (!verb || verbs.length > 1)
    throw new OaiProblem('badVerb', `"verb" must be given once, as one of ${oaiVerbs.join(', ')}.`);
  const { required, optional, resumes } = argumentsOf[verb];
  const names = [...sent.keys()].filter((name) => name !== 'verb');
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new OaiProblem('badArgument', `"${repeated}" is given more than once.`);
  const given = Object.fromEntries(names.map((name) => [name, sent.get(name) ?? '']));
  if (resumes && 'resumptionToken' in given) {
    if (names.length > 1) throw new OaiProblem('badArgument', '"resumptionToken" excludes all other arguments.');
    return { verb, given };
  }
  const known = new Set([...required, ...optional]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new OaiProblem('badArgument', `${verb} has no argument "${unknown}".`);
  const odd = Object.keys(forms).find((name) => given[name] !== undefined && !forms[name]?.test(given[name]));
  if (odd !== undefined) throw new OaiProblem('badArgument', `"${odd}" has characters that it cannot have.`);
  const missing = required.find((name) => !given[name]);
  if (missing !== undefined) throw new OaiProblem('badArgument', `${verb} needs the argument "${missing}".`);
  return { verb, given };
}
