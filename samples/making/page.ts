/** A sample as its front matter and its place in the library describe it; `mark` is on every page. */
export interface SamplePage {
  title: string;
  kicker: string;
  facts: [string, string][];
  kind: 'paper' | 'note' | 'revision' | 'book';
  body: string;
  cover: string | null;
  contents: string;
  lang: string;
}

/** The line on every sample that marks it. */
export const SAMPLE_MARK = 'Sample material – written for Examshelf to show how the shelf works';

const FACES = {
  text: "Vollkorn, 'Noto Serif Devanagari', Palatino, Georgia, serif",
  title: "Vollkorn, 'Noto Serif Devanagari', Georgia, serif",
  code: "'JetBrains Mono', 'DejaVu Sans Mono', monospace",
};

/** Rules that printed and screen pages share. */
const SHARED = `
*{box-sizing:border-box}
h1,h2,h3,h4{line-height:1.2;break-after:avoid;font-weight:600}
p,li{orphans:2;widows:2} strong{font-weight:600} em strong{font-style:normal}
li::marker{font-variant-numeric:lining-nums tabular-nums}
table{border-collapse:collapse;margin:.9em 0;min-width:56%;font-size:.93em;font-variant-numeric:lining-nums tabular-nums}
th{text-align:left;font-weight:600;border-bottom:1.4px solid var(--accent);padding:.3em .6em;vertical-align:bottom}
td{border-bottom:.6px solid var(--line);padding:.28em .6em;vertical-align:top}
tr{break-inside:avoid} p:has(+table),p:has(+.figure),p:has(+.formula),p:has(+pre){break-after:avoid} .book table{break-inside:avoid}
pre{background:var(--tint);border-left:3px solid var(--accent);padding:.7em .9em;overflow-x:auto;line-height:1.45;break-inside:avoid;border-radius:0 4px 4px 0;margin:.8em 0}
pre b{font-weight:400;color:var(--accent)} pre .comment{color:#6d6a5f;font-style:normal} pre .string{color:#8a4b12}
blockquote{margin:1em 0;padding:.65em 1em;border:1px solid var(--line);border-left:4px solid #d99a08;background:#fdf8ea;border-radius:4px;break-inside:avoid}
blockquote p{margin:.25em 0}
.formula{margin:.8em 0;overflow-x:auto;overflow-y:hidden;break-inside:avoid}
mtd{padding:.18em .4em} mtable.aligned mtd{padding:.22em .12em} mtable.cases mtd{padding:.15em .5em}
.figure{display:block;margin:1.1em auto;text-align:center;break-inside:avoid} .figure svg{max-width:100%;height:auto}
.caption{display:block;font-size:.86em;color:#5a574d;font-style:italic;margin-top:.35em}
li::after{content:"";display:block;clear:both}
.marks{float:right;font-weight:600;padding-left:1em}
hr{border:0;border-top:1px solid var(--line);margin:1.4em 0}
`;

const ACCENT = { paper: '#1C2330', note: '#0F6B57', revision: '#9a5b00', book: '#0F6B57' };

/** A page to print. Size and margins are in the `@page` rules; the mark and the page number are in its margins. */
export function printedPage(page: SamplePage): string {
  const book = page.kind === 'book';
  const size = book ? '160mm 240mm' : 'A4';
  const margin = book ? '20mm 19mm 22mm' : page.kind === 'paper' ? '17mm 21mm 21mm' : '22mm 23mm 24mm';
  return `<!doctype html><html lang="${page.lang}"><head><meta charset="utf-8"><title>${page.title}</title><style>
:root{--accent:${ACCENT[page.kind]};--line:#d9d4c5;--tint:#f6f4ed}
@page{size:${size};margin:${margin};
 @bottom-left{content:"${SAMPLE_MARK}";font:7.5pt ${FACES.text};color:#77736a;white-space:nowrap;vertical-align:top;padding-top:6mm}
 @bottom-right{content:counter(page);font:9pt ${FACES.text};color:#1c2330;font-variant-numeric:lining-nums;vertical-align:top;padding-top:5.6mm}}
@page cover{margin:0;@bottom-left{content:none}@bottom-right{content:none}}
.cover{page:cover;break-after:page;height:240mm;overflow:hidden} .cover svg{display:block;width:160mm;height:240mm}
${SHARED}
body{margin:0;font:${book ? '10.4pt' : '10.6pt'}/1.5 ${FACES.text};color:#1c2330;hyphens:auto;font-variant-numeric:lining-nums}
math{font-family:'TeX Gyre Pagella Math',math} mtext{font-family:${FACES.text}}
h1,h2,h3{font-family:${FACES.title}} 
h1{font-size:2.25em;margin:0 0 .2em;line-height:1.1} h2{font-size:1.55em;margin:1.5em 0 .45em;color:var(--accent)} h3{font-size:1.2em;margin:1.3em 0 .35em} h4{font-size:1em;margin:1em 0 .3em}
p{margin:.55em 0} code{font-family:${FACES.code};font-size:.84em;font-variant-ligatures:none} pre{font-size:.93em;white-space:pre-wrap;overflow-wrap:anywhere} .book pre{font-size:.88em} .revision pre{font-size:.86em} .many{font-size:.84em} .many th,.many td{padding:.24em .38em} .most{font-size:.74em} .most th,.most td{padding:.24em .32em} pre.output{border-left-color:#b9b3a2}
.kicker{font:600 8pt/1.2 ${FACES.text};letter-spacing:.14em;text-transform:uppercase;color:var(--accent);margin:0 0 .9em}
header{border-bottom:1.6px solid var(--accent);padding-bottom:.8em;margin-bottom:1.3em}
header.paper{text-align:center;border:0;padding:0} header.paper h1{font-size:1.75em}
b{font-weight:600} .facts{display:flex;flex-wrap:wrap;gap:.1em 2.2em;font-size:.93em;margin-top:.5em;color:#3d4452}
header.paper .facts{display:grid;grid-template-columns:1fr 1fr;border-top:1.2px solid;border-bottom:1.2px solid;padding:.5em .1em;margin-top:.9em;text-align:left;color:inherit}
header.paper .facts>:nth-child(even){text-align:right}
.revision main:not(.wide){columns:2;column-gap:9mm;font-size:.95em} .revision h2{font-size:1.3em;margin:.9em 0 .3em} .revision h2:first-child{margin-top:0} .revision table{margin:.5em 0}
.paper main h2{font-size:1.15em;text-align:center;color:inherit;margin:1.5em 0 .1em} .paper main h2+p{text-align:center;margin:.1em 0 .9em}
.paper{font-size:10.1pt;line-height:1.45} .paper li{margin:.5em 0;padding-left:.3em;break-inside:avoid} .paper ol{padding-left:1.6em} .paper em{font-style:normal}
.book main h2{break-before:page;font-size:1.9em;margin-top:0;padding-top:12mm;border-bottom:1.4px solid var(--accent);padding-bottom:.25em} 
.contents{break-after:page;padding-top:12mm} .contents h2{font-size:1.9em;margin:0 0 .8em} .contents a{color:inherit;text-decoration:none;display:flex;gap:.5em;padding:.22em 0;border-bottom:.5px dotted #aaa599} .contents a span{flex:1}
.title-page{break-after:page;padding-top:52mm} .title-page h1{font-size:3em} .title-page p{max-width:32em}
</style></head><body class="${page.kind}">
${page.cover === null ? '' : `<div class="cover">${page.cover}</div>`}
${book ? `<section class="title-page"><p class="kicker">${page.kicker}</p><h1>${page.title}</h1>${factLine(page)}</section>${page.contents}` : header(page)}
<main>${page.body}</main></body></html>`;
}

/** A page to be read on a screen: one file without external resources, as wide as the window or a sheet. */
export function screenPage(page: SamplePage, script: string): string {
  return `<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${page.title}</title>
<style>
:root{color-scheme:light;--accent:#0F6B57;--line:#e2dccb;--tint:#f3f0e6}
${SHARED}
body{margin:0;background:#FBFAF6;color:#1C2330;font:1rem/1.6 'Iowan Old Style','Palatino Linotype',Palatino,'TeX Gyre Pagella',Georgia,'Noto Serif Devanagari',serif}
.sheet{max-width:46rem;margin:0 auto;padding:1.6rem 1.15rem 2.5rem} 
h1{font-size:1.65rem;margin:.1em 0 .4em} h2{font-size:1.15rem;margin:2rem 0 .1rem;color:var(--accent)} h2+p{margin:.1rem 0 .8rem;color:#4a5160}
.kicker{font:600 .72rem/1.2 system-ui,sans-serif;letter-spacing:.12em;text-transform:uppercase;color:var(--accent);margin:0}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:.1rem 1rem;border-block:1.5px solid #1C2330;padding:.6rem 0;font-size:.95rem} .facts>:nth-child(even){text-align:right}
ol{padding-left:1.7rem} li{margin:.75rem 0;padding-left:.2rem} code{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.86em} pre{font-size:1rem} .scroll{overflow-x:auto} img,svg{max-width:100%}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.7rem;font-size:.82rem;font-style:italic;color:#625e53}
.tools{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:1rem 0 0} .tools button{font:600 .9rem system-ui,sans-serif;min-height:44px;padding:0 1rem;border:1.5px solid var(--accent);border-radius:10px;background:#fff;color:var(--accent);cursor:pointer} .tools button[aria-pressed=true]{background:var(--accent);color:#fff} .tools output{font:600 1.1rem system-ui,sans-serif;font-variant-numeric:tabular-nums}
.no-marks .marks{visibility:hidden}
@media (min-width:48rem){.sheet{margin:2rem auto;padding:3rem 3.5rem;background:#fff;border:1px solid #E7E2D6;border-radius:10px}}
@media print{.tools{display:none}}
</style>
</head>
<body>
<div class="sheet">
${header(page)}
<main>${page.body.replace(/<table[^>]*>/g, (table) => `<div class="scroll">${table}`).replaceAll('</table>', '</table></div>')}</main>
<footer>${SAMPLE_MARK}</footer>
</div>
${script === '' ? '' : `<script>\n${script.trim()}\n</script>\n`}</body>
</html>
`;
}

/** A page that is one picture, as large as the window: from which a cover image is taken. */
export function coverPage(cover: string): string {
  return `<!doctype html><style>body{margin:0}svg{display:block;width:640px;height:960px}</style>${cover}`;
}

function header(page: SamplePage): string {
  return `<header class="${page.kind}"><p class="kicker">${page.kicker}</p><h1>${page.title}</h1>${factLine(page)}</header>`;
}

function factLine(page: SamplePage): string {
  return `<div class="facts">${page.facts.map(([name, value]) => `<div>${name === '' ? '' : `<b>${name}:</b> `}${value}</div>`).join('')}</div>`;
}
