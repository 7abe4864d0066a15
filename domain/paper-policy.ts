/**
 * The policy of an HTML paper everywhere it is shown: nothing is loaded, and no connections are made. Saved pages have their
 * fonts, style sheets, pictures and recordings inside them, in addresses that begin with `data:`.
 */
export const paperPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline' data:",
  'img-src data:',
  'font-src data:',
  'media-src data:',
].join('; ');
