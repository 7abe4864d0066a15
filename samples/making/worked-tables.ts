const shown = (value: number, places = 4) =>
  (Math.abs(value) < 0.5 * 10 ** -places ? 0 : value).toFixed(places).replace('-', '−');
const plain = (value: number, places = 4) => String(Number(value.toFixed(places))).replace('-', '−');

interface Data {
  title: string;
  x: number[];
  y: number[];
  ask: number;
}

const EVEN: Data[] = [
  { title: 'Population of a town, thousands', x: [2031, 2041, 2051, 2061, 2071], y: [46, 66, 81, 93, 101], ask: 2036 },
  { title: 'Values of $\\sqrt[3]{x}$', x: [1, 2, 3, 4, 5], y: [1, 1.2599, 1.4422, 1.5874, 1.71], ask: 1.5 },
  { title: 'Marks: candidates below', x: [40, 50, 60, 70, 80], y: [31, 73, 124, 159, 190], ask: 45 },
  { title: 'A polynomial', x: [0, 1, 2, 3, 4], y: [1, 3, 13, 37, 81], ask: 1.5 },
  { title: 'Pressure of steam, kPa, against °C', x: [100, 110, 120, 130, 140], y: [101.3, 143.3, 198.5, 270.1, 361.3], ask: 105 },
]; // oxfmt-ignore
const UNEVEN: Data[] = [
  { title: 'Four points', x: [0, 1, 2, 5], y: [1, 3, 7, 31], ask: 3 },
  { title: 'Common logarithms', x: [300, 304, 305, 307], y: [2.4771, 2.4829, 2.4843, 2.4871], ask: 301 },
  { title: 'Height of a stone, m, against s', x: [0, 0.5, 1.2, 2], y: [30, 36.27, 37.94, 26.38], ask: 1 },
  { title: 'Five points', x: [5, 7, 11, 13, 17], y: [150, 392, 1452, 2366, 5202], ask: 9 },
  { title: 'Viscosity of water, mPa·s, against °C', x: [10, 25, 40, 60, 80], y: [1.307, 0.89, 0.653, 0.466, 0.354], ask: 30 },
]; // oxfmt-ignore

/** Difference tables: Newton's forward formula for even steps, divided differences and Lagrange for the others. */
export function differenceExamples(): string {
  const even = EVEN.map((data, i) => {
    const columns = [data.y];
    while ((columns.at(-1)?.length ?? 0) > 1) columns.push(steps(columns.at(-1) ?? []));
    const h = (data.x[1] ?? 0) - (data.x[0] ?? 0);
    const s = (data.ask - (data.x[0] ?? 0)) / h;
    let factor = 1;
    let value = 0;
    const terms = columns.map((column, k) => {
      if (k > 0) factor *= (s - k + 1) / k;
      const term = factor * (column[0] ?? 0);
      value += term;
      return `${shown(factor)} × ${plain(column[0] ?? 0)} = ${shown(term)}`;
    });
    return `### ${i + 1}. ${data.title}: the value at ${data.ask}\n\n${differenceTable(data.x, columns, 'Δ')}\n\n$h=${h}$ and $s=\\frac{x-x_0}{h}=${s}$. The terms of Newton's forward formula:\n\n${terms.map((term) => `- ${term}`).join('\n')}\n\nTheir sum is **${shown(value)}**.\n`;
  });
  const uneven = UNEVEN.map((data, i) => {
    const columns = [data.y];
    for (let k = 1; k < data.x.length; k += 1)
      columns.push(
        (columns[k - 1] ?? [])
          .slice(1)
          .map((value, j) => (value - (columns[k - 1]?.[j] ?? 0)) / ((data.x[j + k] ?? 0) - (data.x[j] ?? 0))),
      );
    let product = 1;
    let value = 0;
    for (const [k, column] of columns.entries()) {
      if (k > 0) product *= data.ask - (data.x[k - 1] ?? 0);
      value += product * (column[0] ?? 0);
    }
    const weights = data.x.map((xi) =>
      data.x.reduce((weight, xj) => (xj === xi ? weight : (weight * (data.ask - xj)) / (xi - xj)), 1),
    );
    const rows = weights.map(
      (weight, k) =>
        `| ${data.x[k]} | ${plain(data.y[k] ?? 0)} | ${shown(weight)} | ${shown(weight * (data.y[k] ?? 0))} |`,
    );
    return `### ${EVEN.length + i + 1}. ${data.title}: the value at ${data.ask}\n\nDivided differences:\n\n${differenceTable(data.x, columns, 'f')}\n\nNewton's formula gives **${shown(value)}**. Lagrange's weights give the same:\n\n| $x$ | $y$ | weight | weight × $y$ |\n|---|---|---|---|\n${rows.join('\n')}\n| | | **${shown(weights.reduce((a, b) => a + b, 0))}** | **${shown(weights.reduce((sum, weight, k) => sum + weight * (data.y[k] ?? 0), 0))}** |\n`;
  });
  return [...even, ...uneven].join('\n');
}

const steps = (values: number[]) => values.slice(1).map((value, i) => value - (values[i] ?? 0));

function differenceTable(x: number[], columns: number[][], sign: 'Δ' | 'f'): string {
  const names = columns.map((_column, k) =>
    k === 0 ? '$y$' : sign === 'Δ' ? `$\\Delta${k === 1 ? ' ' : `^${k}`}y$` : `order ${k}`,
  );
  const rows = x.map(
    (value, i) =>
      `| ${value} | ${columns.map((column) => (column[i] === undefined ? '' : plain(column[i] ?? 0))).join(' | ')} |`,
  );
  return `| $x$ | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}\n${rows.join('\n')}`;
}

interface Fit {
  title: string;
  kind: 'line' | 'exponential' | 'power';
  x: number[];
  y: number[];
}

const FITS: Fit[] = [
  { title: 'Load (kN) and extension (mm) of a bar', kind: 'line', x: [0, 2, 4, 6, 8, 10], y: [0.02, 0.41, 0.83, 1.19, 1.62, 2.01] },
  { title: 'Hours of study and marks', kind: 'line', x: [2, 3, 5, 7, 9, 10], y: [31, 40, 48, 62, 74, 79] },
  { title: 'A growing culture', kind: 'exponential', x: [1, 2, 3, 4, 5, 6], y: [15.3, 20.5, 27.4, 36.6, 49.1, 65.6] },
  { title: 'A cooling cup, degrees above the room', kind: 'exponential', x: [0, 5, 10, 15, 20, 25], y: [60, 47.1, 36.8, 28.9, 22.7, 17.8] },
  { title: 'Flow over a notch, head (m) and discharge (l/s)', kind: 'power', x: [0.08, 0.12, 0.16, 0.2, 0.24], y: [2.6, 7.1, 14.5, 25.4, 40.1] },
  { title: 'Length (m) and period (s) of a pendulum', kind: 'power', x: [0.2, 0.4, 0.6, 0.8, 1, 1.2], y: [0.9, 1.27, 1.55, 1.8, 2.01, 2.2] },
]; // oxfmt-ignore

/** Least-squares lines, exponentials and powers with the sums a student writes. */
export function fitExamples(): string {
  return FITS.map(({ title, kind, x, y }, i) => {
    const u = kind === 'power' ? x.map(Math.log) : x;
    const v = kind === 'line' ? y : y.map(Math.log);
    const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
    const product = (a: number[], b: number[]) => a.map((value, k) => value * (b[k] ?? 0));
    const [n, su, sv, suv, suu] = [x.length, total(u), total(v), total(product(u, v)), total(product(u, u))];
    const slope = (n * suv - su * sv) / (n * suu - su * su);
    const height = (sv - slope * su) / n;
    const [un, vn] = [kind === 'power' ? '\\ln x' : 'x', kind === 'line' ? 'y' : '\\ln y'];
    const rows = u.map(
      (value, k) =>
        `| ${plain(x[k] ?? 0)} | ${plain(y[k] ?? 0)} | ${shown(value)} | ${shown(v[k] ?? 0)} | ${shown(value * (v[k] ?? 0))} | ${shown(value * value)} |`,
    );
    const form = {
      line: `y=${height.toFixed(4)}+${slope.toFixed(4)}x`,
      exponential: `y=${Math.exp(height).toFixed(3)}\\,e^{${slope.toFixed(4)}x}`,
      power: `y=${Math.exp(height).toFixed(3)}\\,x^{${slope.toFixed(4)}}`,
    }[kind];
    return `### ${i + 1}. ${title}\n\n${{ line: 'Fit $y=a+bx$.', exponential: 'Fit $y=ae^{bx}$: take logarithms, $\\ln y=\\ln a+bx$.', power: 'Fit $y=ax^b$: take logarithms, $\\ln y=\\ln a+b\\ln x$.' }[kind]}\n\n| $x$ | $y$ | $u=${un}$ | $v=${vn}$ | $uv$ | $u^2$ |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n| Σ | | **${shown(su)}** | **${shown(sv)}** | **${shown(suv)}** | **${shown(suu)}** |\n\n$$b=\\frac{${n}\\times ${suv.toFixed(4)}-${su.toFixed(4)}\\times ${sv.toFixed(4)}}{${n}\\times ${suu.toFixed(4)}-(${su.toFixed(4)})^2}=${slope.toFixed(4)}\\quad\\quad\\bar{v}-b\\bar{u}=${height.toFixed(4)}$$\n\nThe best curve is $${form}$.\n`;
  }).join('\n');
}
