/** Kinds of files that are not accepted, as grouped in the report. */
export type LeftOutKind =
  | ConvertibleKind
  // Left out on purpose.
  | 'piece'
  | 'environment'
  | 'packages'
  | 'project'
  | 'listing'
  | 'blank'
  | 'program'
  | 'data'
  | 'recording'
  | 'other'
  | 'empty'
  // Of no interest: listed in the report file only.
  | 'joined'
  | 'leftover';

/** The kinds that can become materials, the most valuable first. */
export const convertibleKinds = ['picture', 'document', 'slides', 'ebook', 'archive', 'sheet', 'text'] as const;

export type ConvertibleKind = (typeof convertibleKinds)[number];

export function isConvertible(kind: LeftOutKind | undefined): kind is ConvertibleKind {
  return convertibleKinds.some((each) => each === kind);
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
