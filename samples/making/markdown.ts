import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { mathMl } from './math.ts';
import { workedTable } from './worked.ts';

const KEYWORDS: Record<string, string> = {
  c: 'int|char|float|double|void|return|if|else|for|while|do|switch|case|break|continue|default|struct|typedef|const|static|sizeof|unsigned|long|short|enum|union|NULL|FILE|new|delete|class|public|private|virtual|using|namespace',
  sql: 'SELECT|FROM|WHERE|JOIN|ON|GROUP BY|ORDER BY|HAVING|INSERT INTO|VALUES|CREATE TABLE|PRIMARY KEY|FOREIGN KEY|REFERENCES|NOT NULL|AND|OR|AS|COUNT|AVG|SUM|DESC|INTEGER|TEXT|UPDATE|SET|DELETE',
  text: '',
};

/**
 * Turns one source text of the samples into HTML. Pictures (`![caption](name.svg)`) are inserted as SVG, from
 * `pictureDir`.
 */
export function sourceToHtml(source: string, pictureDir: string): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    extensions: [
      formula('blockFormula', 'block', /^\$\$\s*([\s\S]+?)\s*\$\$(?:\n|$)/, true),
      formula('inlineFormula', 'inline', /^\$([^$\n]+?)\$/, false),
      {
        name: 'marks',
        level: 'inline',
        start: (text) => text.indexOf('['),
        tokenizer: (text) => token('marks', /^\[(\d+(?:\s*[+×]\s*\d+)*)\](?=\s*(?:\n|<br>|$))/.exec(text)),
        renderer: ({ text }) => `<b class="marks">[${String(text)}]</b>`,
      },
    ],
    renderer: {
      code: ({ text, lang }) => {
        const [kind = 'text', ...rest] = (lang ?? 'text').split(' ');
        return kind === 'worked' ? String(marked.parse(workedTable(rest, text))) : codeBlock(text, kind);
      },
      image: ({ href, text }) => {
        const svg = readFileSync(join(pictureDir, href), 'utf8').replace(/<\?xml[^>]*>\s*/, '');
        return `<span class="figure">${svg}<span class="caption">${text}</span></span>`;
      },
    },
  });
  return String(marked.parse(source)).replace(/<table>(\s*<thead>[\s\S]*?<\/thead>)/g, (all, head: string) => {
    const columns = head.split('<th').length - 2;
    return columns < 7 ? all : `<table class="${columns > 9 ? 'most' : 'many'}">${head}`;
  });
}

function token(type: string, match: RegExpExecArray | null) {
  return match === null ? undefined : { type, raw: match[0], text: match[1] ?? '' };
}

function formula(name: string, level: 'block' | 'inline', pattern: RegExp, display: boolean) {
  return {
    name,
    level,
    // A block begins a line; were any dollar a possible block, marked would break paragraphs there.
    start: (text: string) => (display ? text.search(/^\$\$/m) : text.indexOf('$')),
    tokenizer: (text: string) => token(name, pattern.exec(text)),
    renderer: (found: { text?: string }) => {
      const math = mathMl(found.text ?? '', display);
      return display ? `<div class="formula">${math}</div>` : math;
    },
  };
}

function codeBlock(text: string, language: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const keywords = KEYWORDS[language] ?? '';
  if (keywords === '') return `<pre class="${language}"><code>${escaped}</code></pre>`;
  const pattern = new RegExp(
    `(/\\*[\\s\\S]*?\\*/|//[^\\n]*|--[^\\n]*)|("(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*')|^(#\\w+)|\\b(${keywords})\\b`,
    'gm',
  );
  const marked = escaped.replace(pattern, (all, comment?: string, string?: string) => {
    if (comment !== undefined && (language === 'sql' || !comment.startsWith('--')))
      return `<i class="comment">${all}</i>`;
    if (comment !== undefined) return all;
    return string !== undefined ? `<span class="string">${all}</span>` : `<b>${all}</b>`;
  });
  return `<pre class="${language}"><code>${marked}</code></pre>`;
}
