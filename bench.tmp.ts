import { mkdtemp, rm } from 'node:fs/promises';
import { measureImportRun } from './bench/import/import-run.ts';
const folder = await mkdtemp('/tmp/imp-');
try { for (const line of await measureImportRun(folder)) console.log(line); } finally { await rm(folder, { recursive: true, force: true }); }
