import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Code that the build tools add, by the beginnings of its module ids. */
const builtIn = [
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
];

/**
 * Packages that reach the browser without being modules of the build: base styles, and the files that pdf.js fetches.
 */
const always = ['tailwindcss', 'pdfjs-dist'];

/** Parts that are not packages, each with the file of its licence. */
const others = [
  ['Source Serif 4 (font)', 'app/styles/source-serif-4-licence.txt'],
  // Within pdf.js for older browsers.
  ['core-js (MIT)', 'scripts/licences/core-js.txt'],
  ['libarchive (BSD-2-Clause), within libarchive.js', 'scripts/licences/libarchive.txt'],
];

/** Packages without the text of their licence, each with a package of the same licence (and author) that has it. */
const borrowed = { 'bikram-sambat': 'pdfjs-dist', 'react-remove-scroll-bar': 'react-remove-scroll' };

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[-_.].*)?$/i;

/**
 * Returns a plugin that records the packages in a bundle, and a function that writes their licences to `licences.txt`.
 * `root` is the folder of package.json.
 */
export function collectLicences(root) {
  const modules = path.join(root, 'node_modules');
  const found = new Set(always.map((name) => path.join(modules, name)));
  const plugin = {
    name: 'collect-licences',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const { type, moduleIds } of Object.values(bundle))
        if (type === 'chunk') for (const id of moduleIds) add(id);
    },
  };

  function add(id) {
    const added = builtIn.find(([start]) => id.startsWith(start));
    const folder = added ? path.join(modules, added[1]) : packageFolder(id);
    if (folder !== null) found.add(folder);
  }

  return {
    plugin,
    async write(file) {
      const parts = await Promise.all([...found].map(readPackage));
      for (const [name, place] of others) parts.push({ name, text: await readFile(path.join(root, place), 'utf8') });
      parts.sort((one, other) => (one.name < other.name ? -1 : 1));
      const own = await readFile(path.join(root, 'LICENSE'), 'utf8');
      await writeFile(file, [introduction + own.trim(), ...parts.map(describe)].join(separator) + '\n');
    },
  };
}

const introduction = `Licences of what this library sends to browsers: Examshelf itself, then each package and font in its pages, its
service worker and its reader, by name.

Examshelf

`;
const separator = `\n\n${'-'.repeat(80)}\n\n`;

const describe = ({ name, text }) => `${name}\n\n${text.trim()}`;

/** Returns the folder of a module's package; null for a module of ours. */
export function packageFolder(id) {
  const file = id.replace(/^\0/, '').replace(/\?.*$/s, '');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/s.exec(file)?.[0] ?? null;
}

/** Returns name and version of a package, with all of its licences. Throws if it has none. */
async function readPackage(folder) {
  const { name, version, license, author } = await readManifest(folder);
  const title = `${name} ${version} (${license})`;
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => licenceFile.test(path.basename(file)) && !file.split(path.sep).includes('node_modules'))
    .sort();
  if (files.length === 0) return { name: title, text: `Copyright ${author}\n\n${await borrow(folder, name, license)}` };
  const texts = [];
  for (const file of files) {
    const text = await readFile(path.join(folder, file), 'utf8');
    // The remaining text is about packages within the build tool, which are not sent.
    const ownPart = text.split(/^#* *Licenses of bundled dependencies/im)[0] ?? '';
    texts.push(files.length === 1 ? ownPart.trim() : `${file}:\n\n${ownPart.trim()}`);
  }
  return { name: title, text: texts.join('\n\n') };
}

async function borrow(folder, name, license) {
  const other = borrowed[name] && path.join(folder.slice(0, -name.length), borrowed[name]);
  if (!other || (await readManifest(other)).license !== license)
    throw new Error(
      `${name} has no file with its licence (${license}). Name a package with the same text in scripts/collect-licences.mjs`,
    );
  return readFile(path.join(other, 'LICENSE'), 'utf8');
}

const readManifest = async (folder) => JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
