import { route } from './route.ts';
import * as search from './schemas/search.ts';
import * as texts from './schemas/texts.ts';

const ours = { project: 'unnamed' } as const;
const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** The routes of full-text search, and of the texts that it searches. */
export const searchRoutes = {
  getMaterialText: route('GET', '/materials/:id/text', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'How much of a material’s text is known',
    answers: { 200: { description: 'Pages with text, and which were recognised.', json: texts.materialText } },
    problems: ['document_not_found'],
  }),
  getPageText: route('GET', '/materials/:id/pages/:page/text', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'What a page of a material says',
    description:
      'Web pages have only page 1. A page that does not exist, was not read yet or could not be read is answered with 404 `page_text_not_found`.',
    answers: { 200: { description: 'The text of the page.', json: texts.pageText } },
    problems: ['document_not_found', 'page_text_not_found'],
  }),
  listPageTexts: route('GET', '/materials/:id/pages', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'What the pages of a material say',
    description:
      'The pages that have text, in order, beginning at page `from`: at most 20 in one answer. `next` is the page to go on with.',
    query: texts.pageTextsQuery,
    answers: { 200: { description: 'The texts of some pages.', json: texts.pageTexts } },
    problems: ['document_not_found'],
  }),
  turnPages: route('PUT', '/files/:fileId/turns', {
    ...oursToManage,
    summary: 'Rotate pages of a PDF',
    description:
      'Sets by how many degrees clockwise pages are shown turned, in pictures and in the reader, beyond what the file says. Other pages stay as they are. What is recognised later does not change it. The file itself, and its download, stay as they are.',
    body: texts.turnedPages,
    answers: { 200: { description: 'All pages that are shown turned then.', json: texts.turnedPages } },
    problems: ['storage_file_not_found'],
  }),
  getMaterialReading: route('GET', '/materials/:id/reading', {
    ...oursToManage,
    summary: 'How far the pages of a material were read, and why some were not',
    answers: { 200: { description: 'The state at this moment.', json: texts.readingState } },
    problems: ['document_not_found'],
  }),
  retryMaterialReading: route('POST', '/materials/:id/reading/retry', {
    ...oursToManage,
    summary: 'Read the failed and the postponed pages of a material again',
    answers: { 200: { description: 'How many pages wait again.', json: texts.retriedPages } },
    problems: ['document_not_found'],
  }),
  search: route('GET', '/search', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Search what materials say',
    description:
      'Full-text search, page by page, in titles, subjects and what documents say, scans included. Materials come in the order of their best page. Words are compared without case, accents and English inflection; misspelt ones are corrected if nothing has them. Filters may be repeated: any of their values matches. What the caller may not read is not found.',
    query: search.searchQuery,
    answers: { 200: { description: 'What was found.', json: search.searchFindings } },
  }),
  suggest: route('GET', '/search/suggest', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Suggestions while a search is typed',
    description: 'Subjects of the catalogue by name, code or initials, and materials by the words of their title.',
    query: search.suggestQuery,
    answers: { 200: { description: 'A few of each.', json: search.searchSuggestions } },
  }),
  getSearchState: route('GET', '/search/state', {
    ...oursToManage,
    summary: 'How many pages wait, are read, were read and failed',
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
    summary: 'Read all pages again that failed or were postponed',
    answers: { 200: { description: 'How many pages wait again.', json: texts.retriedPages } },
  }),
};
