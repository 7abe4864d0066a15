import { ACCENTS, FENCES, LARGE, NAMED, OPERATORS, SIGNS } from './math-signs.ts';

/**
 * Turns the small part of TeX that the sample sources use into MathML, which Chromium draws itself. Throws on an
 * unknown command, so that a typing error stops the making of the samples.
 */
export function mathMl(tex: string, display: boolean): string {
  const inner = row(openSource(tex, display));
  return `<math${display ? ' display="block"' : ''}>${inner}</math>`;
}

/** A formula, read token by token. */
type Source = {
  tex: string;
  display: boolean;
  /** The next token; empty at the end. */
  peek(): string;
  take(): string;
  putBack(): void;
  isAtEnd(): boolean;
};

function openSource(tex: string, display: boolean): Source {
  const tokens = tex.match(/\\(?:text|mathrm|mathbf|begin|end)\{[^}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\s]/gu) ?? [];
  let at = 0;
  return {
    tex,
    display,
    peek: () => tokens[at] ?? '',
    take: () => tokens[at++] ?? '',
    putBack: () => void (at -= 1),
    isAtEnd: () => at >= tokens.length,
  };
}

function row(source: Source, ...ends: string[]): string {
  let out = '';
  while (!source.isAtEnd() && !ends.includes(source.peek())) out += scripted(source);
  return out;
}

function group(source: Source): string {
  if (source.peek() !== '{') return `<mrow>${atom(source)}</mrow>`;
  source.take();
  const inner = row(source, '}');
  source.take();
  return `<mrow>${inner}</mrow>`;
}

/** The name of a function is followed by a thin space, which comes after its own scripts. */
function scripted(source: Source): string {
  const named = NAMED.has(source.peek().slice(1));
  const drawn = scriptedAtom(source);
  return named && source.peek() !== '(' ? `${drawn}<mspace width="0.17em"/>` : drawn;
}

function scriptedAtom(source: Source): string {
  const large =
    LARGE[source.peek().slice(1)] !== undefined && source.peek().startsWith('\\') ? source.peek().slice(1) : null;
  const base = atom(source);
  let below: string | null = null;
  let above: string | null = null;
  while (source.peek() === '^' || source.peek() === '_' || source.peek() === "'") {
    const sign = source.take();
    if (sign === '_') below = group(source);
    else if (sign === '^') above = group(source);
    else above = `<mo>${'′'.repeat(1 + primes(source))}</mo>`;
  }
  const limits = large !== null && !large.endsWith('int') && (source.display || large === 'lim');
  const [under, over, both] = limits ? ['munder', 'mover', 'munderover'] : ['msub', 'msup', 'msubsup'];
  if (below !== null && above !== null) return `<${both}>${base}${below}${above}</${both}>`;
  if (below !== null) return `<${under}>${base}${below}</${under}>`;
  if (above !== null) return `<${over}>${base}${above}</${over}>`;
  return base;
}

function primes(source: Source): number {
  let count = 0;
  for (; source.peek() === "'"; source.take()) count += 1;
  return count;
}

function environment(source: Source, name: string): string {
  const rows: string[][] = [[]];
  const end = `\\end{${name}}`;
  while (!source.isAtEnd() && source.peek() !== end) {
    rows.at(-1)?.push(row(source, '&', '\\\\', end));
    if (source.peek() === '&') source.take();
    else if (source.peek() === '\\\\') {
      source.take();
      rows.push([]);
    }
  }
  source.take();
  const fence = FENCES[name];
  if (fence === undefined) throw new Error(`formula: environment ${name} is not known in: ${source.tex}`);
  const side = (column: number) =>
    name === 'aligned' ? (column === 0 ? 'right' : 'left') : name === 'cases' ? 'left' : 'center';
  const cells = rows
    .filter((cols) => cols.join('') !== '')
    .map(
      (cols) =>
        `<mtr>${cols.map((cell, i) => `<mtd style="text-align:${side(i)};text-align:-webkit-${side(i)}">${cell}</mtd>`).join('')}</mtr>`,
    )
    .join('');
  const table = `<mtable class="${name}"${name === 'aligned' ? ' displaystyle="true"' : ''}>${cells}</mtable>`;
  const [open, close] = fence.map((sign) => (sign === '' ? '' : `<mo stretchy="true">${sign}</mo>`));
  return `<mrow>${open}${table}${close}</mrow>`;
}

function atom(source: Source): string {
  const token = source.take();
  if (token === '{') {
    source.putBack();
    return group(source);
  }
  if (/^\d/.test(token)) return `<mn>${token}</mn>`;
  if (/^\p{L}$/u.test(token)) return `<mi>${token}</mi>`;
  if (!token.startsWith('\\')) return operator(token);
  const worded = /^\\(\w+)\{(.*)\}$/s.exec(token);
  if (worded !== null) return withWords(source, worded[1] ?? '', worded[2] ?? '');
  const name = token.slice(1);
  if (name === 'frac' || name === 'dfrac') return `<mfrac>${group(source)}${group(source)}</mfrac>`;
  if (name === 'binom')
    return `<mrow><mo>(</mo><mfrac linethickness="0">${group(source)}${group(source)}</mfrac><mo>)</mo></mrow>`;
  if (name === 'sqrt') return root(source);
  if (name === 'left' || name === 'right') {
    const sign = source.take();
    const shown = sign === '.' ? '' : sign.startsWith('\\') ? (OPERATORS[sign.slice(1)] ?? '') : sign;
    if (name === 'right') return shown === '' ? '' : `<mo stretchy="true">${shown}</mo>`;
    const inner = row(source, '\\right');
    return `<mrow>${shown === '' ? '' : `<mo stretchy="true">${shown}</mo>`}${inner}${atom(source)}</mrow>`;
  }
  if (name === 'overline' || name === 'bar')
    return `<mrow style="border-top:.06em solid;padding-top:.09em;margin:0 .06em">${group(source)}</mrow>`;
  if (ACCENTS[name] !== undefined)
    return `<mover accent="true">${group(source)}<mo stretchy="false">${ACCENTS[name]}</mo></mover>`;
  if (LARGE[name] !== undefined)
    return /^[a-z]/.test(LARGE[name]) ? `<mi>${LARGE[name]}</mi>` : `<mo>${LARGE[name]}</mo>`;
  if (NAMED.has(name)) return `<mi>${name}</mi>`;
  if (SIGNS[name] !== undefined) return `<mi>${SIGNS[name]}</mi>`;
  if (OPERATORS[name] !== undefined)
    return name === 'quad'
      ? '<mspace width="1em"/>'
      : name === ',' || name === ';'
        ? '<mspace width="0.2em"/>'
        : `<mo>${OPERATORS[name]}</mo>`;
  throw new Error(`formula: \\${name} is not known in: ${source.tex}`);
}

function withWords(source: Source, name: string, words: string): string {
  if (name === 'begin') return environment(source, words);
  if (name === 'mathbf') return `<mi>${bold(words)}</mi>`;
  const shown = words.replace(/^ | $/g, '\u00a0');
  return name === 'text' ? `<mtext>${shown}</mtext>` : `<mi mathvariant="normal">${shown}</mi>`;
}

function root(source: Source): string {
  if (source.peek() !== '[') return `<msqrt>${group(source)}</msqrt>`;
  source.take();
  const index = row(source, ']');
  source.take();
  return `<mroot>${group(source)}<mrow>${index}</mrow></mroot>`;
}

function operator(sign: string): string {
  if (sign === '-') return '<mo>−</mo>';
  if (sign === '<') return '<mo>&lt;</mo>';
  if (sign === '>') return '<mo>&gt;</mo>';
  if (sign === '*') return '<mo>∗</mo>';
  return `<mo${'()[]|'.includes(sign) ? ' stretchy="false"' : ''}>${sign}</mo>`;
}

/** Bold letters are separate characters: MathML Core has no bold attribute. */
function bold(letters: string): string {
  return [...letters]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if (letter >= 'A' && letter <= 'Z') return String.fromCodePoint(0x1d400 + code - 65);
      if (letter >= 'a' && letter <= 'z') return String.fromCodePoint(0x1d41a + code - 97);
      return letter;
    })
    .join('');
}
