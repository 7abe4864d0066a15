declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type HeifImage = {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Writes red, green, blue and alpha of each pixel to `into.data`; calls back with null if that fails. */
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (decoded: object | null) => void,
    ): void;
    free(): void;
  };
  type Libheif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  /** Compiles the decoder again with every call. */
  export default function libheif(): Libheif;
}
