import { z } from 'zod';
import { api } from '#contract/addresses.ts';
import { isIdentifier } from '#domain/identifier.ts';
import type { ContractParts } from '#server/http/api/handlers.ts';
import { element, type XmlElement } from '#server/http/feeds/write-xml.ts';
import type { HarvestRecord, HarvestState, HarvestRange } from '#server/library/harvest/harvest-service.ts';
import { readOaiRange, writeOaiDate, OaiProblem } from './oai-date.ts';
import type { OaiRequest } from './read-oai-request.ts';
import { recordNamespace, writeHeader, writeRecord, type RecordFacts } from './write-record.ts';

/** The content of a resumption token: its list, the position to continue from, and the number of records before it. */
type Resumption = { verb: 'ListRecords' | 'ListIdentifiers'; range: HarvestRange; delivered: number };

const position = z.int().min(0);
const facultyId = z.string().min(1).max(255).nullable();
const token = z.union([
  z.tuple([z.enum(['ListRecords', 'ListIdentifiers']), z.literal('number'), position, facultyId, position]),
  z.tuple([z.enum(['ListRecords', 'ListIdentifiers']), z.literal('revision'), position, facultyId, position, position]),
]);

/** Longer than any token of ours. */
const maxLength = 1500;

/**
 * Writes the whole state of a list, so that the server stores nothing for a harvester and a token never expires. It is
 * not signed: a forged one leads to nothing that is not public.
 */
function writeResumptionToken({ verb, range, delivered }: Resumption): string {
  const { order, after, facultyId: set } = range;
  const fields: z.infer<typeof token> =
    order === 'number' ? [verb, order, after, set, delivered] : [verb, order, after, set, delivered, range.upTo];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Parses a token. Throws OaiProblem `badResumptionToken` for anything but a token for this verb. */
function readResumptionToken(text: string, verb: string): Resumption {
  const parsed = token.safeParse(text.length > maxLength ? null : parseJson(text));
  if (!parsed.success || parsed.data[0] !== verb)
    throw new OaiProblem('badResumptionToken', 'This is not a resumption token for this list. Begin the list again.');
  const [known, order, after, set, delivered, upTo = 0] = parsed.data;
  const range: HarvestRange =
    order === 'number' ? { order, after, facultyId: set } : { order, after, facultyId: set, upTo };
  return { verb: known, range, delivered };
}

function parseJson(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

const prefix = 'oai_dc';

type ListRequest = OaiRequest & { verb: Resumption['verb'] };

/** Returns a function that handles the six verbs and returns the contents of the verb's element. Throws OaiProblem. */
export function createOaiAnswers({
  services,
  config,
}: Pick<ContractParts, 'services' | 'config'>): (request: OaiRequest, state: HarvestState) => Promise<XmlElement[]> {
  const { feeds, harvest, catalogue, site } = services;

  const factsIn = ({ madeAt }: HarvestState): RecordFacts => ({
    catalogue,
    site,
    publicUrl: config.publicUrl,
    ids: config.ids,
    namespace: recordNamespace(madeAt),
    languages: new Map(),
  });

  async function writeRecords(records: readonly HarvestRecord[], state: HarvestState): Promise<XmlElement[]> {
    const languages = await feeds.languagesOf(records.flatMap(({ material }) => material ?? []));
    return records.map((record) => writeRecord(record, { ...factsIn(state), languages }));
  }

  async function findRecord(identifier: string, facts: RecordFacts): Promise<HarvestRecord> {
    const id = identifier.startsWith(facts.namespace) ? identifier.slice(facts.namespace.length) : '';
    const record = isIdentifier(id) ? await harvest.find(id) : null;
    if (!record) throw new OaiProblem('idDoesNotExist', 'There is no record with this identifier.');
    return record;
  }

  async function beginList({ verb, given }: ListRequest, { records, revision }: HarvestState): Promise<Resumption> {
    const { resumptionToken: token, set } = given;
    if (token !== undefined) {
      const resumption = readResumptionToken(token, verb);
      if (resumption.range.after > (resumption.range.order === 'number' ? records : revision))
        throw new OaiProblem('badResumptionToken', 'This list does not exist any more. Begin it again.');
      return resumption;
    }
    requireFormat(given['metadataPrefix']);
    const dates = readOaiRange(given['from'], given['until']);
    if (set !== undefined && !catalogue.faculties.some(({ id }) => id === set))
      throw new OaiProblem('noRecordsMatch', 'There is no such set.');
    return { verb, range: await harvest.begin({ ...dates, facultyId: set ?? null }), delivered: 0 };
  }

  async function list(request: ListRequest, state: HarvestState): Promise<XmlElement[]> {
    const { verb, range, delivered } = await beginList(request, state);
    const { records, next } = await harvest.read(range);
    if (records.length === 0) throw new OaiProblem('noRecordsMatch', 'No record matches.');
    const written =
      verb === 'ListRecords'
        ? await writeRecords(records, state)
        : records.map((record) => writeHeader(record, factsIn(state)));
    if (!next && delivered === 0) return written;
    const token = next ? [writeResumptionToken({ verb, range: next, delivered: delivered + records.length })] : [];
    // Records have numbers without gaps, so no count is needed.
    const isWhole = range.order === 'number' && range.facultyId === null;
    const completeListSize = isWhole ? state.records : undefined;
    return [...written, element('resumptionToken', { completeListSize, cursor: delivered }, ...token)];
  }

  return async function answer(request, state) {
    const { verb, given } = request;
    switch (verb) {
      case 'Identify':
        return identify(state, { site, publicUrl: config.publicUrl });
      case 'ListMetadataFormats':
        if (given['identifier'] !== undefined) await findRecord(given['identifier'], factsIn(state));
        return [format];
      case 'ListSets':
        if (given['resumptionToken'] !== undefined)
          throw new OaiProblem('badResumptionToken', 'The list of sets has one page only.');
        return catalogue.faculties.map(({ id, fullName }) =>
          element('set', {}, element('setSpec', {}, id), element('setName', {}, fullName)),
        );
      case 'GetRecord': {
        const record = await findRecord(given['identifier'] ?? '', factsIn(state));
        requireFormat(given['metadataPrefix']);
        return writeRecords([record], state);
      }
      case 'ListIdentifiers':
      case 'ListRecords':
        return list({ ...request, verb }, state);
    }
  };
}

function identify(
  { firstChange }: HarvestState,
  { site, publicUrl }: Pick<RecordFacts, 'site' | 'publicUrl'>,
): XmlElement[] {
  return [
    element('repositoryName', {}, site.name),
    element('baseURL', {}, publicUrl + api.harvest()),
    element('protocolVersion', {}, '2.0'),
    element('adminEmail', {}, site.contactEmail),
    element('earliestDatestamp', {}, writeOaiDate(firstChange)),
    element('deletedRecord', {}, 'persistent'),
    element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    element('compression', {}, 'gzip'),
  ];
}

const format = element(
  'metadataFormat',
  {},
  element('metadataPrefix', {}, prefix),
  element('schema', {}, 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'),
  element('metadataNamespace', {}, 'http://www.openarchives.org/OAI/2.0/oai_dc/'),
);

function requireFormat(sent: string | undefined): void {
  if (sent !== prefix) throw new OaiProblem('cannotDisseminateFormat', `Records are available as "${prefix}" only.`);
}
