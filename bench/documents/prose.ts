const syllables =
  'a al an ar at be ca ce co con cu de di do e el en er es fa fi fo ga ge i im in ing ion is ka la le li lo ma me men mi mo na ne ni no o of or pa per po pro ra re ri ro sa se si so sta ta te ter ti to tra u un ver vi y'.split(
    ' ',
  );

/** Returns a line of prose-like words, of at most this many characters; it compresses about as well as English. */
export function makeLine(random: () => number, length: number): string {
  let line = '';
  for (;;) {
    const count = 1 + Math.floor(random() ** 2 * 5);
    const word = Array.from({ length: count }, () => syllables[Math.floor(random() ** 1.4 * syllables.length)]).join(
      '',
    );
    if (line.length + word.length + 1 > length) return line;
    line = line === '' ? word : `${line} ${word}`;
  }
}
