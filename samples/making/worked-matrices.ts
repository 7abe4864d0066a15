/** Fractions, so that the worked elimination shows what a student writes by hand. */
type Fraction = [number, number];

function divisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : divisor(b, a % b);
}

function fraction(top: number, bottom: number): Fraction {
  const by = divisor(top, bottom) * Math.sign(bottom);
  return [top / by || 0, bottom / by];
}

const times = (a: Fraction, b: Fraction) => fraction(a[0] * b[0], a[1] * b[1]);
const minus = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
const over = (a: Fraction, b: Fraction) => fraction(a[0] * b[1], a[1] * b[0]);
const tex = ([top, bottom]: Fraction) =>
  bottom === 1 ? String(top) : `${top < 0 ? '-' : ''}\\frac{${Math.abs(top)}}{${bottom}}`;

const SYSTEMS: number[][][] = [
  [[2, 3, 1, 9], [1, 2, 3, 6], [3, 1, 2, 8]],
  [[2, 1, 1, 10], [3, 2, 3, 18], [1, 4, 9, 16]],
  [[1, 1, 1, 6], [2, -1, 3, 9], [3, 2, -1, 4]],
  [[1, 2, 1, 8], [2, 3, 4, 20], [4, 3, 2, 16]],
  [[3, 2, -1, 4], [1, -1, 2, 5], [2, 3, 1, 11]],
  [[1, 1, 1, 1, 10], [1, -1, 2, 1, 9], [2, 1, -1, 3, 13], [3, 2, 1, -1, 6]],
]; // oxfmt-ignore
const NAMES = ['x', 'y', 'z', 'w'];

function equations(system: number[][]): string {
  const lines = system.map((row) => {
    const left = row
      .slice(0, -1)
      .map(
        (value, i) => `${value < 0 ? '-' : i > 0 ? '+' : ''}${Math.abs(value) === 1 ? '' : Math.abs(value)}${NAMES[i]}`,
      )
      .join('');
    return `${left}&=${row.at(-1)}`;
  });
  return `$$\\begin{aligned}${lines.join('\\\\')}\\end{aligned}$$`;
}

/** Systems solved by Gauss elimination in fractions, every matrix shown. */
export function eliminationExamples(): string {
  return SYSTEMS.map((system, number) => {
    const rows = system.map((row) => row.map((value): Fraction => [value, 1]));
    const size = rows.length;
    const cell = (i: number, j: number): Fraction => rows[i]?.[j] ?? [0, 1];
    const matrix = () => `\\begin{bmatrix}${rows.map((row) => row.map(tex).join('&')).join('\\\\')}\\end{bmatrix}`;
    let text = `### ${number + 1}. Solve\n\n${equations(system)}\n\nThe augmented matrix:\n\n$$${matrix()}$$\n\n`;
    for (let pivot = 0; pivot < size - 1; pivot += 1) {
      const done: string[] = [];
      for (let i = pivot + 1; i < size; i += 1) {
        const factor = over(cell(i, pivot), cell(pivot, pivot));
        if (factor[0] === 0) continue;
        rows[i] = (rows[i] ?? []).map((value, j) => minus(value, times(factor, cell(pivot, j))));
        const sign = factor[0] < 0 ? '+' : '-';
        const size1 = tex([Math.abs(factor[0]), factor[1]]);
        done.push(`R_${i + 1}\\to R_${i + 1}${sign}${size1 === '1' ? '' : size1}R_${pivot + 1}`);
      }
      if (done.length > 0) text += `$${done.join(',\\quad ')}$:\n\n$$${matrix()}$$\n\n`;
    }
    const found: Fraction[] = [];
    const back: string[] = [];
    for (let i = size - 1; i >= 0; i -= 1) {
      let right = cell(i, size);
      for (let j = i + 1; j < size; j += 1) right = minus(right, times(cell(i, j), found[j] ?? [0, 1]));
      found[i] = over(right, cell(i, i));
      back.push(`${NAMES[i]}=${tex(found[i] ?? [0, 1])}`);
    }
    return `${text}Back substitution gives $${back.join(',\\quad ')}$.\n`;
  }).join('\n');
}

const DOMINANT: number[][][] = [
  [[10, 1, 1, 12], [2, 10, 1, 13], [2, 2, 10, 14]],
  [[20, 1, -2, 17], [3, 20, -1, -18], [2, -3, 20, 25]],
  [[8, -3, 2, 20], [4, 11, -1, 33], [6, 3, 12, 35]],
  [[27, 6, -1, 85], [6, 15, 2, 72], [1, 1, 54, 110]],
  [[5, 2, 1, 12], [1, 4, 2, 15], [1, 2, 5, 20]],
]; // oxfmt-ignore

/** Diagonally dominant systems by Jacobi's and by Seidel's rounds, side by side. */
export function seidelExamples(): string {
  return DOMINANT.map((system, number) => {
    const rounds = (seidel: boolean) => {
      let values = [0, 0, 0];
      return Array.from({ length: 8 }, (_round, n) => {
        const old = [...values];
        const next = [...values];
        for (const [i, row] of system.entries()) {
          const known = seidel ? next : old;
          next[i] =
            ((row[3] ?? 0) - row.slice(0, 3).reduce((sum, a, j) => sum + (j === i ? 0 : a * (known[j] ?? 0)), 0)) /
            (row[i] ?? 1);
        }
        values = next;
        return `| ${n + 1} | ${values.map((value) => value.toFixed(5).replace('-', '−')).join(' | ')} |`;
      });
    };
    const head = '| round | $x$ | $y$ | $z$ |\n|---|---|---|---|';
    return `### ${number + 1}. Solve by rounds\n\n${equations(system)}\n\nBegin with zeros. **Jacobi**, all from the round before:\n\n${head}\n${rounds(false).join('\n')}\n\n**Gauss–Seidel**, each from the newest values:\n\n${head}\n${rounds(true).join('\n')}\n`;
  }).join('\n');
}

const SQUARES: number[][][] = [
  [[2, -1, 0], [-1, 2, -1], [0, -1, 2]],
  [[1, 6, 1], [1, 2, 0], [0, 0, 3]],
  [[4, 1, 0], [1, 3, 1], [0, 1, 2]],
  [[25, 1, 2], [1, 3, 0], [2, 0, -4]],
]; // oxfmt-ignore

/** The largest eigenvalue of a matrix by the power method. */
export function powerExamples(): string {
  return SQUARES.map((matrix, number) => {
    let vector = [1, 1, 1];
    let value = 0;
    const rows = Array.from({ length: 12 }, (_step, n) => {
      const product = matrix.map((row) => row.reduce((sum, a, j) => sum + a * (vector[j] ?? 0), 0));
      value = product.reduce((best, entry) => (Math.abs(entry) > Math.abs(best) ? entry : best), 0);
      vector = product.map((entry) => entry / value);
      return `| ${n + 1} | ${product.map((entry) => entry.toFixed(4)).join(' | ')} | ${value.toFixed(4)} | ${vector.map((entry) => entry.toFixed(4)).join(' , ')} |`.replaceAll(
        '-',
        '−',
      );
    });
    return `### ${number + 1}. The largest eigenvalue\n\n$$A=\\begin{bmatrix}${matrix.map((row) => row.join('&')).join('\\\\')}\\end{bmatrix}$$\n\nBegin with $(1,1,1)$ and divide each product by its largest entry.\n\n| step | | $A\\mathbf{v}$ | | λ | new vector |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n\nSo $\\lambda\\approx ${value.toFixed(3)}$.\n`;
  }).join('\n');
}
