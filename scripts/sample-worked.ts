export function workedTable(args: string[], text: string): string {
  return args.join(' ') + text;
}
