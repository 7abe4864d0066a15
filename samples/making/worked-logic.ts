const GRAY = [0, 1, 3, 2];
const TINTS = ['#0F6B57', '#c58a05', '#2c5d7c', '#b3361e', '#6b3f8a', '#5f6b2c'];

/** A Karnaugh map of four variables with its groups drawn; lines: ones, then `dont-care:` and `groups: 0 1 = B'C' | …`. */
export function karnaughMap(names: string, text: string): string {
  const lines = text.trim().split('\n');
  const ones = numbers(lines[0] ?? '');
  const free = numbers(lines.find((line) => line.startsWith('dont-care:')) ?? '');
  const groups = (lines.find((line) => line.startsWith('groups:')) ?? '')
    .slice(7)
    .split('|')
    .filter((group) => group.trim() !== '');
  return mapPicture(
    names,
    ones,
    free,
    groups.map((group) => ({ cells: numbers(group.split('=')[0] ?? ''), name: (group.split('=')[1] ?? '').trim() })),
  );
}

function numbers(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

interface Group {
  cells: number[];
  name: string;
}

function mapPicture(names: string, ones: number[], free: number[], groups: Group[]): string {
  const size = 40;
  const place = (cell: number) => ({ row: GRAY.indexOf(cell >> 2), column: GRAY.indexOf(cell & 3) });
  const parts: string[] = [];
  for (let cell = 0; cell < 16; cell += 1) {
    const { row, column } = place(cell);
    const x = 70 + column * size;
    const y = 44 + row * size;
    const shown = ones.includes(cell) ? '1' : free.includes(cell) ? '×' : '0';
    const ink = shown === '0' ? '#b9b3a2' : '#1c2330';
    parts.push(
      `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="#fff" stroke="#a8a497"/><text x="${x + 20}" y="${y + 26}" font-size="15" text-anchor="middle" fill="${ink}">${shown}</text><text x="${x + 36}" y="${y + 37}" font-size="7.5" text-anchor="end" fill="#8d897d">${cell}</text>`,
    );
  }
  for (const [i, label] of ['00', '01', '11', '10'].entries()) {
    parts.push(
      `<text x="${90 + i * size}" y="38" font-size="12" text-anchor="middle">${label}</text><text x="62" y="${69 + i * size}" font-size="12" text-anchor="end">${label}</text>`,
    );
  }
  parts.push(
    `<text x="60" y="38" font-size="12" font-style="italic" text-anchor="end">${names.slice(0, 2)}</text><text x="66" y="24" font-size="12" font-style="italic">${names.slice(2)}</text>`,
  );
  const legend: string[] = [];
  for (const [g, group] of groups.entries()) {
    const tint = TINTS[g % TINTS.length];
    const inset = 4 + (g % 4) * 2.6;
    for (const { row, column, rows, columns } of blocks(group.cells.map(place))) {
      parts.push(
        `<rect x="${70 + column * size + inset}" y="${44 + row * size + inset}" width="${columns * size - 2 * inset}" height="${rows * size - 2 * inset}" rx="9" fill="${tint}" fill-opacity=".09" stroke="${tint}" stroke-width="1.8"/>`,
      );
    }
    legend.push(
      `<rect x="252" y="${52 + g * 24}" width="14" height="14" rx="4" fill="${tint}" fill-opacity=".12" stroke="${tint}" stroke-width="1.6"/><text x="274" y="${64 + g * 24}" font-size="14" font-style="italic">${group.name.replaceAll("'", '′')}</text>`,
    );
  }
  const height = Math.max(212, 60 + groups.length * 24);
  return `<div class="figure"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 ${height}" width="360" role="img" aria-label="Karnaugh map of ${names}"><g fill="#1c2330">${parts.join('')}${legend.join('')}</g></svg></div>\n`;
}

/** The rectangles a group is made of: one, or several where it runs over the edge of the map. */
function blocks(cells: { row: number; column: number }[]) {
  const spans = (values: number[]) => {
    const sorted = [...new Set(values)].toSorted((a, b) => a - b);
    const runs: [number, number][] = [];
    for (const value of sorted) {
      const last = runs.at(-1);
      if (last !== undefined && last[0] + last[1] === value) last[1] += 1;
      else runs.push([value, 1]);
    }
    return runs;
  };
  const across = spans(cells.map(({ column }) => column));
  return spans(cells.map(({ row }) => row)).flatMap(([row, rows]) =>
    across.map(([column, columns]) => ({ row, rows, column, columns })),
  );
}

/** One exercise of the workbook, `ones ; don't-cares`, minimised by the tabular method and drawn as a map. */
export function minimised(names: string, line: string, number: number): string {
  const [ones = [], free = []] = line.split(';').map(numbers);
  const primes = primeImplicants([...ones, ...free]);
  const cover = smallestCover(ones, primes);
  const term = (prime: string) =>
    [...prime].map((bit, i) => (bit === '-' ? '' : `${names[i]}${bit === '0' ? "'" : ''}`)).join('') || '1';
  const tex = cover
    .map((prime) =>
      [...prime].map((bit, i) => (bit === '-' ? '' : bit === '0' ? `\\overline{${names[i]}}` : names[i])).join(''),
    )
    .join('+');
  const given = `F(${[...names].join(',')})=\\sum m(${ones.join(',')})${free.length > 0 ? `+d(${free.join(',')})` : ''}`;
  const essential = cover.filter((prime) =>
    ones.some((one) => covers(prime, one) && primes.filter((other) => covers(other, one)).length === 1),
  );
  const picture = mapPicture(
    names,
    ones,
    free,
    cover.map((prime) => ({ cells: [...Array(16).keys()].filter((cell) => covers(prime, cell)), name: term(prime) })),
  );
  const gates = cover.filter((prime) => prime.replaceAll('-', '').length > 1).length;
  return `### Exercise ${number}\n\nReduce $${given}$.\n\n${picture}\n**Prime implicants:** ${primes.map((prime) => `$${texTerm(prime, names)}$`).join(', ')}. **Essential:** ${essential.length === 0 ? 'none' : essential.map((prime) => `$${texTerm(prime, names)}$`).join(', ')}.\n\n$$F=${tex}$$\n\nAs a two-level circuit: ${gates} AND ${gates === 1 ? 'gate' : 'gates'}${cover.length > 1 ? ' and one OR gate' : ''}; ${cover.join('').replaceAll('-', '').length} literals in place of ${ones.length * 4}.\n`;
}

function texTerm(prime: string, names: string): string {
  return [...prime].map((bit, i) => (bit === '-' ? '' : bit === '0' ? `\\overline{${names[i]}}` : names[i])).join('');
}

function covers(prime: string, cell: number): boolean {
  return [...prime].every((bit, i) => bit === '-' || Number(bit) === ((cell >> (3 - i)) & 1));
}

/** Quine and McCluskey: join terms that differ in one place until none can be joined. */
function primeImplicants(cells: number[]): string[] {
  let terms = new Set(cells.map((cell) => cell.toString(2).padStart(4, '0')));
  const primes = new Set<string>();
  while (terms.size > 0) {
    const joined = new Set<string>();
    const used = new Set<string>();
    for (const a of terms) {
      for (const b of terms) {
        const differ = [...a].flatMap((bit, i) => (bit === b[i] ? [] : [i]));
        const [at] = differ;
        if (differ.length !== 1 || at === undefined || a[at] === '-' || b[at] === '-') continue;
        used.add(a).add(b);
        joined.add(`${a.slice(0, at)}-${a.slice(at + 1)}`);
      }
    }
    for (const term of terms) if (!used.has(term)) primes.add(term);
    terms = joined;
  }
  return [...primes].toSorted();
}

/** The fewest primes, then the fewest literals, that cover all ones: small enough to try every choice. */
function smallestCover(ones: number[], primes: string[]): string[] {
  let best = primes;
  const cost = (cover: string[]) => cover.length * 100 + cover.join('').replaceAll('-', '').length;
  for (let choice = 1; choice < 2 ** primes.length; choice += 1) {
    const cover = primes.filter((_prime, i) => (choice >> i) & 1);
    if (cost(cover) < cost(best) && ones.every((one) => cover.some((prime) => covers(prime, one)))) best = cover;
  }
  return best;
}

/** The numbers 0 to 63 in the codes of the course. */
export function codeTable(): string {
  const rows = [...Array(64).keys()].map((n) => {
    const gray = n ^ (n >> 1);
    const bcd = [...String(n)].map((digit) => Number(digit).toString(2).padStart(4, '0')).join(' ');
    return `| ${n} | ${n.toString(2).padStart(6, '0')} | ${n.toString(8)} | ${n.toString(16).toUpperCase()} | ${gray.toString(2).padStart(6, '0')} | ${bcd} |`;
  });
  return `| decimal | binary | octal | hex | Gray | BCD |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
