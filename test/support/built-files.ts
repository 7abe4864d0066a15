import { readFileSync } from 'node:fs';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '..', '..', 'dist');

/** The folder of the built scripts and styles. */
export const assetsFolder = path.join(dist, 'client', 'assets');

/** Returns the names of the scripts and styles of English pages by file, as written by the build (vite.config.ts). */
export function readBuiltNames(): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dist, 'file-names.json'), 'utf8')) as Record<string, string>;
}

/** Returns the file of that name, such as `about` or `app.css`. Throws if there is none, or several. */
export function builtFile(name: string): string {
  const files = Object.entries(readBuiltNames()).flatMap(([file, each]) => (each === name ? [file] : []));
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} files are named ${name}`);
  return file;
}
