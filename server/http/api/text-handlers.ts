import type {
  MaterialTextAnswer,
  PageTextAnswer,
  PageTextsAnswer,
  ReadingStateAnswer,
  RetriedPagesAnswer,
  SearchStateAnswer,
  TurnedPagesAnswer,
  UnreadMaterialsAnswer,
} from '#contract/schemas/answer-types.ts';
import { shownTurns } from '#domain/page-turns.ts';
import type { ContractParts, Handlers } from './handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type TextRoute =
  | 'getMaterialText'
  | 'getPageText'
  | 'listPageTexts'
  | 'getMaterialReading'
  | 'retryMaterialReading'
  | 'getSearchState'
  | 'listUnreadMaterials'
  | 'retryUnread'
  | 'turnPages';

/** Serves the text of files, page by page, and the progress of text extraction. */
export function createTextHandlers({ services }: ContractParts): Handlers<TextRoute> {
  const { texts, files } = services;

  return {
    async getMaterialText({ c, actor, path }) {
      return answerFresh(c, (await texts.summary(actor, path['id'] ?? '')) satisfies MaterialTextAnswer);
    },

    async getPageText({ c, actor, path }) {
      return answerFresh(c, toPage(await texts.page(actor, path['id'] ?? '', Number(path['page']))));
    },

    async listPageTexts({ c, actor, path, query }) {
      const { pages, next } = await texts.pages(actor, path['id'] ?? '', query.from);
      return answerFresh(c, { pages: pages.map(toPage), next } satisfies PageTextsAnswer);
    },

    async getMaterialReading({ c, actor, path }) {
      return answerPrivate(c, (await texts.reading(actor, path['id'] ?? '')) satisfies ReadingStateAnswer);
    },

    async retryMaterialReading({ c, actor, path }) {
      const retried = await texts.retry(actor, path['id'] ?? '');
      return c.json({ retried } satisfies RetriedPagesAnswer);
    },

    async turnPages({ c, actor, path, body }) {
      const { pageTurns } = await files.turnPages(actor, path['fileId'] ?? '', body.turned);
      return answerPrivate(c, { turned: shownTurns(pageTurns) } satisfies TurnedPagesAnswer);
    },

    async getSearchState({ c, actor }) {
      return answerPrivate(c, (await texts.state(actor)) satisfies SearchStateAnswer);
    },

    async listUnreadMaterials({ c, actor, query }) {
      return answerPrivate(c, (await texts.listUnread(actor, query)) satisfies UnreadMaterialsAnswer);
    },

    async retryUnread({ c, actor }) {
      return c.json({ retried: await texts.retryAll(actor) } satisfies RetriedPagesAnswer);
    },
  };
}

function toPage({ page, source, text, lines }: Omit<PageTextAnswer, 'lines'> & { lines: ReadonlyLines | null }) {
  return { page, source, text, lines: lines && toWords(lines) } satisfies PageTextAnswer;
}

type Lines = NonNullable<PageTextAnswer['lines']>;
type ReadonlyLines = readonly {
  words: readonly (Omit<Lines[number]['words'][number], 'box'> & {
    box: readonly [number, number, number, number];
  })[];
}[];

function toWords(lines: ReadonlyLines): Lines {
  return lines.map(({ words }) => ({ words: words.map(({ box, ...word }) => ({ ...word, box: [...box] })) }));
}

/**
 * Returns a response that clients revalidate each time, because it changes when a page is read, and with the caller's
 * permissions.
 */
function answerFresh(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', cacheControl.revalidate);
  return c.json(answer);
}

function answerPrivate(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', cacheControl.never);
  return c.json(answer);
}
