import { api } from '#contract/addresses.ts';
import { opdsTypes, type opdsRouteTable } from '#contract/routes/opds-routes.ts';
import { Problem } from '#contract/problems.ts';
import { visitor } from '#domain/account.ts';
import type { Material } from '#domain/material.ts';
import type { ContractParts, Handlers } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { createOriginReader } from '#server/http/requests/read-origin.ts';
import { answerFeed } from './feed-handlers.ts';
import { createOpdsFeeds } from './find-opds-feed.ts';
import { writeOpds, type OpdsFacts, type OpdsFeed } from './write-opds.ts';
import { publicationType, writeOpds2, writePublication } from './write-opds2.ts';
import { element, writeXml } from './write-xml.ts';

/** Creates the handlers of the catalogue for e-readers, in two versions of OPDS. It is the same for everybody. */
export function createOpdsHandlers(parts: ContractParts): Handlers<keyof typeof opdsRouteTable> {
  const { services, config } = parts;
  const { catalogue, site } = services;
  const feeds = createOpdsFeeds(parts);

  const readOrigin = createOriginReader(config);

  const readFacts = async (c: ContractContext, materials: readonly Material[]): Promise<OpdsFacts> => ({
    catalogue,
    site,
    publicUrl: readOrigin(c.env?.incoming),
    ids: config.ids,
    name: await services.feeds.identify(),
    languages: await services.feeds.languagesOf(materials),
  });

  async function answer(c: ContractContext, found: Promise<OpdsFeed>): Promise<Response> {
    const feed = await found;
    const type = feed.materials ? opdsTypes.opds.acquisition : opdsTypes.opds.navigation;
    return answerFeed(c, writeOpds(feed, await readFacts(c, feed.materials ?? [])), type);
  }

  async function answer2(c: ContractContext, found: Promise<OpdsFeed>): Promise<Response> {
    const feed = await found;
    const facts = await readFacts(c, feed.materials ?? []);
    return answerFeed(c, JSON.stringify(writeOpds2(feed, facts)), opdsTypes.opds2.feed);
  }

  return {
    getOpds: ({ c }) => answer(c, feeds.root()),
    getOpdsNewest: ({ c, query }) => answer(c, feeds.newest(query.kind, query)),
    getOpdsFaculty: ({ c, path }) => answer(c, feeds.faculty(path)),
    getOpdsTerm: ({ c, path }) => answer(c, feeds.term(path)),
    getOpdsSubject: ({ c, path }) => answer(c, feeds.subject(path)),
    listOpds: ({ c, path, query }) => answer(c, feeds.list(path, query)),
    searchOpds: ({ c, query }) => answer(c, feeds.search(wordsOf(query))),
    describeOpdsSearch({ c }) {
      const template = `${readOrigin(c.env?.incoming)}${api.opds('opds')}/search?q={searchTerms}&page={startPage?}`;
      const text = writeXml(
        element(
          'OpenSearchDescription',
          { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
          // At most 16 characters, and the description at most 1,024 (OpenSearch 1.1).
          element('ShortName', {}, [...site.name].slice(0, 16).join('')),
          element('Description', {}, `Search in ${site.name}`.slice(0, 1000)),
          element('Url', { type: opdsTypes.opds.acquisition, template }),
          element('InputEncoding', {}, 'UTF-8'),
        ),
      );
      return answerFeed(c, text, 'application/opensearchdescription+xml');
    },

    getOpds2: ({ c }) => answer2(c, feeds.root()),
    getOpds2Newest: ({ c, query }) => answer2(c, feeds.newest(query.kind, query)),
    getOpds2Faculty: ({ c, path }) => answer2(c, feeds.faculty(path)),
    getOpds2Term: ({ c, path }) => answer2(c, feeds.term(path)),
    getOpds2Subject: ({ c, path }) => answer2(c, feeds.subject(path)),
    listOpds2: ({ c, path, query }) => answer2(c, feeds.list(path, query)),
    searchOpds2: ({ c, query }) => answer2(c, feeds.search(wordsOf(query))),
    async getOpds2Publication({ c, path }) {
      const found = await services.materials.find(visitor, path['id'] ?? '');
      if (found.state !== 'published') throw new Problem('document_not_found', 'There is no such material.');
      const facts = await readFacts(c, [found.material]);
      return answerFeed(c, JSON.stringify(writePublication(found.material, facts)), publicationType);
    },
  };
}

/** Returns the search under either name of its terms; `query` counts if both are sent. */
function wordsOf<Query extends { q: string; query?: string | undefined }>(query: Query): Query {
  return { ...query, q: query.query ?? query.q };
}
