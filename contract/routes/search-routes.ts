import { route } from '#contract/route.ts';
import * as search from '#contract/schemas/search-schemas.ts';
import * as texts from '#contract/schemas/text-schemas.ts';

const ours = { project: 'unnamed' } as const;
const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** The routes of full-text search, and of the texts that it searches. */
export const searchRoutes = {
  getMaterialText: route('GET', '/materials/:id/text', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Get the pages of a material that have text',
    answers: {
      200: { description: 'Pages with text, and those of them that were recognised.', json: texts.materialText },
    },
    problems: ['document_not_found'],
  }),
  getPageText: route('GET', '/materials/:id/pages/:page/text', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Get the text of a page',
    description:
      'Web pages have only page 1. The response is 404 `page_text_not_found` if the page does not exist, or its text was not extracted yet or could not be extracted.',
    answers: { 200: { description: 'The text of the page.', json: texts.pageText } },
    problems: ['document_not_found', 'page_text_not_found'],
  }),
  listPageTexts: route('GET', '/materials/:id/pages', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Get the text of the pages of a material',
    description:
      'The pages that have text, in order, beginning at page `from`: at most 20 in one response. `next` is the page to continue with.',
    query: texts.pageTextsQuery,
    answers: { 200: { description: 'The texts of some pages.', json: texts.pageTexts } },
    problems: ['document_not_found'],
  }),
  turnPages: route('PUT', '/files/:fileId/turns', {
    ...oursToManage,
    summary: 'Rotate pages of a PDF',
    description:
      'Sets the degrees clockwise by which pages are shown rotated, in pictures and in the reader, beyond the rotation in the file. Other pages stay unchanged. Later text recognition does not change it. The file itself, and its download, stay unchanged.',
    body: texts.turnedPages,
    answers: { 200: { description: 'All pages that are now shown rotated.', json: texts.turnedPages } },
    problems: ['storage_file_not_found'],
  }),
  getMaterialReading: route('GET', '/materials/:id/reading', {
    ...oursToManage,
    summary: 'Get the state of text extraction of a material, with the reasons of failures',
    answers: { 200: { description: 'The state at this moment.', json: texts.readingState } },
    problems: ['document_not_found'],
  }),
  retryMaterialReading: route('POST', '/materials/:id/reading/retry', {
    ...oursToManage,
    summary: 'Retry text extraction of a material’s failed and postponed pages',
    answers: { 200: { description: 'Number of pages that wait again.', json: texts.retriedPages } },
    problems: ['document_not_found'],
  }),
  search: route('GET', '/search', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Search the text of materials',
    description:
      'Full-text search, page by page, in titles, subjects and the text of documents, scans included. Materials come in the order of their best page. Words are compared without case, accents and English inflection; misspelt ones are corrected if nothing has them. Filters may be repeated: any of their values matches. Materials that the caller may not read are not found.',
    query: search.searchQuery,
    answers: { 200: { description: 'The results.', json: search.searchFindings } },
  }),
  suggest: route('GET', '/search/suggest', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Get suggestions while typing a search',
    description: 'Subjects of the catalogue by name, code or initials, and materials by the words of their title.',
    query: search.suggestQuery,
    answers: { 200: { description: 'A few of each.', json: search.searchSuggestions } },
  }),
  getSearchState: route('GET', '/search/state', {
    ...oursToManage,
    summary: 'Count pages by state of text extraction',
    answers: { 200: { description: 'Pages of all stored files, each file counted once.', json: texts.searchState } },
  }),
  listUnreadMaterials: route('GET', '/search/unread', {
    ...oursToManage,
    summary: 'List materials with pages that failed, were postponed or wait',
    query: texts.unreadQuery,
    answers: {
      200: {
        description: 'In the order of their files. `total` counts files.',
        json: texts.unreadMaterials,
      },
    },
  }),
  retryUnread: route('POST', '/search/unread/retry', {
    ...oursToManage,
    summary: 'Retry text extraction of all failed and postponed pages',
    answers: { 200: { description: 'Number of pages that wait again.', json: texts.retriedPages } },
  }),
};
