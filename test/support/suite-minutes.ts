import type { Reporter, TestModule } from 'vitest/node';

/** Prints the minutes of each suite, from the end of the previous suite to its own end. */
export default class SuiteMinutes implements Reporter {
  readonly #endOf = new Map<string, number>();
  #began = 0;

  onTestRunStart(): void {
    this.#began = performance.now();
  }

  onTestModuleEnd({ project }: TestModule): void {
    this.#endOf.set(project.name, performance.now());
  }

  onTestRunEnd(): void {
    let from = this.#began;
    for (const [name, end] of [...this.#endOf].sort(([, one], [, other]) => one - other)) {
      process.stdout.write(`${((end - from) / 60_000).toFixed(2).padStart(7)} min  ${name}\n`);
      from = end;
    }
  }
}
