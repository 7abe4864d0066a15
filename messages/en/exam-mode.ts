/** Words of the exam mode: the dialog that starts its clock, and the clock. Only constants, which any file may use. */

export const examMode = 'Exam mode';
export const markAsDone = 'Mark as done';

export const timeOfPaper = 'This is the time that the paper gives.';
export const lookingForTime = 'Reading the time from the paper…';
export const noTimeFound = 'No time was found in the paper. Most exams take 3 hours.';
export const hours = 'Hours';
export const minutes = 'Minutes';
export const hideMarks = 'Hide the marks of questions';
export const start = 'Start the clock';

export const timeLeft = 'Time left';
export const pause = 'Pause the clock';
export const resume = 'Continue the clock';
export const end = 'End the exam';

export const timeIsUp = 'Time is up.';
export const continueExam = 'Continue';
export const closeClock = 'Close the clock';
