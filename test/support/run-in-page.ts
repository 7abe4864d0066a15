import type { Page } from 'playwright-core';

type Callable = (...parameters: never[]) => unknown;

/**
 * Runs a function in the page, together with the functions that it and they call. `page.evaluate` sends the source of a
 * single function; with this, a long check can consist of several functions. All of them must be function declarations
 * in one file, and `argument` must be JSON.
 */
export function runInPage<Result, Argument = undefined>(
  page: Page,
  run: (argument: Argument) => Result,
  { calls, argument }: { calls: readonly Callable[]; argument?: Argument },
): Promise<Awaited<Result>> {
  const sources = [run, ...calls].map(String).join('\n');
  return page.evaluate(`(() => {\n${sources}\nreturn ${run.name}(${JSON.stringify(argument)});\n})()`);
}
