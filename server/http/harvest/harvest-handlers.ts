import { api } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { ContractParts, Handlers } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { bodyOf } from '#server/http/requests/request-body.ts';
import { element, writeXml, type XmlElement } from '#server/http/feeds/write-xml.ts';
import { createOaiAnswers } from './answer-oai.ts';
import { writeOaiDate, OaiProblem } from './oai-date.ts';
import { readOaiRequest } from './read-oai-request.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/**
 * Seconds by which a response is dated before the clock. Harvesters use that date as the beginning of their next harvest,
 * and a change that is not stored yet may have an earlier datestamp: a change of 5,000 materials takes some seconds, on a
 * slow disk more.
 */
const marginSeconds = 60;

/** Handles OAI-PMH 2.0. Responses are the same for everybody, so sessions are not checked. */
export function createHarvestHandlers({ services, config }: ContractParts): Handlers<'harvest' | 'harvestByForm'> {
  const { harvest } = services;
  const baseUrl = config.publicUrl + api.harvest();
  const answer = createOaiAnswers({ services, config });

  /** Sends the document around a response (section 3.2). */
  async function send(c: ContractContext, sent: URLSearchParams): Promise<Response> {
    const state = await harvest.state();
    const date = Math.max(Math.floor(services.now() / 1000) - marginSeconds, state.lastChange);
    let shown: Readonly<Record<string, string>> = {};
    let content: XmlElement;
    try {
      const request = readOaiRequest(sent);
      shown = { verb: request.verb, ...request.given };
      content = element(request.verb, {}, ...(await answer(request, state)));
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
    return c.body(writeXml(root), 200, {
      'content-type': 'text/xml; charset=utf-8',
      'cache-control': cacheControl.never,
    });
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

/** Far more than all arguments of a request. */
const maxFormBytes = 8192;

async function readForm(c: ContractContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  // A request without a body has no type either.
  if (type !== undefined && type !== 'application/x-www-form-urlencoded')
    throw new Problem('general_bad_request', 'Send a body of the type application/x-www-form-urlencoded.');
  const body = await bodyOf(c);
  if (body.length > maxFormBytes)
    throw new Problem('general_bad_request', `The body is larger than ${maxFormBytes} bytes.`);
  return new URLSearchParams(body.toString('utf8'));
}
