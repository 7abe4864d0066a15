import { businessMonth } from './worked-accounts.ts';
import { codeTable, karnaughMap, minimised } from './worked-logic.ts';
import { roots, tables, worked } from './worked-numerical.ts';
import { ganttChart } from './worked-scheduling.ts';
import { curve, levelPage, traverse, venturi } from './worked-survey.ts';

/** A worked example as Markdown: `args` are the words after `worked` on the fence, `text` is its content. */
type Worked = (args: string[], text: string) => string;

const WORKED: Record<string, Worked> = {
  kmap: ([names = 'ABCD'], text) => karnaughMap(names, text),
  minimise: ([names = 'ABCD'], text) =>
    text
      .trim()
      .split('\n')
      .map((line, i) => minimised(names, line, i + 1))
      .join('\n\n'),
  codes: () => codeTable(),
  gantt: ([policy = 'fcfs', quantum = '1'], text) => ganttChart(policy, Number(quantum), text),
  'level-hi': ([start = '100'], text) => levelPage(Number(start), text, 'instrument'),
  'level-rf': ([start = '100'], text) => levelPage(Number(start), text, 'rise and fall'),
  traverse: (_args, text) => traverse(text),
  curve: (args) => curve(args.map(Number)),
  venturi: (args) => venturi(args.map(Number)),
  roots: ([method = 'bisection']) => roots(method),
  numerical: ([topic = '']) => worked(topic),
  table: ([topic = '']) => tables(topic),
  month: (args, text) => businessMonth(args.map(Number), text),
};

/** The worked example of a fence in the sources. Throws for an unknown kind. */
export function workedTable(args: string[], text: string): string {
  const [kind = '', ...rest] = args;
  const make = WORKED[kind];
  if (make === undefined) throw new Error(`worked example "${kind}" is not known`);
  return make(rest, text);
}
