import type { Client } from 'appwrite';
import { expect, test, vi } from 'vitest';
import { toDocument } from '#contract/appwrite/to-document.ts';
import { everyMaterial } from '#contract/inventory.ts';
import type { Material } from '#domain/material.ts';
import { writeInventoryCsv } from './inventory-csv.ts';
import { createInventoryRecords } from './inventory-client.ts';

const paper: Material = {
  id: 'p1',
  sequence: 1,
  kind: 'paper',
  title: '=HYPERLINK("https://evil.test")',
  subject: 'नेपाली, अनिवार्य',
  facultyId: 'csit',
  semesterId: '1',
  year: 2022,
  yearBs: 2079,
  fileId: 'f1',
  fileType: 'application/pdf',
  fileSize: 2048,
  pageCount: 2,
  filePassword: null,
  filePasswordNote: null,
  coverFileId: null,
  isSample: false,
  permissions: [],
  createdAt: '2026-03-04T20:00:00.000+00:00',
  updatedAt: '2026-03-05T01:00:00.000+00:00',
  deletedAt: null,
};

const faculties = [
  {
    id: 'csit',
    name: 'BSc CSIT',
    fullName: 'BSc CSIT',
    university: null,
    type: 'semester' as const,
    duration: 8,
    description: '',
    terms: [{ id: '1', name: 'Semester 1', subjectCount: 5 }],
  },
];

const site = { publicUrl: 'https://library.test', timeZone: 'Asia/Kathmandu' };
const origin = { ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' }, publicUrl: site.publicUrl };

function write(material: Partial<Material>, more: { reason?: string; warning?: string } = {}) {
  return {
    ...toDocument({ ...paper, ...material }, origin),
    $fileName: '2079.pdf',
    $warning: more.warning ?? null,
    $hidden: more.reason === undefined ? null : { since: '2026-03-06T20:00:00.000+00:00', reason: more.reason },
    $deletedAt: null,
  };
}

test('the CSV file has a line for each material, days in the time zone of the library, and no formulas', () => {
  const documents = [
    write({}),
    write(
      { id: 'n1', kind: 'note', title: 'Notes', year: null, yearBs: null, pageCount: null },
      { reason: 'wrong', warning: 'Damaged.' },
    ),
  ];
  const [head, ...lines] = writeInventoryCsv(documents, { site, faculties }).split('\r\n');
  expect(head).toBe(
    '\ufeffTitle,Kind,Faculty,Semester,Subject,Year,Year BS,Uploaded,Changed,File,Bytes,Pages,Hidden since,Why hidden,Problem of the file,Address',
  );
  expect(lines).toEqual([
    `"'=HYPERLINK(""https://evil.test"")",Question Paper,BSc CSIT,Semester 1,"नेपाली, अनिवार्य",2022,2079,2026-03-05,2026-03-05,2079.pdf,2048,2,,,,https://library.test/material/p1`,
    'Notes,Study Note,BSc CSIT,Semester 1,"नेपाली, अनिवार्य",,,2026-03-05,2026-03-05,2079.pdf,2048,,2026-03-07,wrong,Damaged.,https://library.test/material/n1',
    '',
  ]);
});

test('all pages of a list are read, each after the last document of the one before', async () => {
  vi.stubGlobal('location', { origin: 'https://library.test' });
  const documents = Array.from({ length: 250 }, (_, index) => write({ id: `m${index}` }));
  const asked: URLSearchParams[] = [];
  const client = {
    async call(_: string, { searchParams }: URL) {
      asked.push(searchParams);
      const start = documents.findIndex(({ $id }) => $id === searchParams.get('after')) + 1;
      return { total: 250, documents: documents.slice(start, start + Number(searchParams.get('limit'))) };
    },
  } as unknown as Client;
  const filter = { ...everyMaterial, q: 'physics', facultyId: ['csit'] };
  const order = { sort: 'title', direction: 'asc' } as const;
  const read = [];
  for await (const page of createInventoryRecords(client).listAll(filter, order, (work) => work())) read.push(...page);
  vi.unstubAllGlobals();
  expect(read).toEqual(documents);
  expect(asked.map((each) => [each.get('after'), each.get('q'), each.get('facultyId'), each.get('sort')])).toEqual([
    [null, 'physics', 'csit', 'title'],
    ['m99', 'physics', 'csit', 'title'],
    ['m199', 'physics', 'csit', 'title'],
  ]);
});
