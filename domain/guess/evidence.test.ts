import { describe, expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { collectEvidence, signalsOf } from './collect-evidence.ts';
import { noDrive, sumUpDrive, type DriveEvidence } from './drive-evidence.ts';
import { guessPlace } from './guess-place.ts';
import { prepareGuessing } from './prepare-guessing.ts';
import { resolveFields } from './resolve-fields.ts';

const catalogue = parseCatalogue(tribhuvan);
const guessing = prepareGuessing(catalogue, 2026);

type Source = { text?: string; pages?: number; drive?: DriveEvidence };

const guess = (path: string, { text, pages, drive = noDrive }: Source = {}) =>
  guessPlace({ path, firstPage: text ?? null, pageCount: pages ?? null }, guessing, {}, drive);

function resolve(path: string, source?: Source) {
  return resolveFields({ path, manual: {}, inherited: {}, guess: guess(path, source) }, catalogue);
}

const isReady = (path: string, source?: Source) => resolve(path, source).doubtful.length === 0;

const head = 'Tribhuvan University\nInstitute of Science and Technology\nBachelor Level / Science\nFull Marks: 60\n';

describe('a place is sure only with evidence', () => {
  test('of a named programme, which a similar subject name completes', () => {
    expect(isReady('CSIT/4th Semester/Operating Systems/notes.pdf')).toBe(true);
    const { fields, doubtful } = resolve('Papers/Theory of Computation/notes 2079.pdf');
    expect([fields.facultyId.value, fields.subject.value]).toEqual(['csit', 'Theory of Computation']);
    expect(doubtful).toEqual(expect.arrayContaining(['facultyId', 'semesterId', 'subject']));
    expect(
      isReady('Papers/calculus/past paper/2020 - Final - Fall.pdf', {
        text: 'Final Examination Fall 2020\nTotal marks 100',
      }),
    ).toBe(false);
  });

  test('of its university, or of a code of the catalogue next to its subject', () => {
    expect(isReady('Papers/question 2079.pdf', { text: `${head}CSC262 Theory of Computation` })).toBe(true);
    expect(isReady('Papers/question 2079.pdf', { text: 'CSC262 Theory of Computation\nFull Marks: 60' })).toBe(true);
    // The same code at another university.
    expect(isReady('Papers/CSC262 notes.pdf', { text: 'CSC262 Compilers and interpreters' })).toBe(false);
  });

  test('not of the name of a field or a department', () => {
    const text = 'Department of Electrical Engineering\nElectric Circuit Theory';
    expect(isReady('Electrical Engineering/Electric Circuit Theory/notes.pdf')).toBe(false);
    expect(isReady('Papers/Electric Circuit Theory/notes.pdf', { text })).toBe(false);
  });

  test('not of the letters of a worldwide degree, unless names, page or drive name the university', () => {
    const path = 'BCA/4th Semester/Operating System/notes.pdf';
    expect(resolve(path).fields.subject.value).toBe('Operating System');
    expect(isReady(path)).toBe(false);
    expect(isReady(`TU notes/${path}`)).toBe(true);
    expect(isReady(path, { text: 'Tribhuvan University\nOperating System' })).toBe(true);
    expect(isReady(path, { drive: { own: ['bca'], foreign: {} } })).toBe(true);
    expect(isReady(`PU notes/${path}`)).toBe(false);
  });

  test('a correction of the faculty by a person counts as evidence', () => {
    const known = guessPlace({ path: 'DBMS notes.pdf', firstPage: null }, guessing, { facultyId: 'csit' });
    expect(known.subject).toMatchObject({ value: 'Database Management System' });
    expect(known.subject.confidence).toBeGreaterThanOrEqual(0.9);
  });

  test.each([
    ['CSIT/THIRD_SEMESTER/Computer Architecture/CA,Chapter 5.pdf', '3'],
    ['CSIT/FIFTH_SEMESTER/Artificial Intelligence/lab7.pdf', '4'],
  ])('a term that a person confirms takes nothing from its programme and subject: %s', (path, semesterId) => {
    const source = { path, firstPage: null };
    const unaided = guessPlace(source, guessing);
    const known = guessPlace(source, guessing, { semesterId });
    for (const field of ['facultyId', 'subject'] as const)
      expect([field, known[field].value, known[field].confidence >= 0.9]).toEqual([field, unaided[field].value, true]);
  });

  test('a term that contradicts every guess does not change the programme', () => {
    const path = 'CSIT/THIRD_SEMESTER/Computer Architecture/CA,Chapter 5.pdf';
    expect(guessPlace({ path, firstPage: null }, guessing, { semesterId: '4' }).facultyId.value).toBe('csit');
  });
});

describe('another university, programme or pattern of codes makes every place doubtful', () => {
  const place = 'CSIT/4th Semester/Operating Systems/notes.pdf';

  test('in the path, with any separation of words', () => {
    for (const folder of [
      'Pokhara University',
      'Pokhara-University-CSIT',
      'pokhara_university',
      'PokharaUniversity',
      'PAST-PAPERS-NED-UNIVERSITY-',
      'NEDUniversity',
      'University of Westminster',
      'Universität Karlsruhe',
      'Universidade Federal do Rio',
      '重庆邮电大学',
      'पोखरा विश्वविद्यालय',
    ])
      expect([folder, isReady(`${folder}/${place}`)]).toEqual([folder, false]);
    for (const folder of [
      'Tribhuvan University',
      'Tribhuwan-University',
      'त्रिभुवन विश्वविद्यालय',
      'University notes',
      'Cambridge University Press',
    ])
      expect([folder, isReady(`${folder}/${place}`)]).toEqual([folder, true]);
    expect(guess(`Pokhara-University/${place}`).against).toEqual(['folder “Pokhara University”']);
  });

  test('on the page, at its head or below it', () => {
    expect(isReady(place, { text: 'POKHARA UNIVERSITY\nLevel: Bachelor' })).toBe(false);
    expect(isReady(place, { text: `${'Deadlock and its conditions.\n'.repeat(120)}University of Minnesota` })).toBe(
      false,
    );
    expect(isReady(place, { text: 'At university one learns it. The university library has it.' })).toBe(true);
  });

  test('a university far down a long page is ignored', () => {
    expect(isReady(place, { text: `${'Deadlock and its conditions.\n'.repeat(400)}University of Minnesota` })).toBe(
      true,
    );
  });

  test('in codes that no subject of the programme can have, and not in those of a former curriculum', () => {
    for (const text of [
      '18CSC205J Operating Systems',
      'CT-376 Operating Systems',
      'CSC 2210 Operating Systems',
      '5COSC002W',
    ])
      expect([text, isReady(place, { text })]).toEqual([text, false]);
    expect(isReady('CSIT/4th Semester/Operating Systems/cse473-lecture.pdf')).toBe(false);
    for (const text of ['CSC 203 Operating Systems', 'OS 2009', 'FEB-2014', 'ISO 9001', 'Lab 101'])
      expect([text, isReady(place, { text })]).toEqual([text, true]);
  });

  test('in names of programmes that are not in the catalogue', () => {
    for (const folder of ['MSc CSIT', 'BE Computer', 'Class 12', 'B.Tech'])
      expect([folder, isReady(`${folder}/4th Semester/Operating Systems/notes.pdf`)]).toEqual([folder, false]);
  });

  test('in most other files of the drive', () => {
    const foreign: DriveEvidence = { own: [], foreign: { csit: 'ned' } };
    expect(isReady(place, { drive: foreign })).toBe(false);
    expect(guess(place, { drive: foreign }).against).toEqual(['other files of this folder: “ned”']);
    expect(isReady(place, { drive: { own: [], foreign: { bca: 'tribhuvan' } } })).toBe(true);
  });
});

describe('a drive', () => {
  const signals = (pages: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const [index, firstPage] of pages.entries())
      for (const signal of signalsOf(collectEvidence({ path: `x/CSIT/${index}.pdf`, firstPage }, guessing), guessing))
        counts.set(signal, (counts.get(signal) ?? 0) + 1);
    return [...counts].map(([signal, files]) => ({ signal, files }));
  };
  const sumUp = (pages: readonly string[]) => sumUpDrive(signals(pages), guessing);

  test('is foreign if more of its files, and at least two, name another university than ours', () => {
    expect(sumUp(['NED University', 'NED University']).foreign['csit']).toBe('ned');
    expect(sumUp(['NED University']).foreign['csit']).toBeUndefined();
    expect(sumUp(['NED University', 'Stanford University']).foreign['csit']).toBeUndefined();
    const mixed = sumUp(['NED University', 'NED University', 'Tribhuvan University', 'Tribhuwan University']);
    expect(mixed.foreign['csit']).toBeUndefined();
    expect(mixed.own).toContain('csit');
    expect(mixed.own).not.toContain('bpharm');
  });

  test('is foreign if two courses have codes that the programme cannot have, but not if one has', () => {
    expect(sumUp(['18CSC205J', '18CSC207J']).foreign['csit']).toBe('18CSC205J');
    expect(sumUp(['18CSC205J', '18CSC205J']).foreign['csit']).toBeUndefined();
    // Two codes on one page are of one file, which may come from elsewhere.
    expect(sumUp(['QUEUE 988\nSEIZE 501']).foreign['csit']).toBeUndefined();
  });

  test('supports a programme if a file has one of its codes next to the subject', () => {
    expect(sumUp(['CACS251 Operating System']).own).toEqual(['bca']);
    expect(sumUp(['CACS251']).own).toEqual([]);
    const elsewhere = 'Purbanchal University\nCACS251 Operating System';
    expect(sumUp([elsewhere, elsewhere]).own).not.toContain('bca');
    expect(sumUp([elsewhere, elsewhere]).foreign['bca']).toBe('purbanchal');
  });

  test('has the same evidence in any order of its files', () => {
    const pages = ['NED University', 'Tribhuvan University', '18CSC205J', 'NED University', 'CS-331', '18CSC207J'];
    expect(sumUp(pages.toReversed())).toEqual(sumUp(pages));
  });
});

describe('words of other languages and of running text', () => {
  test('do not count as abbreviations or beginnings of subject names', () => {
    const text = 'Der korrekte Umgang mit Einheiten\nDie Messung ist gut. Man kann es so sehen.';
    const { facultyId, subject } = guess('Semester 4/Labor/Anleitung Lab 1.pdf', { text });
    expect([facultyId.value, subject.value]).toEqual([null, null]);
    expect(
      guess('CSIT/x.pdf', { text: 'It was as if the OS had been asked for more memory than it ever had' }).subject
        .value,
    ).toBeNull();
    expect(guess('CSIT/x.pdf', { text: 'OS' }).subject.value).toBe('Operating Systems');
    expect(
      guess('CSIT/x.pdf', { text: 'The basics of the operating system (OS) are explained here for all of us' }).subject
        .value,
    ).toBe('Operating Systems');
  });

  test('a semester is not a year of a programme with years', () => {
    expect(guess('MBBS/Semester 4/x.pdf').semesterId.value).toBeNull();
    expect(guess('MBBS/4th year/x.pdf').semesterId.value).toBe('4');
  });
});

describe('a subject that the curriculum moved', () => {
  test('stays in the programme and subject of its folders, in the term of the catalogue, which is doubtful', () => {
    for (const [path, subject, term] of [
      ['CSIT/3rd Semester/Operating System/unit 2.pdf', 'Operating Systems', '4'],
      ['CSIT/4th Semester/COMPUTER GRAPHICS/NOTES/Unit 1.pdf', 'Computer Graphics', '3'],
      ['CSIT/3rd Semester/Object Oriented Programming/C++ lab.pdf', 'Object Oriented Programming', '2'],
    ] as const) {
      const { fields, doubtful } = resolve(path);
      expect([path, fields.facultyId.value, fields.subject.value, fields.semesterId.value]).toEqual([
        path,
        'csit',
        subject,
        term,
      ]);
      expect([path, doubtful]).toEqual([path, ['semesterId']]);
    }
    expect(guess('CSIT/3rd Semester/Operating System/unit 2.pdf').against).toEqual(['folder “3rd Semester”']);
  });

  test('is not doubtful if two of folders, name and page name it', () => {
    expect(isReady('CSIT/3rd Semester/Operating System/OS unit 2.pdf')).toBe(true);
    expect(isReady('CSIT/3rd Semester/OS/unit 2.pdf', { text: 'Operating System Concepts' })).toBe(true);
    // Two folders must use different words, because archives are unpacked into a folder of the same name.
    expect(isReady('CSIT/3rd Semester/OS/Operating System/unit 2.pdf')).toBe(true);
    expect(isReady('CSIT/3rd Semester/Operating System/Operating system/unit 2.pdf')).toBe(false);
  });

  test('is never one of another programme', () => {
    const { facultyId, subject } = guess('BCA/Sem 4/Theory of Computation.pdf');
    expect([facultyId.value, subject.value]).toEqual(['bca', null]);
  });
});

describe('abbreviations of folders', () => {
  test('count if one subject of the named programme fits', () => {
    const subjectOf = (path: string) => guess(path).subject;
    for (const [folder, name] of [
      ['NN', 'Neural Networks'],
      ['EG', 'E-Governance'],
      ['COA', 'Computer Architecture'],
      ['DBA', 'Database Administration'],
      ['ADBMS', 'Advanced Database'],
    ] as const) {
      const { value, confidence } = subjectOf(`CSIT/${folder}/unit 1.pdf`);
      expect([folder, value, confidence >= 0.9]).toEqual([folder, name, true]);
    }
    expect(subjectOf('NN/unit 1.pdf').confidence).toBeLessThan(0.9);
  });

  test('a short form of a subject is a topic next to other words', () => {
    expect(isReady('CSIT/Database/notes.pdf')).toBe(true);
    const text =
      'Database Connectivity\nA program reaches its records over a driver, and asks in a language of queries.';
    expect(isReady('CSIT notes/Unit 4 - Database Connectivity.pdf', { text: text.repeat(4), pages: 12 })).toBe(false);
  });

  test('an advanced course is a different subject than its basic course', () => {
    expect(isReady('CSIT/Advanced DBMS/notes.pdf')).toBe(false);
    expect(isReady('CSIT/Advanced Operating System/notes.pdf')).toBe(false);
  });
});

describe('a subject that only the first page names', () => {
  const text = `${head}Operating Systems (CSC264)\nAttempt all questions.`;

  test('is the subject of a paper, and may be one of many in a longer file', () => {
    expect(isReady('CSIT/4th Semester/question 2079.pdf', { text, pages: 2 })).toBe(true);
    expect(resolve('CSIT/4th Semester/questions 2079.pdf', { text, pages: 30 }).doubtful).toEqual(['subject']);
  });

  test('is the first course of an outline of all courses of a term', () => {
    const outline = 'Course Title: Operating Systems\nCredit Hours: 3\nCourse Contents';
    expect(resolve('CSIT/4th Semester/syllabus.pdf', { text: outline, pages: 6 }).doubtful).toEqual(['subject']);
    expect(isReady('CSIT/4th Semester/OS syllabus.pdf', { text: outline, pages: 6 })).toBe(true);
  });
});

describe('kinds by the content of the page', () => {
  const place = 'CSIT/4th Semester/Operating Systems/Process Management.pdf';
  const prose =
    'Process management\nA process is a program in execution. It needs time of the processor, memory and files.\n'.repeat(
      4,
    );

  test('prose of several pages, and slides, are notes; one page may be anything', () => {
    expect(resolve(place, { text: prose, pages: 6 })).toMatchObject({
      doubtful: [],
      fields: { kind: { value: 'note' } },
    });
    expect(isReady(place, { text: 'Deadlock\nConditions of a deadlock', pages: 20 })).toBe(true);
    expect(isReady(place, { text: prose, pages: 1 })).toBe(false);
    expect(isReady(place, { text: prose, pages: 500 })).toBe(false);
    expect(isReady('CSIT/4th Semester/OS/Notes/Process Management.pdf', { text: prose, pages: 500 })).toBe(false);
    expect(isReady('CSIT/4th Semester/OS/OS notes.pdf', { text: prose, pages: 500 })).toBe(true);
  });

  test('a page with marks, time and questions is not a note', () => {
    for (const text of ['Full Marks: 60\n', 'Time: 3 hours\n', 'Attempt any five\n'])
      expect([text, guess(place, { text: text + prose, pages: 3 }).kind.value === 'note']).toEqual([text, false]);
    const questions =
      '1. Define a process.\n2. What is a thread?\n3. Explain deadlock.\n4. Why is paging used?\n5. List the states.';
    expect(guess(place, { text: `${questions}\n${prose}`, pages: 3 }).kind.value).toBeNull();
  });

  test('an outline of a course is never a paper, although it names marks', () => {
    const text =
      'Course Title: Operating Systems\nFull Marks: 60 + 20 + 20\nPass Marks: 24\nCredit Hrs: 3\nCourse Contents\nUnit 1';
    expect(resolve('CSIT/4th Semester/Operating Systems/SYLLABUS/os.pdf', { text, pages: 4 })).toMatchObject({
      doubtful: [],
      fields: { kind: { value: 'note' } },
    });
    expect(guess('CSIT/4th Semester/Operating Systems/os.pdf', { text, pages: 4 }).kind.value).toBe('note');
    expect(guess('CSIT/4th Semester/OS/questions/os.pdf', { text, pages: 4 }).kind.confidence).toBeLessThan(0.9);
  });

  test('the cover of a lab report is not ready to publish', () => {
    for (const name of ['Front Page', 'cover-page', 'oop-front', 'Lab 3 FrontPage'])
      expect([name, isReady(`CSIT/4th Semester/Operating Systems/Lab/${name}.pdf`)]).toEqual([name, false]);
    expect(isReady('CSIT/4th Semester/Operating Systems/Lab/frontier algorithms lab.pdf')).toBe(true);
  });

  test('lab sheets, assignments and presentations are recognised as notes by their names', () => {
    for (const name of ['Lab sheet 3', 'assignment-2', 'presentation', 'labsheets/3', 'OS practical', 'tutorial 4'])
      expect([name, isReady(`CSIT/4th Semester/Operating Systems/${name}.pdf`)]).toEqual([name, true]);
  });

  test('a summary and a solution within running text are not evidence', () => {
    const text = `${prose}Summary\nThe solution is to wait. This is the summary of the solution.`;
    expect(guess(place, { text, pages: 6 }).kind).toMatchObject({ value: 'note' });
  });

  test('reserved rights do not make a file a book, but doubtful', () => {
    const text = `Copyright 1997 A. Author. All rights reserved.\n${prose}`;
    const { fields, doubtful } = resolve(place, { text, pages: 6 });
    expect([fields.kind.value, doubtful]).toEqual(['note', ['rights']]);
    const answered = resolveFields(
      { path: place, manual: { mayPublish: true }, inherited: {}, guess: guess(place, { text, pages: 6 }) },
      catalogue,
    );
    expect(answered.doubtful).toEqual([]);
  });

  test('a paper in HTML with a complete path is ready', () => {
    const path = 'CSIT/4th Semester/Operating Systems/Question Papers/OS 2024.html';
    expect(isReady(path, { text: 'Operating Systems\n1. What is a process?' })).toBe(true);
  });
});

describe('years', () => {
  const yearOf = (name: string, text?: string) => {
    const { value, bs, confidence } = guess(`CSIT/OS/questions/${name}`, text === undefined ? {} : { text }).year;
    return [value, bs, confidence >= 0.9];
  };

  test('of Bikram Sambat are enough for a paper to be ready', () => {
    const text = `${head}2079\nOperating Systems (CSC264)`;
    expect(resolve('CSIT/4th Semester/Question Papers/Operating Systems 2079.pdf', { text })).toMatchObject({
      doubtful: [],
      fields: { year: { value: 2022, bs: 2079 } },
    });
  });

  test('are not the dates on which a scanner, a camera or a chat made the file', () => {
    for (const name of [
      'DocScanner 02-Mar-2024 5-06 pm.pdf',
      '2024_03_02 10_11 Office Lens.pdf',
      'Document 12 Mar 2024.pdf',
      'Doc Mar 02 2024.pdf',
      'New Doc 2024-03-02 10.11.12.pdf',
      'CamScanner 02-03-2024 17.06.pdf',
      'TapScanner 02-03-2024-17_06.pdf',
      'Kaagaz 02 Mar 2024.pdf',
      'IMG_20150608.pdf',
      '20180507_213134.pdf',
      'WhatsApp Image 2024-03-02 at 10.11.12 AM.pdf',
      'Scan 2079-01-02.pdf',
    ])
      expect([name, yearOf(name)[0]]).toEqual([name, null]);
    expect(yearOf('CamScanner DBMS 2078.pdf')).toEqual([2021, 2078, true]);
    expect(yearOf('DBMS scanned 2078.pdf')).toEqual([2021, 2078, true]);
    expect(yearOf('DBMS Final Exam 12 Mar 2024.pdf').slice(0, 2)).toEqual([2024, null]);
  });

  test('the number of a set is not a month, and a year in the name outweighs the date of an exam', () => {
    expect(yearOf('DBMS 2079-1.pdf')).toEqual([2022, 2079, true]);
    expect(yearOf('DBMS 2079-12.pdf')).toEqual([2023, 2079, true]);
    expect(yearOf('x.pdf', 'Winter Examination-2023\nDate: 02/01/2024').slice(0, 2)).toEqual([2023, null]);
  });

  test('of half-years and academic years are recognised', () => {
    expect(yearOf('WS17-18.pdf')[0]).toBe(2017);
    expect(yearOf('SS 2015.pdf')[0]).toBe(2015);
    expect(yearOf('WiSe 16 17.pdf')[0]).toBe(2016);
    expect(yearOf('P2 - 2021.2.pdf')[0]).toBe(2021);
    expect(yearOf('exam 13-14.pdf')[0]).toBe(2013);
    expect(yearOf('chapter 13-14.pdf')[0]).toBeNull();
  });

  test('in the name of a collection are ignored', () => {
    for (const name of [
      'questions 2019 to 2023.pdf',
      'OS 2070-2078.pdf',
      '2075, 2076, 2077.pdf',
      'old questions 2068-75.pdf',
    ])
      expect([name, yearOf(name)[0]]).toEqual([name, null]);
    expect(yearOf('question 2079-80.pdf').slice(0, 2)).toEqual([2022, 2079]);
  });

  test('that are doubtful are left out if the kind needs none', () => {
    const text = 'Operating System\nConcepts\n(CSC 514)-2008\n';
    const { fields, doubtful } = resolve('CSIT/4th Semester/Operating Systems/unit 1.pdf', { text, pages: 20 });
    expect([fields.kind.value, fields.year.value, doubtful]).toEqual(['note', null, []]);
  });
});
