import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { runAdmin } from './admin/run-admin.ts';

/** `npm run admin`: manages the administrators of a library, from the terminal of its server. */
keepFilesPrivate();
const { stdin, stdout, stderr, env } = process;
process.exitCode = await runAdmin(process.argv.slice(2), { stdin, stdout, stderr, env });
