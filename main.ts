import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Caches compiled code on the disk: removing the types and compiling takes a third of the time of a start. The cache is
 * next to the code, because a person who can write there can change the code anyway; without permission to write, the
 * server starts without the cache. `NODE_COMPILE_CACHE` names another folder, and `NODE_DISABLE_COMPILE_CACHE=1` switches
 * the cache off.
 */
process.env['NODE_COMPILE_CACHE'] ||= path.join(import.meta.dirname, 'node_modules', '.cache', 'compiled');
// The setting only affects threads and processes that this process starts, which has already read its own.
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

// Imported here, because static imports would be compiled before the cache is enabled.
const { runProcess } = await import('./server/start/run-process.ts');
await runProcess();
// Node writes the cache at the end of a process, which a killed process does not reach.
flushCompileCache();
