import { route } from '#contract/route.ts';

const ours = { project: 'unnamed', topic: 'Feeds' } as const;

const description =
  'OAI-PMH 2.0 at one address: `verb` is `Identify`, `ListMetadataFormats`, `ListSets`, `ListIdentifiers`, `ListRecords` or `GetRecord`. Dublin Core (`oai_dc`), a set for each faculty, datestamps to the second. Deleted records are reported forever. Errors of the protocol have the status 200, as the protocol requires.';
const answers = { 200: { description: 'A document of OAI-PMH 2.0.', media: ['text/xml'] } };

/** The address from which other libraries harvest records. */
export const harvestRoutes = {
  harvest: route('GET', '/oai', { ...ours, summary: 'Harvest records', description, answers }),
  harvestByForm: route('POST', '/oai', {
    ...ours,
    summary: 'Harvest records, with a form',
    description: 'The same, with the arguments in a body of the type `application/x-www-form-urlencoded`.',
    answers,
    problems: ['general_bad_request'],
  }),
};
