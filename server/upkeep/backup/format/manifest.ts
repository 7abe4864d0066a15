import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupProblem } from './backup-problem.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const summary = z.object({
  kind: z.literal('examshelf-manifest'),
  takenAt: z.string(),
  /** Identifies the library: a folder has only the backups of one library. */
  library: z.string(),
  migrations: z.array(z.object({ name: z.string(), digest: z.string() })),
  database: z.object({ sha256, sizeBytes: count, packedSha256: sha256, packedBytes: count }),
  materials: count,
  files: count,
  bytes: count,
});
const content = z.object({ sha256, sizeBytes: count });
const missing = z.object({ missing: z.string(), name: z.string(), sha256 });
const end = z.object({ end: sha256 });

export type Manifest = z.infer<typeof summary> & {
  /** The distinct bytes that the snapshot needs: their sizes, by SHA-256. */
  contents: Map<string, number>;
  /** Files whose bytes were already lost or damaged in the library. */
  missing: { id: string; name: string; sha256: string }[];
};

/** Writes a manifest as lines of JSON; the last line has a digest of all lines before it. */
export function writeManifest({ contents, missing, ...facts }: Manifest): Buffer {
  const lines = [
    facts,
    ...[...contents].map(([sha256, sizeBytes]) => ({ sha256, sizeBytes })),
    ...missing.map(({ id, name, sha256 }) => ({ missing: id, name, sha256 })),
  ].map((line) => `${JSON.stringify(line)}\n`);
  const body = lines.join('');
  return Buffer.from(`${body}${JSON.stringify({ end: digest(body) })}\n`);
}

/** Parses a manifest. Throws BackupProblem if it is cut off or was changed. */
export function parseManifest(text: string): Manifest {
  const damaged = new BackupProblem('the backup is damaged: its list of contents is cut short or was changed');
  const cut = text.lastIndexOf('\n', text.length - 2) + 1;
  const body = text.slice(0, cut);
  try {
    if (!text.endsWith('\n') || end.parse(JSON.parse(text.slice(cut))).end !== digest(body)) throw damaged;
    const [first = '', ...rest] = body.trimEnd().split('\n');
    const manifest: Manifest = { ...summary.parse(JSON.parse(first)), contents: new Map(), missing: [] };
    for (const line of rest) {
      const found: unknown = JSON.parse(line);
      const lost = missing.safeParse(found);
      if (lost.success) {
        const { missing: id, ...facts } = lost.data;
        manifest.missing.push({ id, ...facts });
      } else {
        const each = content.parse(found);
        manifest.contents.set(each.sha256, each.sizeBytes);
      }
    }
    return manifest;
  } catch (cause) {
    throw cause === damaged ? damaged : new BackupProblem(damaged.message, { cause });
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
