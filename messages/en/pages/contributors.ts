/** Words of the page of the contributors. */

export const thanks =
  'Every paper here was saved, scanned or typed by someone with exams of their own to think about. Thank you.';
export const areExamples = 'These are examples, not real people.';
export const joinThem = 'Your name could be here';
export const joinThemDetails =
  'Do you have a question paper, notes you are proud of, or a page that helped you through the night before? Send it in, and next year’s students will thank you.';
export const howToSend = 'How to send material';
