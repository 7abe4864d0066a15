/**
 * Words at the top of lists of leaked passwords, where they have digits and signs around them, and obvious words for a
 * library. Only letters, in lower case.
 */
const commonWords = new Set(
  `abc abcabc abcdefg abcdefgh access admin administrator asdf asdfasdf asdfgh asdfghjkl baseball basketball batman change
  changeme charlie college computer default donald dragon examshelf exams flower football freedom google guest hello
  helloworld hunter iloveyou internet jennifer jordan kathmandu letmein library login lovely loveme master michael monkey
  mypassword nepal nothing passport passw passwd password passpass pokemon princess qazwsx qazwsxedc qwer qwert qwerty
  qwertyui qwertyuiop root samsung secret shadow starwars student summer sunshine superman system teacher temp test testtest
  tribhuvan trustno university user welcome whatever winter zxcvbn zxcvbnm`
    .split(/\s+/)
    .filter(Boolean),
);

/** Rows of keyboards and of digits, forwards and backwards, of which a password may be a part. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
];
const bothWays = rows.flatMap((row) => [row + row, [...row, ...row].toReversed().join('')]);

/** Signs that people write in place of letters. */
const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * True for a password that strangers try first: a common word, with digits and signs around it or in place of letters;
 * a row of the keyboard; one repeated character; or one of the user's `own` words, such as the email address.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  if (/^(.{1,2})\1+$/u.test(lower) || bothWays.some((row) => row.includes(lower))) return true;
  const words = new Set([...commonWords, ...own.flatMap((each) => [each.toLowerCase(), wordOf(each.toLowerCase())])]);
  const spelled = Array.from(lower.replace(/[^a-z]+$/, ''), (sign) => letters[sign] ?? sign).join('');
  return [lower, wordOf(lower), wordOf(spelled)].some((word) => word !== '' && words.has(word));
}

/** Returns the letters of a text, without digits and signs. */
const wordOf = (text: string) => text.replaceAll(/[^a-z]/g, '');
