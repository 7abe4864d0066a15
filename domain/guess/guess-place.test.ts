import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import tribhuvan from '#catalogue/tribhuvan.json' with { type: 'json' };
import { isSameTime } from '#domain/calendar.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { guessPlace } from './guess-place.ts';
import { prepareGuessing } from './prepare-guessing.ts';

const guessing = prepareGuessing(parseCatalogue(tribhuvan), 2026);
const guess = (path: string, firstPage: string | null = null) => guessPlace({ path, firstPage }, guessing);
const subjectOf = (path: string) => guess(path).subject.value;

describe('subjects', () => {
  test('codes are recognised with a hyphen, a space or neither, in any case, and are sure only next to a year of Bikram Sambat', () => {
    for (const code of ['CSC-211', 'CSC 211', 'csc211', 'CSC_211', 'CSC-206', 'csc206']) {
      const { facultyId, semesterId, subject } = guess(`${code} 2079.pdf`);
      expect([facultyId.value, semesterId.value, subject.value]).toEqual([
        'csit',
        '3',
        'Data Structures and Algorithms',
      ]);
      expect(subject.confidence).toBeGreaterThanOrEqual(0.9);
    }
    expect(guess('CSC211 new.pdf').subject.confidence).toBeLessThan(0.9);
  });

  test('abbreviations, omitted words, other spellings and misspellings are recognised within a programme', () => {
    expect(subjectOf('CSIT/Sem 3/DSA.pdf')).toBe('Data Structures and Algorithms');
    expect(subjectOf('CSIT/Data Struct & Algo.pdf')).toBe('Data Structures and Algorithms');
    expect(subjectOf('CSIT/C Prog..pdf')).toBe('C Programming');
    expect(subjectOf('CSIT/Dbms.pdf')).toBe('Database Management System');
    expect(subjectOf('CSIT/D.B.M.S..pdf')).toBe('Database Management System');
    expect(subjectOf('CSIT/Data Base Management.pdf')).toBe('Database Management System');
    expect(subjectOf('BBA/Organisational Behaviour.pdf')).toBe('Organizational Behavior');
    expect(subjectOf('CSIT/Thoery of Computaton.pdf')).toBe('Theory of Computation');
  });

  test('a former name of the catalogue means its subject, unless another one has that name', () => {
    const structure = [
      { id: '1', name: 'Semester 1', subjects: [{ name: 'Biostatistics', formerly: ['Quantitative Ecology'] }] },
      { id: '2', name: 'Semester 2', subjects: [{ name: 'Botany', formerly: ['Zoology'] }] },
      { id: '3', name: 'Semester 3', subjects: [{ name: 'Zoology' }] },
    ];
    const faculty = { id: 'bsc', name: 'BSc Biology', type: 'semester', duration: 8, structure };
    const own = prepareGuessing(parseCatalogue({ faculties: [faculty] }), 2026);
    const place = (file: string) => guessPlace({ path: `BSc Biology/${file}`, firstPage: null }, own);
    expect(place('Quantitative Ecology notes.pdf')).toMatchObject({
      semesterId: { value: '1' },
      subject: { value: 'Biostatistics' },
    });
    expect(place('Zoology notes.pdf').subject.value).toBe('Zoology');
    const facts = { facultyId: 'bsc', subject: 'Quantitative Ecology' };
    expect(guessPlace({ path: 'scan.pdf', firstPage: null }, own, facts).semesterId.value).toBe('1');
  });

  test('the numeral of a name decides the subject, and without it the guess is doubtful', () => {
    expect(subjectOf('CSIT/Maths 2.pdf')).toBe('Mathematics II');
    expect(subjectOf('CSIT/Maths-I.pdf')).toBe('Mathematics I');
    expect(guess('CSIT/Maths.pdf').subject.confidence).toBeLessThan(0.9);
  });

  test('a subject of only one term determines term and faculty, with the catalogue as the reason', () => {
    const { facultyId, semesterId } = guess('Theory of Computation.pdf');
    expect(facultyId).toMatchObject({ value: 'csit', from: ['catalogue: “Theory of Computation”'] });
    expect(semesterId.value).toBe('4');
  });

  test('a subject of several programmes makes none of them sure, and the others are alternatives', () => {
    const { facultyId, subject, alternatives } = guess('DBMS.pdf');
    expect(facultyId.confidence).toBeLessThan(0.9);
    expect(subject.confidence).toBeLessThan(0.9);
    expect(alternatives.map((each) => each.facultyId)).toContain('bca');
  });

  test('the folder of a programme narrows the subjects to its own', () => {
    const { facultyId, subject } = guess('BCA/Microprocessor/unit 1.pdf');
    expect([facultyId.value, subject.value]).toEqual(['bca', 'Microprocessor and Computer Architecture']);
    expect(guess('CSIT/Microprocessor/unit 1.pdf').subject.confidence).toBeGreaterThanOrEqual(0.9);
  });

  test('archives, in archives too, count as folders of their name without its ending', () => {
    const inFolders = guess('drive/CSIT/Sem 3/DSA/2079.pdf');
    expect(inFolders.subject.value).toBe('Data Structures and Algorithms');
    expect(guess('drive.zip/CSIT.rar/Sem 3.tar.gz/DSA.7z/2079.pdf')).toEqual(inFolders);
    expect(guess('drive.tar/CSIT.tgz/Sem 3.zip/DSA.zip/2079.pdf')).toEqual(inFolders);
  });

  test('contradictory evidence is doubtful', () => {
    expect(guess('BCA/Sem 4/Theory of Computation.pdf').subject.confidence).toBeLessThan(0.9);
    expect(guess('BCA/Sem 4/Theory of Computation.pdf').facultyId.value).toBe('bca');
    expect(guess('CSIT/Sem 2/CSC262.pdf').semesterId.confidence).toBeLessThan(0.9);
    expect(guess('CSIT/Operating Systems/Computer Networks.pdf').subject.confidence).toBeLessThan(0.9);
  });

  test('a school or programme that is not in the catalogue is not mistaken for one that is', () => {
    expect(guess('Class 12/Physics/2079 question.pdf').facultyId.confidence).toBeLessThan(0.9);
    expect(guess('MBA/Strategic Management.pdf').subject.confidence).toBeLessThan(0.9);
    expect(guess('BBA/Financial Accounting.pdf', 'POKHARA UNIVERSITY').facultyId.confidence).toBeLessThan(0.9);
  });
});

describe('terms', () => {
  test('are recognised as people write them', () => {
    const termOf = (folder: string) => guess(`${folder}/x.pdf`).semesterId.value;
    for (const folder of ['CSIT/Sem 4', 'CSIT 4th semester', 'CSIT/IV Sem', 'CSIT/Fourth Semester', 'csit4thsem']) {
      expect([folder, termOf(folder)]).toEqual([folder, '4']);
    }
    expect(termOf('सिएसआइटी/चौथो सेमेस्टर')).toBe('4');
    expect(termOf('BE Civil/Second Year First Part')).toBe('3');
    expect(termOf('BE Civil/Second Year/Second Part')).toBe('4');
    expect(termOf('BE Civil/II-II')).toBe('4');
    expect(termOf('MBBS/2nd yr')).toBe('2');
    expect(termOf('MBBS/final year')).toBe('5');
  });
});

describe('kinds', () => {
  test('are recognised by words, and a longer phrase counts in place of its words', () => {
    const kindOf = (name: string) => guess(`CSIT/OS/${name}.pdf`).kind.value;
    expect(['question paper', 'Board exam', 'QP', 'model question', 'PYQ'].map(kindOf)).toEqual(Array(5).fill('paper'));
    expect(['notes', 'Chapter 3', 'unit-1 slides'].map(kindOf)).toEqual(Array(3).fill('note'));
    expect(['important questions', 'question paper solution', 'Revision'].map(kindOf)).toEqual(
      Array(3).fill('revision'),
    );
    expect(['Galvin 9th edition', 'OS book'].map(kindOf)).toEqual(Array(2).fill('book'));
  });

  test('folders with another kind than the name make it doubtful', () => {
    expect(guess('CSIT/Notes/OS question paper.pdf').kind.confidence).toBeLessThan(0.9);
  });
});

describe('years', () => {
  const yearOf = (name: string, firstPage: string | null = null) => {
    const { value, bs } = guess(`CSIT/OS/question ${name}.pdf`, firstPage).year;
    return [value, bs];
  };

  test('are given AD with the year of Bikram Sambat that was written, in any digits', () => {
    expect(yearOf('2022')).toEqual([2022, null]);
    expect(yearOf('2079')).toEqual([2022, 2079]);
    expect(yearOf('२०७९')).toEqual([2022, 2079]);
    expect(yearOf('2079-80')).toEqual([2022, 2079]);
    expect(yearOf('2079/080')).toEqual([2022, 2079]);
    expect(yearOf('079 Magh')).toEqual([2023, 2079]);
  });

  test('of a date of Bikram Sambat are converted by the date; without one they are as sure', () => {
    expect(yearOf('2079-12-05')).toEqual([2023, 2079]);
    expect(yearOf('Chaitra 2079')).toEqual([2023, 2079]);
    expect(yearOf('2079 भदौ')).toEqual([2022, 2079]);
    expect(guess('CSIT/OS/question Chaitra 2079.pdf').year.confidence).toBeGreaterThanOrEqual(0.9);
    expect(guess('CSIT/OS/question 2079.pdf').year.confidence).toBeGreaterThanOrEqual(0.9);
  });

  test('of Bikram Sambat are converted by a month in the next folder or line', () => {
    const yearIn = (path: string, text?: string) => guess(path, text).year;
    expect(yearIn('CSIT/2079/Chaitra/OS.pdf')).toMatchObject({ value: 2023, bs: 2079 });
    expect(yearIn('CSIT/2079/Chaitra/OS question.pdf').confidence).toBeGreaterThanOrEqual(0.9);
    expect(yearIn('CSIT/OS 2079.pdf', 'Tribhuvan University\n2079\nमाघ\nOperating Systems')).toMatchObject({
      value: 2023,
      bs: 2079,
    });
    for (const path of ['Magh/2079/Bhadra/OS question.pdf', 'Chaitra/CSIT/OS question 2079.pdf'])
      expect([path, yearIn(path).value]).toEqual([path, 2022]);
  });

  test('of both calendars that can be the same are one', () => {
    expect(yearOf('2079 (2023)')).toEqual([2023, 2079]);
    expect(guess('CSIT/OS/question 2079 (2023).pdf').year.confidence).toBeGreaterThanOrEqual(0.9);
  });

  test('of printing, of a batch, of a law, of a camera, and numbers of pages are not exam years', () => {
    expect(yearOf('2078 batch')).toEqual([null, null]);
    expect(yearOf('page 2021')).toEqual([null, null]);
    expect(yearOf('printed 2020')).toEqual([null, null]);
    expect(guess('IMG_20220817_091522.pdf').year.value).toBeNull();
    expect(guess('LLB/Labour Act 2074 question.pdf').year.value).toBeNull();
    expect(guess('CSIT/OS/Galvin 9th edition 2012.pdf').year.value).toBeNull();
    expect(guess('MBBS/2nd year/Pathology/question.pdf').year.value).toBeNull();
  });
});

test('a generic name gives no guess', () => {
  for (const path of ['', '/', 'untitled.pdf', 'New folder (2)/document(3).pdf', '🎉.pdf', '12345678.pdf']) {
    const { facultyId, semesterId, subject, kind, year, alternatives, against } = guess(path);
    for (const field of [facultyId, semesterId, subject, kind, year])
      expect(field).toMatchObject({ value: null, confidence: 0, from: [] });
    expect([alternatives, against]).toEqual([[], []]);
  }
});

test('each guess names the folder, name or line it is from', () => {
  const { facultyId, semesterId, subject, kind } = guess('BCA/Sem 4/OS notes.pdf', 'Operating System');
  expect(facultyId.from).toEqual(['folder “BCA”']);
  expect(semesterId.from).toEqual(['folder “Sem 4”']);
  expect(subject.from).toEqual(['first page “Operating System”', 'file “OS notes”']);
  expect(kind.from).toEqual(['file “OS notes”']);
});

describe('hostile input', () => {
  const names = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(...'/ \\ \0 \u202e \ufdfa csc 2079 ०७९ sem I ( . - _ BCA ud\ud800 👩‍👩‍👧 \u0301'.split(' '), ' '),
    ),
    { maxLength: 40 },
  );

  test('guessing never throws, values are in the catalogue, and confidence is from 0 to 1', () => {
    fc.assert(
      fc.property(names, fc.option(names), (path, text) => {
        const found = guess(path.join(''), text?.join('\n') ?? null);
        const { facultyId, semesterId, subject } = found;
        for (const { value, confidence, from } of [facultyId, semesterId, subject, found.kind, found.year]) {
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          expect(value === null).toBe(confidence === 0);
          for (const words of from) expect(words.isWellFormed()).toBe(true);
        }
        expect(isSameTime({ year: found.year.value, yearBs: found.year.bs })).toBe(true);
        const faculty = guessing.faculties.find(({ id }) => id === facultyId.value);
        const term = faculty?.terms.find(({ id }) => id === semesterId.value);
        expect([null, ...(faculty?.terms ?? []).map(({ id }) => id)]).toContain(semesterId.value);
        expect([null, ...(term?.subjects ?? []).map(({ name }) => name)]).toContain(subject.value);
      }),
      { numRuns: 500 },
    );
  });

  test('text beyond the limits of names and pages is not read', () => {
    const pieces = ['a', 'a/', '2079 ', 'csc 1', '\ufdfa', 'I-', 'C. ', '\u202e', 'ग', '👩‍👩‍👧', 'university ', '..', '('];
    for (const piece of pieces) {
      const path = `CSIT/${piece.repeat(10_000)}`;
      const text = `Operating System\n${piece.repeat(1_000_000 / piece.length)}`;
      expect(guess(path.slice(-9000), text)).toEqual(guess(path.slice(-9000), text.slice(0, 8000)));
      expect(guess(`${'x/'.repeat(5000)}CSIT/OS.pdf`).subject.value).toBe('Operating Systems');
    }
  });

  test('the cache of compared words is cleared at a limit', () => {
    for (let index = 0; index < 20_000; index += 1) guessing.known.set(`known ${index}`, []);
    guess('qwxzvkjy.pdf');
    expect(guessing.known.size).toBeLessThan(10);
  });
});
