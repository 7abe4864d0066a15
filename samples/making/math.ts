/** The commands of the sample sources that mean one character. */
const SIGNS: Record<string, string> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν',
  xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ',
  Theta: 'Θ', Lambda: 'Λ', Sigma: 'Σ', Phi: 'Φ', Omega: 'Ω', infty: '∞', partial: '∂', ell: 'ℓ', emptyset: '∅',
}; // prettier-ignore
const OPERATORS: Record<string, string> = {
  times: '×', cdot: '·', div: '÷', pm: '±', le: '≤', ge: '≥', ne: '≠', approx: '≈', equiv: '≡', to: '→', rightarrow: '→',
  Rightarrow: '⇒', iff: '⇔', in: '∈', notin: '∉', subset: '⊂', subseteq: '⊆', cup: '∪', cap: '∩', forall: '∀', exists: '∃',
  neg: '¬', land: '∧', lor: '∨', oplus: '⊕', nabla: '∇', perp: '⊥', parallel: '∥', ldots: '…', cdots: '⋯', mid: '∣', propto: '∝',
  circ: '∘', degree: '°', therefore: '∴', because: '∵', quad: '\u2003', ',': ' ', ';': ' ', ' ': ' ', '{': '{', '}': '}', '%': '%', _: '_', '&': '&amp;',
  langle: '⟨', rangle: '⟩', lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉', dots: '…', setminus: '∖', leftrightarrow: '↔', angle: '∠',
}; // prettier-ignore
const LARGE: Record<string, string> = {
  sum: '∑',
  prod: '∏',
  int: '∫',
  iint: '∬',
  oint: '∮',
  lim: 'lim',
  max: 'max',
  min: 'min',
};
const NAMED = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'log',
  'ln',
  'exp',
  'det',
  'gcd',
  'deg',
  'arctan',
  'sinh',
  'cosh',
  'tanh',
]);
const ACCENTS: Record<string, string> = { vec: '→', hat: '^', dot: '˙' };
const FENCES: Record<string, [string, string]> = {
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  vmatrix: ['|', '|'],
  cases: ['{', ''],
  aligned: ['', ''],
};

/**
 * Turns the small part of TeX that the sample sources use into MathML, which Chromium draws itself.
 * Throws on a command it does not know, so that a typing error stops the build of the samples.
 */
export function mathMl(tex: string, display: boolean): string {
  const tokens = tex.match(/\\(?:text|mathrm|mathbf|begin|end)\{[^}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[^\s]/gu) ?? [];
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const take = () => tokens[at++] ?? '';

  function row(...ends: string[]): string {
    let out = '';
    while (at < tokens.length && !ends.includes(peek())) out += scripted();
    return out;
  }

  function group(): string {
    if (peek() !== '{') return `<mrow>${atom()}</mrow>`;
    take();
    const inner = row('}');
    take();
    return `<mrow>${inner}</mrow>`;
  }

  /** The name of a function is followed by a thin space, which comes after its own scripts. */
  function scripted(): string {
    const named = NAMED.has(peek().slice(1));
    const drawn = scriptedAtom();
    return named && peek() !== '(' ? `${drawn}<mspace width="0.17em"/>` : drawn;
  }

  function scriptedAtom(): string {
    const large = LARGE[peek().slice(1)] !== undefined && peek().startsWith('\\') ? peek().slice(1) : null;
    const base = atom();
    let below: string | null = null;
    let above: string | null = null;
    while (peek() === '^' || peek() === '_' || peek() === "'") {
      const sign = take();
      if (sign === '_') below = group();
      else if (sign === '^') above = group();
      else above = `<mo>${'′'.repeat(1 + primes())}</mo>`;
    }
    const limits = large !== null && !large.endsWith('int') && (display || large === 'lim');
    const [under, over, both] = limits ? ['munder', 'mover', 'munderover'] : ['msub', 'msup', 'msubsup'];
    if (below !== null && above !== null) return `<${both}>${base}${below}${above}</${both}>`;
    if (below !== null) return `<${under}>${base}${below}</${under}>`;
    if (above !== null) return `<${over}>${base}${above}</${over}>`;
    return base;
  }

  function primes(): number {
    let count = 0;
    for (; peek() === "'"; take()) count += 1;
    return count;
  }

  function environment(name: string): string {
    const rows: string[][] = [[]];
    const end = `\\end{${name}}`;
    while (at < tokens.length && peek() !== end) {
      rows.at(-1)?.push(row('&', '\\\\', end));
      if (peek() === '&') take();
      else if (peek() === '\\\\') {
        take();
        rows.push([]);
      }
    }
    take();
    const fence = FENCES[name];
    if (fence === undefined) throw new Error(`formula: environment ${name} is not known in: ${tex}`);
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

  function atom(): string {
    const token = take();
    if (token === '{') {
      at -= 1;
      return group();
    }
    if (/^\d/.test(token)) return `<mn>${token}</mn>`;
    if (/^\p{L}$/u.test(token)) return `<mi>${token}</mi>`;
    if (!token.startsWith('\\')) return operator(token);
    const worded = /^\\(\w+)\{(.*)\}$/s.exec(token);
    if (worded !== null) return withWords(worded[1] ?? '', worded[2] ?? '');
    const name = token.slice(1);
    if (name === 'frac' || name === 'dfrac') return `<mfrac>${group()}${group()}</mfrac>`;
    if (name === 'binom')
      return `<mrow><mo>(</mo><mfrac linethickness="0">${group()}${group()}</mfrac><mo>)</mo></mrow>`;
    if (name === 'sqrt') return root();
    if (name === 'left' || name === 'right') {
      const sign = take();
      const shown = sign === '.' ? '' : sign.startsWith('\\') ? (OPERATORS[sign.slice(1)] ?? '') : sign;
      if (name === 'right') return shown === '' ? '' : `<mo stretchy="true">${shown}</mo>`;
      const inner = row('\\right');
      return `<mrow>${shown === '' ? '' : `<mo stretchy="true">${shown}</mo>`}${inner}${atom()}</mrow>`;
    }
    if (name === 'overline' || name === 'bar')
      return `<mrow style="border-top:.06em solid;padding-top:.09em;margin:0 .06em">${group()}</mrow>`;
    if (ACCENTS[name] !== undefined)
      return `<mover accent="true">${group()}<mo stretchy="false">${ACCENTS[name]}</mo></mover>`;
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
    throw new Error(`formula: \\${name} is not known in: ${tex}`);
  }

  function withWords(name: string, words: string): string {
    if (name === 'begin') return environment(words);
    if (name === 'mathbf') return `<mi>${bold(words)}</mi>`;
    const shown = words.replace(/^ | $/g, '\u00a0');
    return name === 'text' ? `<mtext>${shown}</mtext>` : `<mi mathvariant="normal">${shown}</mi>`;
  }

  function root(): string {
    if (peek() !== '[') return `<msqrt>${group()}</msqrt>`;
    take();
    const index = row(']');
    take();
    return `<mroot>${group()}<mrow>${index}</mrow></mroot>`;
  }

  const inner = row();
  return `<math${display ? ' display="block"' : ''}>${inner}</math>`;
}

function operator(sign: string): string {
  if (sign === '-') return '<mo>−</mo>';
  if (sign === '<') return '<mo>&lt;</mo>';
  if (sign === '>') return '<mo>&gt;</mo>';
  if (sign === '*') return '<mo>∗</mo>';
  return `<mo${'()[]|'.includes(sign) ? ' stretchy="false"' : ''}>${sign}</mo>`;
}

/** Bold letters are characters of their own: MathML Core has no bold attribute. */
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
