declare module 'html-encoding-sniffer' {
  /** Returns the encoding by byte order mark, `<meta>` and XML declaration, as its name in the Encoding Standard. */
  export default function htmlEncodingSniffer<Default>(
    bytes: Uint8Array,
    options: { defaultEncoding: Default; maxPrescanBytes: number },
  ): string | Default;
}
