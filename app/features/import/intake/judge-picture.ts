import type { Picture } from './read-picture.ts';
import type { ProjectFolders } from './project-folders.ts';

/**
 * The reasons why a picture is left out because it is not a page of a paper. Leaving out a page is worse than showing a
 * screenshot before the PDF is made, so uncertain pictures count as pages.
 */
export type NoPage = 'screenshot' | 'instrument' | 'icon' | 'output' | 'project' | 'small' | 'strip' | 'lab' | 'drawn';

/** Minimum length of the longer side in pixels: photographs of papers that were sent in chats have at least 500. */
const leastLong = 480;
const leastShort = 240;
/** Maximum ratio of the longer to the shorter side of a page. */
const longestShape = 3;
/** Minimum bytes per pixel of a PNG that is a photograph or scan; screen drawings have less. */
const drawnBytesPerPixel = 0.25;

/** Returns the reason why a picture is not a page; null if it may be one. */
export function judgePicture(
  { file, type, size, isMarkedScreenshot }: Picture,
  folders: ProjectFolders,
): NoPage | null {
  const steps = file.path.split('/').map(plain);
  const name = (steps.at(-1) ?? '').replace(/ \w{2,5}$/, '');
  // Words of papers outweigh a name given by a phone.
  const isOfPaper = steps.slice(-3).some((step) => ofPaper.test(step));
  if (folders.isPiece(file.path)) return 'project';
  if (!isOfPaper && (isMarkedScreenshot || steps.slice(-3).some((step) => ofScreen.test(step)))) return 'screenshot';
  if (ofInstrument.test(name)) return 'instrument';
  if (ofIcon.test(name)) return 'icon';
  if (!isOfPaper && ofOutput.test(name)) return 'output';
  if (!size) return null;
  const { width, height } = size;
  const [long, short] = width > height ? [width, height] : [height, width];
  if (long < leastLong || short < leastShort) return 'small';
  if (long > short * longestShape) return 'strip';
  if (isOfPaper) return null;
  const isPng = type.mediaType === 'image/png';
  const isDrawn = isPng && width > height && file.sizeBytes / (width * height) < drawnBytesPerPixel;
  if (steps.slice(0, -1).some((step) => ofLab.test(step)) && isLikeScreen(isPng, width, height)) return 'lab';
  return isDrawn && !isSheet(width, height) ? 'drawn' : null;
}

/** Returns the words of a name, in lower case, separated by spaces. */
const plain = (step: string) =>
  step
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const ofPaper =
  /\b(?:questions?|papers?|ppr|exams?|examinations?|mid|midterms?|finals?|board|pyqs?|past|klausur(?:en)?|altklausur(?:en)?|prova|provas|examen|terminal|sessional)\b|[试試]卷|考试|प्रश्न/u;
const ofScreen =
  /\b(?:screen ?shots?(?: ?\d+)?|screen ?caps?|screen ?grabs?|screencasts?|bildschirmfotos?|capture d écran|captura de (?:pantalla|tela)|schermata)\b/u;
/** Names of pictures made by oscilloscopes, which number them. */
const ofInstrument = /^(?:tek|f\d{4}tek|sds|scope) ?\d{3,5}(?: \d+)?$/;
const ofIcon = /\b(?:icons?|logos?|favicon|avatar|thumbnail|sprites?|qr ?code|wallpaper)\b/;
const ofOutput = /^outputs?(?: ?\d+)?$/;
const ofLab = /\b(?:labs?|lab ?works?|labor|labore|laboratory|practicals?|praktikum|experiments?)(?: ?\d+)?\b|labor\b/;

/** True if a picture has the size of a screen, or is too small for a photograph of a sheet. */
function isLikeScreen(isPng: boolean, width: number, height: number): boolean {
  if (isPng) return !(height > width && width >= 600);
  const shape = width / height;
  const isWide = [16 / 9, 16 / 10, 5 / 4].some((usual) => Math.abs(shape - usual) < 0.02);
  return width > height && (isWide || height < 500);
}

/** True for an A4 sheet on its side, scanned in black and white. */
const isSheet = (width: number, height: number) => Math.abs(width / height - Math.SQRT2) < 0.04 && width >= 1100;
