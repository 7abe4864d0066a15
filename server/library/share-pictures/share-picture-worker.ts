import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { fitLine, fitText, type DrawnText } from './draw-text.ts';
import {
  card,
  cardMask,
  colours,
  ground,
  icon,
  kindColours,
  logo,
  pill,
  ruledLines,
  shareSize,
  stack,
  stripe,
  stripeHeight,
  svg,
} from './picture-shapes.ts';
import type { ShareJob, ShareOutcome, SharePicture } from './share-picture.ts';

// One core is for the server, and nothing is drawn twice.
sharp.concurrency(1);
sharp.cache(false);
// Only from memory: our own shapes, and pictures that the picture service made.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadWebpBuffer'] });

type Box = { x: number; y: number; width: number; height: number };

/** Shapes below, and the layers above them. */
type Layers = { shapes: string[]; over: OverlayOptions[] };

const margin = 72;
const floor = shareSize.height - stripeHeight;
const art: Box = { x: 736, y: 64, width: shareSize.width - margin - 736, height: floor - 64 };
const textWidth = art.x - 48 - margin;
/** For the texts below the title: size in pixels, and with the space around them. */
const lineSize = 29;
const lineHeight = 48;
const librarySize = 52;
const libraryTop = floor - 40 - librarySize;

/** Draws the picture into `output`, as JPEG. */
async function drawShareJob(job: ShareJob & JobFiles): Promise<ShareOutcome> {
  const { picture } = job;
  const layers: Layers = { shapes: [ground], over: [] };
  if (picture.art === 'page' || picture.art === 'cover') {
    const bytes = readFileSync(job.path);
    const size = await sharp(bytes)
      .metadata()
      .catch(() => null);
    if (!size) return { state: 'damaged' };
    await addPicture(layers, bytes, { ...size, isWhole: picture.art === 'cover' });
  } else await addDrawing(layers, picture);
  layers.shapes.push(stripe(picture.accent));
  await addWords(layers, picture);
  const drawn = await sharp(svg(layers.shapes.join('')))
    .composite(layers.over)
    .flatten({ background: colours.paper })
    // With whole colour resolution: small coloured text stays sharp.
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer();
  writeFileSync(job.output, drawn);
  return { state: 'fine' };
}

/** Adds a first page from its top, cut off at the bottom if it is long; a cover always whole. */
async function addPicture(
  layers: Layers,
  bytes: Buffer,
  { width, height, isWhole }: { width: number; height: number; isWhole: boolean },
): Promise<void> {
  const free = floor - 2 * art.y;
  const scale = isWhole ? Math.min(art.width / width, free / height) : art.width / width;
  const whole = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const isCut = whole.height > free;
  const shown = { width: whole.width, height: isCut ? Math.min(whole.height, art.height) : whole.height };
  const x = art.x + Math.round((art.width - whole.width) / 2);
  const y = isCut ? art.y : Math.round((floor - whole.height) / 2);
  const input = await sharp(bytes)
    .resize({ ...whole, fit: 'fill' })
    .flatten({ background: colours.card })
    .extract({ left: 0, top: 0, ...shown })
    .toBuffer({ resolveWithObject: true })
    .then(({ data }) =>
      sharp(data)
        .ensureAlpha()
        .composite([{ input: cardMask(shown, isCut), blend: 'dest-in' }]),
    )
    .then((rounded) => rounded.raw().toBuffer());
  layers.shapes.push(card({ ...shown, x, y, height: isCut ? art.height + 40 : shown.height }));
  layers.over.push({ input, raw: { ...shown, channels: 4 }, left: x, top: y });
}

/** Adds the drawing of a page without a picture: a sheet with the first words, or sheets without any. */
async function addDrawing(layers: Layers, picture: SharePicture): Promise<void> {
  const strong = picture.label ? kindColours[picture.label.kind].strong : picture.accent;
  const tint = picture.label ? kindColours[picture.label.kind].tint : colours.hairline;
  const below = { ...art, height: art.height + 40 };
  if (typeof picture.art === 'string') {
    const sheet = { x: art.x + 36, y: 108, width: art.width - 72, height: floor - 172 };
    layers.shapes.push(stack(sheet, strong, tint));
    return;
  }
  layers.shapes.push(card(below));
  const pad = 40;
  const words = await fitText(
    picture.art.sheet,
    { sizes: [19], weight: 'regular', colour: colours.ink },
    { width: art.width - 2 * pad, height: art.height - pad - 16 },
  );
  if (words) place(layers, words, { x: art.x + pad, y: art.y + pad });
  else layers.shapes.push(ruledLines(below, strong, tint));
}

/** Adds label, title and lines from the top, the library at the bottom. */
async function addWords(layers: Layers, picture: SharePicture): Promise<void> {
  let y = margin;
  if (picture.label) y += (await addLabel(layers, picture.label, y)) + 34;
  const title = await fitText(
    picture.title,
    { sizes: [66, 60, 54, 48, 43, 38], weight: 'semibold', colour: colours.ink },
    { width: textWidth, height: picture.label ? 238 : 300 },
  );
  if (title) {
    place(layers, title, { x: margin, y });
    y += title.height + 26;
  }
  const style = { sizes: [lineSize], weight: 'regular', colour: colours.muted } as const;
  for (const [index, line] of picture.lines.entries()) {
    // Two rows if there is room for them besides the lines that follow.
    const left = libraryTop - 20 - y - (picture.lines.length - index - 1) * lineHeight;
    const drawn = await fitText(line, style, {
      width: textWidth,
      height: left < 2 * lineHeight ? lineHeight : 2 * lineHeight,
    });
    if (!drawn) continue;
    place(layers, drawn, { x: margin, y });
    y += drawn.height + 12;
  }
  await addLibrary(layers, picture);
}

/** Adds the kind with its icon; returns its height. */
async function addLabel(
  layers: Layers,
  { kind, words }: NonNullable<SharePicture['label']>,
  y: number,
): Promise<number> {
  const height = 52;
  const drawn = await fitLine(
    words,
    { size: 26, weight: 'semibold', colour: kindColours[kind].strong },
    textWidth - 100,
  );
  layers.shapes.push(
    pill(kind, { x: margin, y, height, width: 70 + (drawn ? drawn.width + 12 : 0) }),
    icon(kind, { x: margin + 20, y: y + 11, size: 30 }),
  );
  if (drawn) place(layers, drawn, { x: margin + 60, y: y + Math.round((height - drawn.height) / 2) + 1 });
  return height;
}

async function addLibrary(layers: Layers, { library, accent }: SharePicture): Promise<void> {
  const size = librarySize;
  const y = libraryTop;
  const after = library.hasShippedLogo ? size + 16 : 0;
  if (library.hasShippedLogo) layers.shapes.push(logo({ x: margin, y, size }, accent));
  const name = await fitLine(library.name, { size: 31, weight: 'semibold', colour: colours.ink }, textWidth - after);
  if (name) place(layers, name, { x: margin + after, y: y + Math.round((size - name.height) / 2) });
}

function place(layers: Layers, { data, width, height }: DrawnText, { x, y }: { x: number; y: number }): void {
  layers.over.push({ input: data, raw: { width, height, channels: 4 }, left: x, top: y });
}

/** Draws pictures of shared links. Started by share-picture-service.ts. */
serveJobs(drawShareJob);
