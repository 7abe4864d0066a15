import { expect, test } from 'vitest';
import { compositionLimits } from '#contract/composition.ts';
import { explainNotJoined } from './join-materials.tsx';

const paper = (pageCount: number | null, title = 'Paper') => ({ title, pageCount });
const { maxSources, maxPages } = compositionLimits;

test('as many PDFs and pages as allowed are joined; for more, and for anything else, the reason says what to do', () => {
  const many = Array.from({ length: maxSources }, () => paper(1));
  expect(explainNotJoined(many, 0)).toBeNull();
  expect(explainNotJoined([...many, paper(1)], 0)).toBe('At most 50 materials can be joined. Select fewer.');
  expect(explainNotJoined([paper(maxPages - 1), paper(1)], 0)).toBeNull();
  expect(explainNotJoined([paper(maxPages), paper(1)], 0)).toBe(
    'The materials have 2001 pages, and a file can have at most 2000. Select fewer.',
  );
  expect(explainNotJoined([paper(1), paper(null, 'A web page')], 0)).toBe(
    '“A web page” can’t be joined, because it isn’t a PDF with readable pages. Deselect it.',
  );
  expect(explainNotJoined([paper(1)], 2)).toMatch(/^2 of the selected materials are on other pages of the list\./);
});
