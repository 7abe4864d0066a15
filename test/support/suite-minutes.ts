import type { Reporter, TestModule } from 'vitest/node';

/** Prints the minutes from the start of the run to the end of each suite: they run one after the other. */
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
    for (const [name, end] of this.#endOf) {
      process.stdout.write(`${((end - from) / 60_000).toFixed(2).padStart(7)} min  ${name}\n`);
      from = end;
    }
  }
}
