import type { LeftOutKind } from './file-kinds.ts';

/** Returns the first folder of a path that holds an installed program, with its kind. */
const roots: readonly (readonly [kind: LeftOutKind, root: RegExp])[] = [
  ['environment', /^.*?(?=\/(?:Lib|lib|lib64)\/(?:python[\d.]+\/)?site-packages\/)/],
  ['environment', /^.*?(?=\/pyvenv\.cfg$)/],
  ['environment', /^.*?\/(?:site-packages|dist-packages)(?=\/)/],
  ['packages', /^.*?\/(?:node_modules|bower_components)(?=\/)/],
];

/**
 * Finds the folders of installed programs: Python environments and npm packages. They hold thousands of files, including
 * pages, pictures and PDFs, none of which is a material. Returns the kind of each folder.
 */
export function findInstalledFolders(paths: Iterable<string>): Map<string, LeftOutKind> {
  const found = new Map<string, LeftOutKind>();
  for (const path of paths) {
    for (const [kind, pattern] of roots) {
      const root = pattern.exec(path)?.[0];
      if (root) found.set(root, kind);
    }
  }
  return found;
}

/** Returns the folders of a path, the outermost first: `a`, `a/b` of `a/b/c.pdf`. */
export function foldersOf(path: string): string[] {
  const steps = path.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** Folders in which browsers store the pieces of a saved page. */
const ofSavedPage = /(?:_files|\.files|-Dateien|_fichiers|_archivos|_arquivos|_bestanden|-filer)$/i;
/** The same on macOS, where a person may have given the folder this name as well. */
const maybeOfSavedPage = / files$/i;
/** Folders that only programs have. */
const ofProgram =
  /^(?:node_modules|bower_components|site-packages|__pycache__|vendor|css|js|drawable.*|mipmap.*|icons|sprites)$/i;
/** Folders in which pages, programs and notes store their pictures, if there are any of these next to the folder. */
const ofPictures =
  /^(?:img|imgs|images?|pics?|pictures?|assets?|static|public|media|resources?|res|html|lib|libs|dist|build|src|styles?|textures?|output|outputs|screens)$/i;
const ofCode =
  /\.(?:html?|css|scss|js|mjs|ts|jsx|tsx|vue|php|asp|aspx|jsp|qml|java|kt|cs|c|h|cpp|hpp|py|ipynb|rb|go|rs|m|v|vhd|pl|md|rst|tex)$/i;
const ofPage = /\.(?:html?|css|js|php|qml)$/i;

/** Finds folders that belong to web pages and programs, from the names of all files. */
export class ProjectFolders {
  /** Folders with code in them, and those with the parts of a web page. */
  #code = new Set<string>();
  #pages = new Map<string, Set<string>>();
  /** Web pages, without their extensions. */
  #saved = new Set<string>();

  /** Notes a file, accepted or not. */
  note(path: string): void {
    const folder = folderOf(path);
    if (ofCode.test(path)) this.#code.add(folder);
    if (/\.html?$/i.test(path)) this.#saved.add(path.replace(/\.html?$/i, ''));
    const kind = ofPage.exec(path)?.[0].toLowerCase().replace('html', 'htm');
    if (kind) this.#pages.set(folder, (this.#pages.get(folder) ?? new Set()).add(kind));
  }

  /** True if a picture of that path is a piece of a web page or of a program. */
  isPiece(path: string): boolean {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const step = folder.slice(folder.lastIndexOf('/') + 1);
      if (ofSavedPage.test(step) || ofProgram.test(step)) return true;
      if (maybeOfSavedPage.test(step) && this.#saved.has(folder.replace(maybeOfSavedPage, ''))) return true;
      if (ofPictures.test(step) && (this.#code.has(folderOf(folder)) || this.#code.has(folder))) return true;
    }
    // A page with its styles or scripts in the same folder.
    return (this.#pages.get(folderOf(path))?.size ?? 0) > 1;
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
