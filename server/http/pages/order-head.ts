/** Tags that React writes at the start of the head: styles, and pictures that are to be loaded at once. */
const early = /<link rel="(?:stylesheet|preload)"[^>]*?\/>/g;
const inlineScript = /<script>.*?<\/script>/gs;
/** Inline scripts and data, which need no other file and may contain any text. */
const data = /<script type=.*?<\/script>/gs;
const moduleCode = /<link rel="modulepreload"[^>]*?\/>/g;

/**
 * Orders the head of a rendered page for a slow phone: the inline scripts first, because a script after a style sheet
 * waits for it, and everything after the script waits too; then styles, the font and pictures; then the code. The entry
 * of the code, which is by far the largest file, comes last: while styles are being loaded, Chromium loads one file of
 * low priority at a time, which shares the connection with the styles.
 */
export function orderHead(html: string): string {
  const start = html.indexOf('<head>') + '<head>'.length;
  const end = html.indexOf('</head>');
  if (end < start) return html;
  const head = html.slice(start, end);
  const scripts = head.match(inlineScript) ?? [];
  const links = head.match(early) ?? [];
  const [entry = '', ...code] = head.match(moduleCode) ?? [];
  const rest = head.replace(inlineScript, '').replace(data, '').replace(early, '').replace(moduleCode, '');
  const ordered = [...scripts, ...links.filter(isStyle), ...links.filter((link) => !isStyle(link)), ...code, entry];
  // Scripts read the metas of the head; so does the parser, which needs the encoding within the first 1024 bytes.
  const lastMeta = rest.lastIndexOf('<meta');
  const at = lastMeta === -1 ? 0 : rest.indexOf('>', lastMeta) + 1;
  return (
    html.slice(0, start) +
    rest.slice(0, at) +
    ordered.join('') +
    rest.slice(at) +
    (head.match(data) ?? []).join('') +
    html.slice(end)
  );
}

const isStyle = (link: string) => link.includes('rel="stylesheet"');
