import { describe, expect, test } from 'vitest';
import { guessTitle, type TitleFacts } from './guess-title.ts';

const nothingKnown: TitleFacts = { subject: null, year: null, yearBs: null, kind: null };
const titleOf = (path: string, facts: Partial<TitleFacts> = {}) => guessTitle(path, { ...nothingKnown, ...facts });

describe('a title is the name of the file without', () => {
  test.each([
    ['its ending', 'DBMS 2079.pdf', 'DBMS 2079'],
    ['its ending in capitals', 'DBMS NOTES 2079 Upd@ted!!.PDF', 'DBMS NOTES 2079 Upd@ted!!'],
    ['two endings', 'DBMS 2079.pdf.pdf', 'DBMS 2079'],
    ['the endings of what it was made from', 'DBMS 2079.docx.pdf', 'DBMS 2079'],
    ['an ending before the number of a copy', 'DBMS 2079.pdf (1)', 'DBMS 2079'],
    ['the number of a copy', 'DBMS 2079 (1).pdf', 'DBMS 2079'],
    ['the numbers of copies of copies', 'DBMS 2079 (1) (1).pdf', 'DBMS 2079'],
    ['Copy of', 'Copy of Copy of DBMS 2079.pdf', 'DBMS 2079'],
    ['- Copy', 'DBMS 2079 - Copy.pdf', 'DBMS 2079'],
    ['- Copy with a number', 'DBMS 2079 - Copy (2).pdf', 'DBMS 2079'],
    ['_copy', 'DBMS 2079_copy.pdf', 'DBMS 2079'],
    ['a copy of macOS', 'DBMS 2079 copy 2.pdf', 'DBMS 2079'],
    ['a copy of Linux', 'DBMS 2079 (another copy).pdf', 'DBMS 2079'],
    ['a copy in other languages', 'DBMS 2079 - Kopie.pdf', 'DBMS 2079'],
    ['percent-encoding', 'Data%20Structures%202079.pdf', 'Data Structures 2079'],
    ['percent-encoding of UTF-8', '%E0%A4%A8%E0%A5%87%E0%A4%AA%E0%A4%BE%E0%A4%B2%E0%A5%80%202079.pdf', 'नेपाली 2079'],
    ['percent-encoding of percent-encoding', 'Data%2520Structures%2520%282079%29.pdf', 'Data Structures (2079)'],
    ['percent-encoded brackets of a copy', 'Data%20Structures%20%281%29.pdf', 'Data Structures'],
    ['plus signs for spaces', 'Operating+Systems+2078.pdf', 'Operating Systems 2078'],
    ['plus signs for spaces, not those that are encoded', 'C%2B%2B+lecture+notes.pdf', 'C++ lecture notes'],
    ['underscores', 'Operating_Systems__2078.pdf', 'Operating Systems 2078'],
    ['a site before it', '[TUSolutions.com] DBMS 2079.pdf', 'DBMS 2079'],
    ['a site after it', 'DBMS 2079 (www.example.com).pdf', 'DBMS 2079'],
    ['a site without brackets', 'DBMS 2079 - www.example.com.pdf', 'DBMS 2079'],
    ['a site after an underscore', 'DBMS_2079_csit-example.com.np.pdf', 'DBMS 2079'],
    ['a site as an address', 'DBMS 2079 [https%3A%2F%2Fexample.org%2Fnotes].pdf', 'DBMS 2079'],
    ['the site of a printed page', 'Gradient descent - Wikipedia, the free encyclopedia.pdf', 'Gradient descent'],
    ['where it was downloaded', 'DBMS 2079 (downloaded from example.com).pdf', 'DBMS 2079'],
    ['the name of a scanner', 'CamScanner DBMS 2078.pdf', 'DBMS 2078'],
    ['the name and the time of a scanner', 'CamScanner 02-03-2024 17.06 DBMS.pdf', 'DBMS'],
    ['the folders', 'CSIT/4th Sem\\DBMS/Unit 1.pdf', 'Unit 1'],
  ])('%s', (_what, path, title) => {
    expect(titleOf(path)).toBe(title);
  });
});

test.each([
  'C++ 11 tutorial',
  'C++',
  'B+ tree',
  'A+B',
  'APP',
  '100% attendance rules',
  '100%attendance',
  '50%dedicated',
  '8086 Microprocessor notes',
  'Basics of 3D Printing',
  'IS 456 2000 code of practice',
  'Mathematics II',
  'Unit 10',
  'Unit 2.3 notes',
  'v1.2 notes',
  'ASP.NET notes',
  'Notes on ASP.NET',
  'Web technology [ASP.NET]',
  'Node.js',
  'Case study of amazon.com',
  'Fair copy',
  'DBMS (2079)',
  'Physics [handwritten]',
  'DBMS scanned 2078',
  'DBMS Final Exam 12 Mar 2024',
  'Microsoft Office',
  'March 2024',
  'नेपाली प्रश्नपत्र',
])('%s is a title as it is', (name) => {
  expect(titleOf(`${name}.pdf`, { subject: 'Operating Systems', yearBs: 2079 })).toBe(name);
});

const silent = [
  'CamScanner 02-03-2024 17.06',
  'CamScanner 02-03-2024 17.06 (1)',
  'DocScanner 02-Mar-2024 5-06 pm',
  'New Doc 2024-03-02 10.11.12',
  '2024_03_02 10_11 Office Lens',
  'Document 12 Mar 2024',
  'Doc Mar 02 2024',
  'Kaagaz 02 Mar 2024',
  'TapScanner 02-03-2024-17_06',
  'Adobe Scan 02-Mar-2024',
  'Adobe Scan Mar 02, 2024 (2)',
  'Microsoft Lens 02_03_2024',
  'Scanned_20240302-1011',
  'Scanned Document',
  'Scan0012',
  'SCAN_20240302_101112',
  'IMG_20240302_101112',
  'IMG-20240302-WA0012',
  'PXL_20240302_101112345',
  'DSC_0123',
  '20180507_213134',
  'WhatsApp Image 2024-03-02 at 10.11.12 AM',
  'WhatsApp Scan 2024-03-02 at 10.11.12',
  'Screenshot_20240302-101112',
  'NewDocument 3',
  'document(12)',
  'untitled',
  '12345678',
  '3f2b8c1e-77aa-4c0e-9d55-0b1a2c3d4e5f',
  'APznzaYq4kT0bW9sXhd82LmQe7Rv1uJcN5oZi3',
];

test.each(silent)('%s is generic, so the title is the subject with the year of the exam', (name) => {
  const facts = { subject: 'Operating Systems', year: 2022, yearBs: 2079, kind: 'paper' } as const;
  expect(titleOf(`CSIT/4th Sem/DBMS/${name}.pdf`, facts)).toBe('Operating Systems 2079 BS');
  expect(titleOf(`${name}.pdf`, { ...facts, yearBs: null })).toBe('Operating Systems 2022');
  expect(titleOf(`${name}.pdf`, { subject: 'Operating Systems' })).toBe('Operating Systems');
});

test('a generic name is the title if no subject is known', () => {
  expect(titleOf('scan0012.pdf')).toBe('scan0012');
  expect(titleOf('Document 12 Mar 2024.pdf')).toBe('Document 12 Mar 2024');
});

test('the title of a scanned note names the topic of its folder', () => {
  const note = { subject: 'Database Management System', kind: 'note' } as const;
  expect(titleOf('CSIT/DBMS/Unit 3 Transactions/CamScanner 02-03-2024 17.06.pdf', note)).toBe(
    'Database Management System Unit 3 Transactions',
  );
  expect(titleOf('CSIT/DBMS/Normalization/IMG_20240302_101112.pdf', note)).toBe(
    'Database Management System Normalization',
  );
  expect(titleOf('CSIT/4th Sem/DBMS/Notes/CamScanner 02-03-2024 17.06.pdf', note)).toBe('Database Management System');
  expect(titleOf('CSIT/4th Sem/CamScanner 02-03-2024 17.06.pdf', note)).toBe('Database Management System');
  expect(titleOf('CSIT/DBMS/Unit 3/scan.pdf', { ...note, kind: 'paper', yearBs: 2079 })).toBe(
    'Database Management System 2079 BS',
  );
});

test('a title is one line of visible characters, within the length limit and never empty', () => {
  expect(titleOf(`${'long '.repeat(80)}.pdf`).length).toBeLessThanOrEqual(255);
  expect(titleOf(`${'1 '.repeat(400)}x.pdf`).length).toBeLessThanOrEqual(255);
  expect(titleOf('Data%00%0AStructures\u202e.pdf')).toBe('Data Structures');
  expect(titleOf('%ff%fe notes.pdf')).toBe('%ff%fe notes');
  expect(titleOf('.pdf')).toBe('.pdf');
  expect(titleOf('www.example.com.pdf')).toBe('www.example.com.pdf');
  expect(titleOf('')).toBe('Untitled');
  expect(titleOf('(1).pdf')).toBe('(1).pdf');
});

test('a hostile name gets a title quickly', () => {
  for (const piece of [
    '(1)',
    '%',
    '%20',
    '+a',
    '.pdf',
    '[a.com]',
    ' - Copy',
    'Copy of ',
    '1 Mar 2024 ',
    'a.a.',
    ' scan',
    '- ',
  ])
    expect(titleOf(`${piece.repeat(5000)}.pdf`, { subject: 'OS' })).not.toBe('');
});
