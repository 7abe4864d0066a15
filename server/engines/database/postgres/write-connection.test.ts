import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';

const missing = whyNoPostgres();

describe.skipIf(missing)('transactions that write to PostgreSQL', () => {
  test('rolls back the transaction of a stopped process, which does not block other writers', async () => {
    await using library = await openPostgresLibrary({ silenceMs: 300 });
    const { database } = library;
    const other = await library.open();
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stopped = database.transaction(async ({ settings }) => {
      await settings.set('stopped', 'in the middle');
      begin();
      // The machine has lost power, or the process was stopped: nothing more is sent, and nothing is closed.
      await asleep;
      await settings.set('stopped', 'awake');
    });
    stopped.catch(() => undefined);
    await hasBegun;
    await other.settings.set('other', 'written');
    wake();
    await expect(stopped).rejects.toMatchObject({ name: 'DatabaseFailing' });
    expect(await other.settings.find('stopped')).toBeNull();
    expect(await other.settings.find('other')).toBe('written');
    // The database continues with another connection.
    await database.settings.set('stopped', 'again');
    expect(await other.settings.find('stopped')).toBe('again');
    await other.close();
  });
});
