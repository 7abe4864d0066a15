import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Code that was compiled before need not be stripped of its types and compiled again, which is a third of a start. Beside
 * the code, because who can write there can change the code anyway; where nobody may write, the server starts without.
 * `NODE_COMPILE_CACHE` names another folder, unless it is empty, and `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
process.env['NODE_COMPILE_CACHE'] ||= path.join(import.meta.dirname, 'node_modules', '.cache', 'compiled');
// The setting is for threads and processes that this one starts; it was read too early for this one.
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

// Imported here, since what this file imports itself would be compiled first.
const { runProcess } = await import('./server/start/run-process.ts');
await runProcess();
// By itself it is written at the end of a process, which one that is killed does not reach.
flushCompileCache();
