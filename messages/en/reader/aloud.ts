/** Words of the bar while the reader reads a document aloud. */

export const previousSentence = 'Previous sentence';
export const pause = 'Pause';
export const resume = 'Continue';
export const nextSentence = 'Next sentence';
export const speed = 'Speed';
export const stop = 'Stop reading aloud';

export const ended = 'This is the end.';
export const noText = 'There is no text to read aloud from here.';
export const failed = 'Your browser couldn’t read this aloud.';
export const noVoice = 'This device has no voice. Its settings may offer some.';
export const noNepaliVoice = 'This device has no voice for Nepali. Its settings may offer some.';
