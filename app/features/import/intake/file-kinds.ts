/** Kinds of files that are not accepted, as grouped in the report. */
export const leftOutKinds = {
  // Can become materials, with advice on how.
  picture: { one: 'picture of another kind', many: 'pictures of other kinds', advice: 'Save each as a JPEG or PNG.' },
  document: { one: 'Word document', many: 'Word documents', advice: 'Save each as a PDF.' },
  slides: { one: 'presentation', many: 'presentations', advice: 'Save each as a PDF.' },
  sheet: { one: 'spreadsheet', many: 'spreadsheets', advice: 'Save as a PDF those that belong in the library.' },
  text: { one: 'text', many: 'texts', advice: 'Save as a PDF those that belong in the library.' },
  ebook: { one: 'e-book', many: 'e-books', advice: 'Convert each to a PDF.' },
  archive: {
    one: 'archive',
    many: 'archives',
    advice: 'Only ZIP, RAR, 7z and tar archives are opened. Unpack these first.',
  },
  // Left out on purpose.
  piece: { one: 'piece of a saved web page', many: 'pieces of saved web pages' },
  environment: { one: 'file of a Python environment', many: 'files of a Python environment' },
  packages: { one: 'file of installed packages', many: 'files of installed packages' },
  project: { one: 'file of a web project', many: 'files of a web project' },
  listing: { one: 'page of a program listing', many: 'pages of a program listing' },
  blank: { one: 'page with hardly any text', many: 'pages with hardly any text' },
  program: { one: 'program file', many: 'program files' },
  data: { one: 'data file', many: 'data files' },
  recording: { one: 'recording', many: 'recordings' },
  other: { one: 'other file', many: 'other files' },
  empty: { one: 'empty file', many: 'empty files' },
  // Of no interest: listed in the report file only.
  joined: { one: 'file inside a saved web page', many: 'files inside saved web pages' },
  leftover: { one: 'leftover', many: 'leftovers' },
} as const satisfies Record<string, { one: string; many: string; advice?: string }>;

export type LeftOutKind = keyof typeof leftOutKinds;

/** The kinds that can become materials, the most valuable first. */
export const convertibleKinds = ['picture', 'document', 'slides', 'ebook', 'archive', 'sheet', 'text'] as const;

export type ConvertibleKind = (typeof convertibleKinds)[number];

export function isConvertible(kind: LeftOutKind | undefined): kind is ConvertibleKind {
  return convertibleKinds.some((each) => each === kind);
}

/** Returns why a single file of the kind is not accepted. */
export function reasonOf(kind: LeftOutKind): string {
  switch (kind) {
    case 'picture':
      return "Pictures of this kind aren't accepted. Save it as a JPEG or PNG first.";
    case 'document':
    case 'slides':
    case 'sheet':
    case 'text':
      return 'Save it as a PDF first.';
    case 'ebook':
      return 'It is an e-book. Convert it to a PDF first.';
    case 'archive':
      return 'It is not a ZIP, RAR, 7z or tar archive. Unpack it first.';
    case 'piece':
      return 'It is a piece of a saved web page.';
    case 'joined':
      return 'It is inside a saved web page now.';
    case 'environment':
      return 'It belongs to a Python environment.';
    case 'packages':
      return 'It belongs to installed packages.';
    case 'project':
      return 'It belongs to a web project.';
    case 'listing':
      return 'It is a page of a program listing.';
    case 'blank':
      return 'It has hardly any text.';
    case 'program':
      return 'It is a program file.';
    case 'data':
      return 'It is a data file.';
    case 'recording':
      return 'It is a recording.';
    case 'other':
      return 'This kind of file is not accepted.';
    case 'empty':
      return 'It is empty.';
    case 'leftover':
      return 'It was left by a system or a program.';
  }
}

const extensionsOf: { [Kind in LeftOutKind]?: string } = {
  picture: 'jpg jpeg jfif jpe pjpeg pjp jif png webp heic heif gif avif bmp tif tiff',
  document: 'doc docx docm dot dotx odt rtf pages wps',
  slides: 'ppt pptx pptm pps ppsx pot potx odp key',
  sheet: 'xls xlsx xlsm xlsb ods numbers',
  text: 'txt md markdown rst tex',
  ebook: 'epub djvu djv mobi azw azw3 fb2 xps oxps',
  archive: 'zip zipx rar 7z tar gz tgz bz2 tbz2 xz txz cab lzh arj',
  program:
    'c h cc cpp cxx hpp hh cs java class jar kt scala py pyc pyo pyd pyw pyi ipynb js mjs cjs ts jsx tsx vue css scss sass less php asp aspx jsp rb go rs swift dart r m mlx p pl pm lua vb vbs bas pas asm s sh bash bat cmd ps1 sql l y lex yacc o obj a lib so dll dylib exe msi app apk elf hex bin map lst lss ld mk cmake make pro pri sln suo csproj vcxproj vbproj user filters iml classpath project gradle properties qml qmlc jsc qm qmltypes ui tlc tlh rsp tmw dmr slx mdl slxc prj ino v vhd vhdl sv tcl awk sed diff patch lock whl egg gitignore gitattributes editorconfig cfg ini conf toml yaml yml manifest in am ac m4 spec rc res def idl proto swp tmpl',
  data: 'csv tsv json jsonl xml mat dat db sqlite sqlite3 mdb accdb log npy npz pkl pickle h5 hdf5 parquet arff sav dta dbc ldf mdf ttf otf woff woff2 eot svg ico cur psd ai eps xd fig dwg dxf stl url lnk webloc desktop ics vcf torrent iso img ova vmdk pkt drawio vsd vsdx mpp odg',
  recording: 'mp3 m4a wav ogg oga opus flac wma aac amr mid mp4 m4v mov avi mkv webm wmv flv 3gp mpeg mpg',
};

const kinds = new Map(
  Object.entries(extensionsOf).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as LeftOutKind] as const),
  ),
);

/** Returns the kind of files with this extension (without its dot, in lower case); null if unknown. */
export function kindOfExtension(extension: string): LeftOutKind | null {
  return kinds.get(extension) ?? null;
}
