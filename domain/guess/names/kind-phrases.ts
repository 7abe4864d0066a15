import type { MaterialKind } from '#domain/material.ts';

/**
 * Phrases that indicate the kind, with their confidence. A longer phrase counts in place of the words in it: "important
 * questions" are for revision.
 */
export const namePhrases: Record<MaterialKind, readonly (readonly [number, string])[]> = {
  paper: [
    [0.96, 'question paper, question papers, past paper, past papers'],
    [0.95, 'past question, past questions, board question, board questions, board exam, प्रश्नपत्र'],
    [0.94, 'old question, old questions, model question, model questions, pyq, pyqs'],
    [0.93, 'pre board, preboard, qp'],
    [0.92, 'model qn, model set, mid term, midterm'],
    [0.93, 'question collection, questions collection, questions, qustions, quesitons, questons, quetions'],
    [0.9, 'exam, question, qustion, quesiton, quetion, प्रश्न'],
    [0.88, 'examination, board'],
    [0.85, 'ques, paper, papers, परीक्षा, prashna'],
    [0.8, 'qn, qus, qs, qsn, terminal'],
    [0.75, 'qns'],
    [0.7, 'assessment'],
    [0.6, 'question bank'],
  ],
  note: [
    [0.96, 'lecture notes, class notes'],
    [0.95, 'note, notes, नोट, नोटहरू'],
    [
      0.95,
      'lab, labs, lab sheet, lab sheets, labsheet, labsheets, lab report, lab reports, lab work, lab works, lab manual',
    ],
    [
      0.93,
      'handout, handouts, lecture, lectures, presentation, presentations, syllabus, course outline, lecture slides',
    ],
    [
      0.92,
      'slide, slides, assignment, assignments, homework, practical, practicals, practical works, case study, tutorial, tutorials',
    ],
    [0.91, 'handwritten, ppt, pptx, chapter, chapters, chap, unit, units, lec, lect, lesson, module, एकाइ'],
    [0.85, 'ch, experiment, experiments, topic, topics, report, curriculum'],
    [0.75, 'week, seminar'],
  ],
  revision: [
    [0.97, 'quick revision'],
    [0.96, 'revision'],
    [0.95, 'important question, important questions, imp question, imp questions, imp qus, imp qs, imp qn, imp qns'],
    [
      0.93,
      'important topics, guess question, guess questions, guess paper, question solution, questions solution, question paper solution, solved question, solved question paper, solved questions, solved paper',
    ],
    [0.92, 'solution, solutions, solved, cheat sheet, cheatsheet, formula sheet, last minute'],
    [0.9, 'answer key'],
    [0.88, 'imp'],
    [0.85, 'important'],
    [0.8, 'solution manual, answer, answers'],
    [0.75, 'mcq, mcqs, viva'],
    [0.7, 'summary'],
  ],
  book: [
    [0.97, 'isbn'],
    [0.96, 'textbook, text book, reference book'],
    [0.95, 'edition, ebook'],
    [0.92, 'book'],
    [0.9, 'edn, पुस्तक'],
    [0.88, 'books'],
    [0.85, 'publishers, pustak'],
    [0.8, 'publication, publications'],
  ],
};

/**
 * Phrases at the head of papers, and phrases of books and notes. Hardly anything else on a first page shows the kind: notes
 * contain summaries and solutions, and leaflets reserve rights as well.
 */
export const headPhrases: Record<MaterialKind, readonly (readonly [number, string])[]> = {
  paper: [
    [0.95, 'full marks, pass marks, maximum marks, max marks, candidates are required, पूर्णाङ्क, उत्तीर्णाङ्क'],
    [0.9, 'total marks, attempt any, attempt all, time 3 hours, time 3 hrs'],
    [0.8, 'question paper'],
  ],
  note: [
    [0.9, 'lab sheet, lab report, lab manual, lab no, lecture notes, lecture note'],
    [0.85, 'lecture, assignment, submitted by, submitted to, presented by'],
    [0.75, 'prepared by, compiled by, tutorial, handout'],
    [0.6, 'unit, chapter'],
  ],
  revision: [
    [0.9, 'important questions, cheat sheet, cheatsheet'],
    [0.85, 'answer key'],
  ],
  book: [
    [0.97, 'library of congress'],
    [0.95, 'isbn'],
    [0.6, 'edition'],
  ],
};
