import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import type { BenchLibrary } from './library.ts';
import type { Done, Wish } from './listeners.ts';
import { residentBytes } from './resident.ts';

const count = 1000;
/** Enough to fill the system's socket buffer of a client that does not read, and then our own buffer. */
const edits = 1500;

/**
 * Measures a thousand listeners on one library: the delay until a change reaches all of them, the memory of each, and
 * the effect on the others of one that never reads.
 */
export async function measureRealtime(library: BenchLibrary): Promise<string[]> {
  const librarian = await openLibrarian(library.url);
  const before = await residentBytes(library.pid);
  const child = fork(path.join(import.meta.dirname, 'listeners.ts'));
  const ask = async (wish: Wish): Promise<Done> => {
    const answer = once(child, 'message');
    child.send(wish);
    return ((await answer) as [Done])[0];
  };

  /** Writes over the contract; returns the times in milliseconds until the first and the last had received it. */
  async function measureOne(id: string): Promise<{ firstMs: number; lastMs: number }> {
    const heard = ask({ type: 'expect', id });
    const start = Date.now();
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    await librarian.publish('paper', { ...place, title: 'Sent to all', year: 2024, fileId: 'book' }, id);
    const done = await heard;
    const moments = done.type === 'heard' ? done.moments : [];
    await librarian.send('DELETE', api.document(ids, 'papers', id), {});
    await librarian.send('POST', panelApi.purgeMaterial(id), {});
    return { firstMs: Math.min(...moments) - start, lastMs: Math.max(...moments) - start };
  }

  try {
    const opened = await ask({ type: 'open', url: library.url, count });
    const after = await residentBytes(library.pid);
    const alone = [];
    for (let index = 0; index < 5; index += 1) alone.push(await measureOne(`sent-${index}`));
    // Only the one that never reads receives these, so that the effect on the others is measured, not the edits.
    await librarian.publish(
      'note',
      { facultyId: 'csit', semesterId: '1', subject: 'C Programming', title: 'Edited often', fileId: 'book' },
      'edited',
    );
    const lasts: number[] = [];
    for (let index = 0; index < edits; index += 1) {
      await librarian.send('PATCH', api.document(ids, 'notes', 'edited'), { data: { title: `Edit ${index}` } });
      if (index % 500 === 499) lasts.push((await measureOne(`meanwhile-${index}`)).lastMs);
    }
    const deaf = await ask({ type: 'read' });
    return [
      `${count} websockets, listeners in a separate process`,
      `  opened in ${opened.type === 'opened' ? opened.seconds.toFixed(1) : '?'} s`,
      before === null || after === null
        ? '  memory of each: measured on Linux only'
        : `  memory of each: ${((after - before) / count / 1024).toFixed(1)} KB`,
      `  a change reaches the first after ${median(alone.map(({ firstMs }) => firstMs))} ms and all after ${median(alone.map(({ lastMs }) => lastMs))} ms (median of ${alone.length}, the write itself included)`,
      `  the same while one listener that never reads is sent ${edits} edits: all others after ${lasts.join(', ')} ms`,
      `  that listener was ${deaf.type === 'read' && deaf.wasDropped ? 'dropped' : 'NOT dropped'}`,
    ];
  } finally {
    child.disconnect();
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
