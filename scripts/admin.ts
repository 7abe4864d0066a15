import { runAdmin } from './admin/run-admin.ts';

/** `npm run admin`: the administrators of a library, from the terminal of its server. */
const { stdin, stdout, stderr, env } = process;
process.exitCode = await runAdmin(process.argv.slice(2), { stdin, stdout, stderr, env });
