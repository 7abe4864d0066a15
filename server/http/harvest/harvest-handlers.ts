import { api } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import { isIdentifier } from '#domain/identifier.ts';
import type { ContractContext, ContractParts, Handlers } from '#server/http/api/request-context.ts';
import { element, writeXml, type XmlElement } from '#server/http/feeds/write-xml.ts';
import { readOaiRange, writeOaiDate } from './oai-date.ts';
import { OaiProblem } from './oai-problem.ts';
import { readOaiRequest, type OaiRequest } from './read-oai-request.ts';
import { readResumptionToken, writeResumptionToken, type Resumption } from './resumption-token.ts';
import { recordNamespace, writeHeader, writeRecord, type RecordFacts } from './write-record.ts';

const prefix = 'oai_dc';

/**
 * How much earlier than the clock says an answer is dated, in seconds. Harvesters take that as the beginning of their
 * next harvest, and a change that is not stored yet may have an earlier datestamp: a change of 5,000 materials takes
 * some seconds, on a slow disk more.
 */
const marginSeconds = 60;

/** OAI-PMH 2.0. Answers are the same for everybody, so accounts are not looked at. */
export function createHarvestHandlers({ services, config }: ContractParts): Handlers<'harvest' | 'harvestByForm'> {
  const { harvest, catalogue, site } = services;
  const baseUrl = config.publicUrl + api.harvest();

  async function readFacts(): Promise<RecordFacts> {
    const { madeAt } = await harvest.state();
    return { catalogue, site, publicUrl: config.publicUrl, ids: config.ids, namespace: recordNamespace(madeAt) };
  }

  async function identify(): Promise<XmlElement[]> {
    const { firstChange } = await harvest.state();
    return [
      element('repositoryName', {}, site.name),
      element('baseURL', {}, baseUrl),
      element('protocolVersion', {}, '2.0'),
      element('adminEmail', {}, site.contactEmail),
      element('earliestDatestamp', {}, writeOaiDate(firstChange)),
      element('deletedRecord', {}, 'persistent'),
      element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
      element('compression', {}, 'gzip'),
    ];
  }

  async function findRecord(identifier: string) {
    const facts = await readFacts();
    const id = identifier.startsWith(facts.namespace) ? identifier.slice(facts.namespace.length) : '';
    const record = isIdentifier(id) ? await harvest.find(id) : null;
    if (!record) throw new OaiProblem('idDoesNotExist', 'There is no record with this identifier.');
    return { record, facts };
  }

  async function beginList({ verb, given }: OaiRequest & { verb: Resumption['verb'] }): Promise<Resumption> {
    const { resumptionToken: token, set } = given;
    if (token !== undefined) {
      const resumption = readResumptionToken(token, verb);
      const { records, revision } = await harvest.state();
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

  async function list(request: OaiRequest & { verb: Resumption['verb'] }): Promise<XmlElement[]> {
    const { verb, range, delivered } = await beginList(request);
    const [{ records, next }, facts] = await Promise.all([harvest.read(range), readFacts()]);
    if (records.length === 0) throw new OaiProblem('noRecordsMatch', 'No record matches.');
    const write = verb === 'ListRecords' ? writeRecord : writeHeader;
    const written = records.map((record) => write(record, facts));
    if (!next && delivered === 0) return written;
    const token = next ? [writeResumptionToken({ verb, range: next, delivered: delivered + records.length })] : [];
    // Records have numbers without gaps, so nothing is counted for this.
    const isWhole = range.order === 'number' && range.facultyId === null;
    const completeListSize = isWhole ? (await harvest.state()).records : undefined;
    return [...written, element('resumptionToken', { completeListSize, cursor: delivered }, ...token)];
  }

  async function answer(request: OaiRequest): Promise<XmlElement[]> {
    const { verb, given } = request;
    switch (verb) {
      case 'Identify':
        return identify();
      case 'ListMetadataFormats':
        if (given['identifier'] !== undefined) await findRecord(given['identifier']);
        return [format];
      case 'ListSets':
        if (given['resumptionToken'] !== undefined)
          throw new OaiProblem('badResumptionToken', 'The list of sets has one page only.');
        return catalogue.faculties.map(({ id, fullName }) =>
          element('set', {}, element('setSpec', {}, id), element('setName', {}, fullName)),
        );
      case 'GetRecord': {
        const { record, facts } = await findRecord(given['identifier'] ?? '');
        requireFormat(given['metadataPrefix']);
        return [writeRecord(record, facts)];
      }
      case 'ListIdentifiers':
      case 'ListRecords':
        return list({ ...request, verb });
    }
  }

  /** The document around an answer (section 3.2). */
  async function send(c: ContractContext, sent: URLSearchParams): Promise<Response> {
    const { lastChange } = await harvest.state();
    const date = Math.max(Math.floor(Date.now() / 1000) - marginSeconds, lastChange);
    let shown: Readonly<Record<string, string>> = {};
    let content: XmlElement;
    try {
      const request = readOaiRequest(sent);
      shown = { verb: request.verb, ...request.given };
      content = element(request.verb, {}, ...(await answer(request)));
    } catch (error) {
      if (!(error instanceof OaiProblem)) throw error;
      // After these two errors, the arguments are not repeated (section 3.6).
      if (error.code === 'badVerb' || error.code === 'badArgument') shown = {};
      content = element('error', { code: error.code }, error.message);
    }
    const root = element(
      'OAI-PMH',
      documentAttributes,
      element('responseDate', {}, writeOaiDate(date)),
      element('request', shown, baseUrl),
      content,
    );
    return c.body(writeXml(root), 200, { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' });
  }

  return {
    harvest: ({ c }) => send(c, new URL(c.req.url).searchParams),
    harvestByForm: async ({ c }) => send(c, await readForm(c)),
  };
}

const documentAttributes = {
  xmlns: 'http://www.openarchives.org/OAI/2.0/',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd',
};

const format = element(
  'metadataFormat',
  {},
  element('metadataPrefix', {}, prefix),
  element('schema', {}, 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd'),
  element('metadataNamespace', {}, 'http://www.openarchives.org/OAI/2.0/oai_dc/'),
);

function requireFormat(sent: string | undefined): void {
  if (sent !== prefix)
    throw new OaiProblem('cannotDisseminateFormat', `Records are available as "${prefix}" only.`);
}

/** Far more than all arguments of a request. */
const maxFormBytes = 8192;

async function readForm(c: ContractContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new Problem('general_bad_request', 'Send a body of the type application/x-www-form-urlencoded.');
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length;
    if (size > maxFormBytes) throw new Problem('general_bad_request', `The body is larger than ${maxFormBytes} bytes.`);
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
