/**
 * The policy of an HTML paper wherever it is shown: it loads nothing and makes no connections. Saved pages contain
 * their fonts, style sheets, pictures and recordings, in addresses that begin with `data:`.
 */
export const paperPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline' data:",
  'img-src data:',
  'font-src data:',
  'media-src data:',
].join('; ');
