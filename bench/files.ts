import { api } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import type { BenchLibrary } from './library.ts';
import { compare, load, ratio, type Load } from './load.ts';
import { openNginx } from './nginx.ts';

/** Whole files and 64 KB ranges against a bare `createReadStream` server, and against nginx where it is installed. */
export async function measureFiles(library: BenchLibrary): Promise<string[]> {
  await using nginx = await openNginx(library.folder);
  const urls: Record<string, string> = {
    ours: `${library.url}${api.fileDownload(ids, library.large.id)}`,
    bare: `${library.besideUrl}/file`,
    ...(nginx ? { nginx: `${nginx.url}/large.pdf` } : {}),
  };
  const measures = (options: Parameters<typeof load>[1]) =>
    Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, () => load(url, options)]));
  const whole = await compare(measures({ seconds: 3, connections: 2 }));
  const ranges = await compare(
    measures({ seconds: 3, connections: 8, range: { length: 64 * 1024, size: library.large.bytes } }),
  );
  const line = (name: string, seen: Load) =>
    `  ${name.padEnd(6)} ${(seen.bytesPerSecond / 1024 / 1024).toFixed(0).padStart(6)} MB/s  ${seen.perSecond.toFixed(0).padStart(6)} requests/s  p99 ${seen.p99Ms} ms  failed ${seen.failed}`;
  const against = (seen: Record<string, Load>) =>
    ['bare', 'nginx']
      .filter((name) => name in seen)
      .map((name) => `ours / ${name} ${ratio(seen['ours']?.bytesPerSecond ?? 0, seen[name]?.bytesPerSecond ?? 1)}`)
      .join(', ');
  return [
    'a whole file of 64 MB, 2 connections',
    ...Object.entries(whole).map(([name, seen]) => line(name, seen)),
    `  ${against(whole)}${nginx ? '' : ' (nginx is not installed: skipped)'}`,
    'random ranges of 64 KB of it, 8 connections',
    ...Object.entries(ranges).map(([name, seen]) => line(name, seen)),
    `  ${against(ranges)}`,
  ];
}
