/** The email that reports a problem with a material. */

export const subject = (title: string) => `Problem: ${title}`;
export const address = (url: string) => `Address: ${url}`;
export const page = (page: number) => `Page: ${page}`;
/** The reader writes below it. */
export const whatIsWrong = 'What is wrong:';
