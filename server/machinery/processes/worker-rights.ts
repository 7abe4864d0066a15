import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The folders with the workers' own code, besides packages. */
const ownCode = ['server', 'domain', 'contract'];

/**
 * Returns the command line of a Node process that decodes untrusted files: by Node's permission model, the process may
 * read its own program and the given folders, write to one folder, and start no other program. Node 24 can't forbid
 * network access; the machine does if it can (without-network.ts). Nothing of this restricts native code, so sharp gets
 * bytes and never a path (make-picture.ts).
 */
export function workerRights({ folders, output }: { folders: readonly string[]; output: string }): string[] {
  return [
    '--permission',
    // sharp is native.
    '--allow-addons',
    // The thread that watches the memory (worker-guard.mjs).
    '--allow-worker',
    ...ownCode.map((name) => `--allow-fs-read=${root}${name}/*`),
    `--allow-fs-read=${root}package.json`,
    ...packageFolders().map((packages) => `--allow-fs-read=${packages}/*`),
    ...folders.map((folder) => `--allow-fs-read=${folder}/*`),
    `--allow-fs-write=${output}/*`,
    '--disallow-code-generation-from-strings',
    '--max-old-space-size=256',
  ];
}

/** Returns the folders of packages, usually next to our code, but possibly installed further up. */
function packageFolders(): string[] {
  const found = [
    'sharp',
    '@hyzyla/pdfium',
    'pdfjs-dist/package.json',
    '@neslinesli93/qpdf-wasm',
    'libheif-js/package.json',
  ].map((name) => {
    const file = fileURLToPath(import.meta.resolve(name));
    return file.slice(0, file.lastIndexOf('/node_modules/') + '/node_modules'.length);
  });
  return [...new Set(found)];
}
