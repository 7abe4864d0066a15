/** The module of libarchive.js that its own worker uses; its functions are those of `lib/wrapper/main.c` there. */
declare module 'libarchive.js/src/webworker/wasm-gen/libarchive.js' {
  /** Functions of a pointer or a number of bytes. `get_next_entry` returns 0 after the last entry, and after a failure. */
  export type NumberFunction =
    | 'malloc'
    | 'free'
    | 'get_next_entry'
    | 'archive_entry_pathname'
    | 'archive_entry_filetype'
    | 'archive_entry_size'
    | 'archive_entry_is_encrypted';
  type Types = readonly string[];

  export type Libarchive = {
    HEAPU8: Uint8Array<ArrayBuffer>;
    cwrap(name: NumberFunction, returns: 'number', takes: Types): (of: number) => number;
    /** Returns a pointer to the whole file, or a negative number. */
    cwrap(name: 'get_filedata', returns: 'number', takes: Types): (archive: number, bytes: number) => number;
    cwrap(
      name: 'archive_open',
      returns: 'number',
      takes: Types,
    ): (bytes: number, size: number, password: null, locale: string) => number;
    cwrap(name: 'archive_error_string', returns: 'string', takes: Types): (archive: number) => string;
  };
  export default function libarchive(options: { print(): void; printErr(): void }): Promise<Libarchive>;
}
