import { differenceExamples, fitExamples } from './worked-tables.ts';
import { eliminationExamples, powerExamples, seidelExamples } from './worked-matrices.ts';

/** A number as it is printed in the worked examples: fixed places and a true minus sign. */
export const shown = (value: number, places = 6) =>
  (Math.abs(value) < 0.5 * 10 ** -places ? 0 : value).toFixed(places).replace('-', '−');
/** The same inside a formula, where the sign is drawn by the formula. */
export const inFormula = (value: number, places = 4) => shown(value, places).replace('−', '-');

interface Equation {
  tex: string;
  slope: string;
  f: (x: number) => number;
  df: (x: number) => number;
  from: number;
  to: number;
}

const EQUATIONS: Equation[] = [
  { tex: 'x^3-2x-5', slope: '3x^2-2', f: (x) => x ** 3 - 2 * x - 5, df: (x) => 3 * x * x - 2, from: 2, to: 3 },
  { tex: 'x^3-x-1', slope: '3x^2-1', f: (x) => x ** 3 - x - 1, df: (x) => 3 * x * x - 1, from: 1, to: 2 },
  { tex: 'x^2-3', slope: '2x', f: (x) => x * x - 3, df: (x) => 2 * x, from: 1, to: 2 },
  { tex: '\\cos x-x', slope: '-\\sin x-1', f: (x) => Math.cos(x) - x, df: (x) => -Math.sin(x) - 1, from: 0, to: 1 },
  { tex: 'xe^x-1', slope: '(x+1)e^x', f: (x) => x * Math.exp(x) - 1, df: (x) => (x + 1) * Math.exp(x), from: 0, to: 1 },
  { tex: 'x\\log_{10}x-1.2', slope: '\\log_{10}x+0.4343', f: (x) => x * Math.log10(x) - 1.2, df: (x) => Math.log10(x) + Math.LOG10E, from: 2, to: 3 },
  { tex: '3x-\\cos x-1', slope: '3+\\sin x', f: (x) => 3 * x - Math.cos(x) - 1, df: (x) => 3 + Math.sin(x), from: 0, to: 1 },
  { tex: 'x^4-x-10', slope: '4x^3-1', f: (x) => x ** 4 - x - 10, df: (x) => 4 * x ** 3 - 1, from: 1, to: 2 },
]; // oxfmt-ignore

/** Every equation of the book, solved by one method. */
export function roots(method: string): string {
  return EQUATIONS.map((equation, i) => {
    const { rows, head, start, answer } = solved(method, equation);
    return `### ${i + 1}. Solve $${equation.tex}=0$\n\n${start}\n\n${head}\n|${head.match(/\|/g)?.slice(1).map(() => '---|').join('') ?? ''}\n${rows.join('\n')}\n\nThe root is **${shown(answer, 5)}**, where $f=${inFormula(equation.f(answer), 6)}$.\n`;
  }).join('\n'); // oxfmt-ignore
}

function solved(method: string, { tex, slope, f, df, from, to }: Equation) {
  const rows: string[] = [];
  let [a, b] = [from, to];
  let answer = a;
  const ends = `$f(${from})=${inFormula(f(from))}$ and $f(${to})=${inFormula(f(to))}$ have opposite signs, so a root lies between.`;
  if (method === 'bisection' || method === 'false-position') {
    for (let step = 1; step <= (method === 'bisection' ? 14 : 10); step += 1) {
      const before = answer;
      answer = method === 'bisection' ? (a + b) / 2 : (a * f(b) - b * f(a)) / (f(b) - f(a));
      rows.push(`| ${step} | ${shown(a)} | ${shown(b)} | ${shown(answer)} | ${shown(f(answer))} |`);
      if (f(a) * f(answer) < 0) b = answer;
      else a = answer;
      if (Math.abs(answer - before) < 5e-6) break;
    }
    return {
      rows,
      answer,
      start: ends,
      head: `| step | a | b | ${method === 'bisection' ? 'middle' : 'c'} | f there |`,
    };
  }
  if (method === 'secant') {
    for (let step = 1; step <= 9; step += 1) {
      answer = b - (f(b) * (b - a)) / (f(b) - f(a));
      rows.push(`| ${step} | ${shown(a)} | ${shown(b)} | ${shown(answer)} | ${shown(f(answer))} |`);
      if (Math.abs(answer - b) < 5e-7) break;
      [a, b] = [b, answer];
    }
    return {
      rows,
      answer,
      start: `Begin with $x_0=${from}$ and $x_1=${to}$.`,
      head: '| step | older | newer | next | f there |',
    };
  }
  answer = to;
  for (let step = 1; step <= 8; step += 1) {
    const next = answer - f(answer) / df(answer);
    rows.push(`| ${step} | ${shown(answer)} | ${shown(f(answer))} | ${shown(df(answer))} | ${shown(next)} |`);
    const done = Math.abs(next - answer) < 5e-7;
    answer = next;
    if (done) break;
  }
  return {
    rows,
    answer,
    start: `$f(x)=${tex}$ and $f'(x)=${slope}$. Begin with $x_0=${to}$.`,
    head: '| step | x | f | f ′ | next x |',
  };
}

interface Integral {
  tex: string;
  f: (x: number) => number;
  a: number;
  b: number;
  exact: number;
  names: [string, string];
}

const INTEGRALS: Integral[] = [
  { tex: '\\frac{1}{1+x^2}', f: (x) => 1 / (1 + x * x), a: 0, b: 6, exact: Math.atan(6), names: ['0', '6'] },
  { tex: '\\frac{1}{x}', f: (x) => 1 / x, a: 1, b: 2, exact: Math.LN2, names: ['1', '2'] },
  { tex: 'e^{-x^2}', f: (x) => Math.exp(-x * x), a: 0, b: 1, exact: 0.746824132812427, names: ['0', '1'] },
  { tex: '\\sin x', f: Math.sin, a: 0, b: Math.PI, exact: 2, names: ['0', '\\pi'] },
  { tex: '\\sqrt{1+x^3}', f: (x) => Math.sqrt(1 + x ** 3), a: 0, b: 1, exact: 1.111447970539, names: ['0', '1'] },
  { tex: 'x\\ln x', f: (x) => x * Math.log(x), a: 1, b: 3, exact: 4.5 * Math.log(3) - 2, names: ['1', '3'] },
]; // oxfmt-ignore

function integralExamples(): string {
  return INTEGRALS.map(({ tex, f, a, b, exact, names }, i) => {
    const h = (b - a) / 6;
    const y = Array.from({ length: 7 }, (_point, k) => f(a + k * h));
    const at = (k: number) => y[k] ?? 0;
    const trapezoid = (h / 2) * (at(0) + at(6) + 2 * (at(1) + at(2) + at(3) + at(4) + at(5)));
    const simpson = (h / 3) * (at(0) + at(6) + 4 * (at(1) + at(3) + at(5)) + 2 * (at(2) + at(4)));
    const eighths = ((3 * h) / 8) * (at(0) + at(6) + 3 * (at(1) + at(2) + at(4) + at(5)) + 2 * at(3));
    const gauss =
      ((b - a) / 2) *
      [-Math.sqrt(0.6), 0, Math.sqrt(0.6)].reduce(
        (sum, t, k) => sum + (([5, 8, 5][k] ?? 0) / 9) * f((a + b) / 2 + ((b - a) / 2) * t),
        0,
      );
    const line = (name: string, value: number) =>
      `| ${name} | ${shown(value)} | ${shown(value - exact)} | ${shown((100 * (value - exact)) / exact, 3)} % |`;
    return `### ${i + 1}. Evaluate $\\int_{${names[0]}}^{${names[1]}}${tex}\\,dx$\n\nSix strips, $h=${inFormula(h)}$.\n\n| $x$ | ${y.map((_value, k) => shown(a + k * h, 4)).join(' | ')} |\n|---|${y.map(() => '---|').join('')}\n| $y$ | ${y.map((value) => shown(value, 5)).join(' | ')} |\n\n| rule | result | error | |\n|---|---|---|---|\n${line('trapezoids', trapezoid)}\n${line('Simpson 1/3', simpson)}\n${line('Simpson 3/8', eighths)}\n${line('Gauss, 3 points', gauss)}\n\nThe true value is ${shown(exact)}.\n`;
  }).join('\n');
}

interface Start {
  tex: string;
  f: (x: number, y: number) => number;
  y0: number;
  h: number;
  exact: (x: number) => number;
  solution: string;
}

const STARTS: Start[] = [
  { tex: 'x+y', f: (x, y) => x + y, y0: 1, h: 0.1, exact: (x) => 2 * Math.exp(x) - x - 1, solution: '2e^x-x-1' },
  { tex: 'y-x^2+1', f: (x, y) => y - x * x + 1, y0: 0.5, h: 0.2, exact: (x) => (x + 1) ** 2 - 0.5 * Math.exp(x), solution: '(x+1)^2-\\frac{1}{2}e^x' },
  { tex: '-2xy', f: (x, y) => -2 * x * y, y0: 1, h: 0.1, exact: (x) => Math.exp(-x * x), solution: 'e^{-x^2}' },
  { tex: '1+y^2', f: (_x, y) => 1 + y * y, y0: 0, h: 0.1, exact: Math.tan, solution: '\\tan x' },
  { tex: '-3y+6', f: (_x, y) => 6 - 3 * y, y0: 0, h: 0.1, exact: (x) => 2 - 2 * Math.exp(-3 * x), solution: '2-2e^{-3x}' },
]; // oxfmt-ignore

function startExamples(): string {
  return STARTS.map(({ tex, f, y0, h, exact, solution }, i) => {
    let [euler, heun, kutta] = [y0, y0, y0];
    const rows = [`| 0.0 | ${shown(y0)} | ${shown(y0)} | ${shown(y0)} | ${shown(y0)} |`];
    let steps = '';
    for (let n = 0; n < 6; n += 1) {
      const x = n * h;
      euler += h * f(x, euler);
      const guess = heun + h * f(x, heun);
      heun += (h / 2) * (f(x, heun) + f(x + h, guess));
      const k1 = f(x, kutta);
      const k2 = f(x + h / 2, kutta + (h / 2) * k1);
      const k3 = f(x + h / 2, kutta + (h / 2) * k2);
      const k4 = f(x + h, kutta + h * k3);
      const before = kutta;
      kutta += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      if (n < 2)
        steps += `$$\\begin{aligned}k_1&=${inFormula(k1)},\\quad k_2=${inFormula(k2)},\\quad k_3=${inFormula(k3)},\\quad k_4=${inFormula(k4)}\\\\y_{${n + 1}}&=${inFormula(before)}+\\frac{${h}}{6}(k_1+2k_2+2k_3+k_4)=${inFormula(kutta, 6)}\\end{aligned}$$\n\n`;
      rows.push(
        `| ${(x + h).toFixed(1)} | ${shown(euler)} | ${shown(heun)} | ${shown(kutta)} | ${shown(exact(x + h))} |`,
      );
    }
    return `### ${i + 1}. Solve $y'=${tex}$ with $y(0)=${y0}$\n\nStep $h=${h}$. The true solution, for comparison, is $y=${solution}$. The first two Runge–Kutta steps in full:\n\n${steps}| $x$ | Euler | Heun | Runge–Kutta | true |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  }).join('\n');
}

const TOPICS: Record<string, () => string> = {
  integrals: integralExamples,
  starts: startExamples,
  elimination: eliminationExamples,
  seidel: seidelExamples,
  power: powerExamples,
  differences: differenceExamples,
  fits: fitExamples,
};

/** The worked examples of one topic. */
export function worked(topic: string): string {
  const make = TOPICS[topic];
  if (make === undefined) throw new Error(`worked topic "${topic}" is not known`);
  return make();
}

/** A reference table of the appendix. */
export function tables(topic: string): string {
  if (topic === 'powers')
    return grid(['n', 'n²', 'n³', '√n', '∛n', '1/n', 'ln n'], 100, (n) => [
      String(n),
      String(n * n),
      String(n ** 3),
      Math.sqrt(n).toFixed(4),
      Math.cbrt(n).toFixed(4),
      (1 / n).toFixed(5),
      Math.log(n).toFixed(4),
    ]);
  if (topic === 'angles')
    return grid(['°', 'rad', 'sin', 'cos', 'tan'], 91, (n) => [
      String(n - 1),
      (((n - 1) * Math.PI) / 180).toFixed(4),
      Math.sin(((n - 1) * Math.PI) / 180).toFixed(4),
      Math.cos(((n - 1) * Math.PI) / 180).toFixed(4),
      n === 91 ? '∞' : Math.tan(((n - 1) * Math.PI) / 180).toFixed(4),
    ]);
  if (topic === 'normal') {
    const columns = [...Array(10).keys()];
    return grid(['z', ...columns.map((column) => `.0${column}`)], 36, (n) => [
      ((n - 1) / 10).toFixed(1),
      ...columns.map((column) => normal((n - 1) / 10 + column / 100).toFixed(4)),
    ]);
  }
  throw new Error(`table "${topic}" is not known`);
}

function grid(head: string[], count: number, row: (n: number) => string[]): string {
  const rows = Array.from({ length: count }, (_row, i) => `| ${row(i + 1).join(' | ')} |`);
  return `| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}\n${rows.join('\n')}\n`;
}

/** The area under the normal curve left of z, by Simpson's rule: the book's own method. */
function normal(z: number): number {
  const strips = 400;
  const h = z / strips;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(z);
  for (let k = 1; k < strips; k += 1) sum += (k % 2 === 1 ? 4 : 2) * density(k * h);
  return 0.5 + (h / 3) * sum;
}
