import sharp, { type Sharp } from 'sharp';
import { maxInputPixels } from '#server/library/pictures/picture-job.ts';

/** The photograph cannot be made into a page. */
export class UnusablePhotograph extends Error {
  readonly state: 'damaged' | 'too-large';

  constructor(state: UnusablePhotograph['state'], reason: string) {
    super(reason);
    this.name = 'UnusablePhotograph';
    this.state = state;
  }
}

/** A photograph whose size is known; it is decoded each time it is opened. */
export type OpenPhotograph = {
  /** In pixels, after turning it upright by its EXIF. */
  width: number;
  height: number;
  /** Opens it with sharp, upright. */
  open(): Sharp;
};

/** Reads the header of a JPEG, PNG, WebP or HEIC. Throws `UnusablePhotograph`. */
export async function openPhotograph(bytes: Buffer): Promise<OpenPhotograph> {
  if (isHeic(bytes)) return openHeic(bytes);
  const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new UnusablePhotograph('damaged', String(error));
    });
  requireSize(width, height);
  const open = () => sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'truncated' }).autoOrient();
  return { ...autoOrient, open };
}

/** Recognised by its brands (ISO/IEC 23008-12); AVIF has others. */
function isHeic(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && /^(?:he[iv]|mif1|msf1)/.test(bytes.toString('latin1', 8, 12));
}

/** Uses libheif, since sharp has no HEVC decoder. libheif turns the picture upright itself. */
async function openHeic(bytes: Buffer): Promise<OpenPhotograph> {
  // Loaded on first use: two megabytes are compiled.
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const images = new (libheif().HeifDecoder)().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) throw new UnusablePhotograph('damaged', 'no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  requireSize(width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (decoded) =>
      decoded ? resolve() : reject(new UnusablePhotograph('damaged', 'it cannot be decoded')),
    );
  });
  for (const each of images) each.free();
  const raw = { width, height, channels: 4 as const };
  return { width, height, open: () => sharp(data, { raw, limitInputPixels: maxInputPixels }) };
}

function requireSize(width: number, height: number): void {
  if (width * height > maxInputPixels) throw new UnusablePhotograph('too-large', `${width} × ${height} pixels`);
}
