import { typeByName, webPage } from '#domain/file-type.ts';
import { foldersOf } from './project-folders.ts';

/**
 * Suffixes that browsers and Word add to a page's name for the folder with its pictures and styles, in the language of the
 * system (learn.microsoft.com, "Connected Files", and the translations of Chromium and Firefox).
 */
const suffixes = new Set(
  'files file dateien fichiers fitxers fitxategiak archivos arquivos ficheiros bestanden pliki soubory súbory fájlok elemei filer tiedostot dosyalar datoteke fajlovi failid faili failai bylos fișiere fişiere skrár файлы файли файлове датотеке αρχεία קבצים ملفات फ़ाइलें फाइलहरू ファイル 文件 檔案 파일'.split(
    ' ',
  ),
);

const folderName = /^(.+?)(?: - |[_\-. ])([^_\-. ]+)$/u;

/**
 * Finds the folders that contain the parts of saved pages. Such a folder is next to the page and has its name with a
 * suffix. `refersTo` returns true if a page uses files of a folder; it decides for suffixes of other languages and for
 * truncated names. Returns the page of each folder.
 */
export function findPieceFolders(
  paths: readonly string[],
  refersTo: (page: string, folder: string) => boolean,
): Map<string, string> {
  const pages = pagesByFolder(paths);
  const found = new Map<string, string>();
  for (const folder of new Set(paths.flatMap(foldersOf))) {
    const at = folder.lastIndexOf('/');
    const here = pages.get(folder.slice(0, Math.max(at, 0)));
    const [, stem = '', suffix = ''] = folderName.exec(folder.slice(at + 1)) ?? [];
    if (!here || stem === '') continue;
    const page = here.find(({ path, name }) => {
      const isSame = name === stem.toLowerCase();
      if (isSame && suffixes.has(suffix.toLowerCase())) return true;
      return (isSame || isCut(name, stem)) && refersTo(path, folder.slice(at + 1));
    });
    if (page) found.set(folder, page.path);
  }
  return found;
}

/** Pieces that saved pages show, and that are nothing outside of them. */
const ofPage = /\.(?:css|gif|svg|avif|woff2?|ttf|otf|mp3|ogg|oga|wav|mp4|webm)$/i;

/** True if a file may be a piece of a saved page, by its name and the name of one of its folders. */
export function mayBePiece(path: string): boolean {
  return ofPage.test(path) && foldersOf(path).some((folder) => hasSuffix(folder.slice(folder.lastIndexOf('/') + 1)));
}

const hasSuffix = (folder: string) => suffixes.has(folderName.exec(folder)?.[2]?.toLowerCase() ?? '');

/** Browsers truncate long titles, the folder's earlier than the page's. */
function isCut(pageName: string, stem: string): boolean {
  return stem.length >= 8 && pageName.startsWith(stem.toLowerCase());
}

/** Returns the pages of each folder, with their names without extension, in lower case. */
function pagesByFolder(paths: readonly string[]): Map<string, { path: string; name: string }[]> {
  const found = new Map<string, { path: string; name: string }[]>();
  for (const path of paths) {
    if (typeByName(path)?.mediaType !== webPage.mediaType) continue;
    const at = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(at, 0));
    const name = path
      .slice(at + 1)
      .replace(/\.[^.]+$/, '')
      .toLowerCase();
    const list = found.get(folder) ?? [];
    list.push({ path, name });
    found.set(folder, list);
  }
  return found;
}
