import { expect, test } from 'vitest';
import { readFileUrl } from './read-file-url.ts';

const own = {
  origins: ['https://library.test', 'http://127.0.0.1:3000'],
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
};
const files = '/v1/storage/buckets/files/files';

test('view, preview and download addresses of our bucket name their file', () => {
  for (const address of [
    `https://library.test${files}/a1/preview?project=examshelf`,
    `https://library.test${files}/a1/view`,
    `HTTPS://LIBRARY.TEST:443${files}/a1/download?project=examshelf&name=x`,
    `http://127.0.0.1:3000${files}/a1/preview?width=300&impersonateuserid=`,
    `${files}/a1/preview?project=examshelf`,
    `https://library.test${files}/%611/view#page=2`,
  ]) {
    expect(readFileUrl(address, own)).toBe('a1');
  }
});

test('every other address names no file', () => {
  for (const address of [
    '',
    'a1',
    'javascript:alert(1)',
    `javascript://library.test${files}/a1/view`,
    'data:text/html,x',
    `https://elsewhere.test${files}/a1/preview`,
    `https://library.test.elsewhere.test${files}/a1/preview`,
    `https://library.test@elsewhere.test${files}/a1/preview`,
    `https://someone@library.test${files}/a1/preview`,
    `http://library.test${files}/a1/preview`,
    `https://library.test:8443${files}/a1/preview`,
    `//elsewhere.test${files}/a1/preview`,
    `/\\elsewhere.test${files}/a1/preview`,
    ` https://library.test${files}/a1/preview`,
    `https://library.test${files}/a1`,
    `https://library.test${files}/a1/delete`,
    `https://library.test${files}/a1/preview/more`,
    `https://library.test${files}//preview`,
    `https://library.test${files}/..%2Fa1/preview`,
    `https://library.test${files}/%E0%A4%A/preview`,
    `https://library.test/v1/storage/buckets/other/files/a1/preview`,
    `https://library.test${files}/a1/preview?project=other`,
    `file://${files}/a1/preview`,
    `v1/storage/buckets/files/files/a1/preview`,
  ]) {
    expect([address, readFileUrl(address, own)]).toEqual([address, null]);
  }
});
