import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { PDFiumModule } from '@hyzyla/pdfium';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** A page as pixels: red, green, blue, alpha, one byte each, on white. */
export type PagePixels = { width: number; height: number; data: Buffer };

/** An open PDF. For the picture process only: it blocks, and hostile files can hang or crash it. */
export interface PdfDocument {
  pageCount: number;
  /** Renders the page (from 1) about `width` pixels wide. Null when the page cannot be loaded. */
  render(page: number, width: number): PagePixels | null;
  /** True when the page (from 1) can be loaded. */
  hasPage(page: number): boolean;
  close(): void;
}

// Names and numbers of PDFium's public headers fpdfview.h and fpdf_formfill.h.
const passwordError = 4;
const bitmapWithAlpha = 4;
const drawAnnotations = 0x01;
const redFirst = 0x10;
const formInfoBytes = 256;
const formInfoVersion = 2;

/** A page may be a banner a hundred metres long. */
const maxPixels = 24_000_000;
/** WebP's own limit. */
const maxSide = 16_000;

let loading: Promise<Pdfium> | null = null;

/**
 * Opens a PDF for looking at. PDFium is called directly rather than through its package's classes: those copy the file
 * once more, do not notice pages that fail to load, and draw text for LCD stripes, which shows as coloured fringes.
 */
export async function openPdf(path: string): Promise<PdfDocument | 'locked' | 'damaged'> {
  loading ??= loadPdfium();
  const pdfium = await loading;
  const bytes = readIntoHeap(pdfium, path);
  const document = pdfium._FPDF_LoadMemDocument(bytes.pointer, bytes.size, 0);
  if (!document) {
    const error = pdfium._FPDF_GetLastError();
    pdfium.wasmExports.free(bytes.pointer);
    return error === passwordError ? 'locked' : 'damaged';
  }
  const form = openForm(pdfium, document);
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    hasPage(page) {
      const handle = pdfium._FPDF_LoadPage(document, page - 1);
      if (handle) pdfium._FPDF_ClosePage(handle);
      return Boolean(handle);
    },
    render: (page, width) => renderPage(pdfium, { document, form: form.handle }, page, width),
    close() {
      form.close();
      pdfium._FPDF_CloseDocument(document);
      pdfium.wasmExports.free(bytes.pointer);
    },
  };
}

async function loadPdfium(): Promise<Pdfium> {
  const pdfium = await PDFiumModule({});
  pdfium._FPDF_InitLibraryWithConfig({});
  return pdfium;
}

function readIntoHeap(pdfium: Pdfium, path: string): { pointer: number; size: number } {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const pointer = allocate(pdfium, size);
    for (let offset = 0; offset < size;) {
      const count = readSync(handle, pdfium.HEAPU8, pointer + offset, size - offset, null);
      if (count === 0) throw new Error('the file became shorter while it was read');
      offset += count;
    }
    return { pointer, size };
  } finally {
    closeSync(handle);
  }
}

/** Form fields are drawn only once a form environment exists; without one the page is drawn all the same. */
function openForm(pdfium: Pdfium, document: number): { handle: number; close(): void } {
  const info = allocate(pdfium, formInfoBytes);
  pdfium.HEAPU8.fill(0, info, info + formInfoBytes);
  new DataView(pdfium.HEAPU8.buffer).setUint32(info, formInfoVersion, true);
  const handle = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  return {
    handle,
    close() {
      if (handle) pdfium._FPDFDOC_ExitFormFillEnvironment(handle);
      pdfium.wasmExports.free(info);
    },
  };
}

function renderPage(
  pdfium: Pdfium,
  { document, form }: { document: number; form: number },
  page: number,
  wantedWidth: number,
): PagePixels | null {
  const handle = pdfium._FPDF_LoadPage(document, page - 1);
  if (!handle) return null;
  const { width, height } = fit(pdfium._FPDF_GetPageWidth(handle), pdfium._FPDF_GetPageHeight(handle), wantedWidth);
  const stride = width * bitmapWithAlpha;
  const pixels = allocate(pdfium, stride * height);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bitmapWithAlpha, pixels, stride);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    if (form) pdfium._FORM_OnAfterLoadPage(handle, form);
    pdfium._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, drawAnnotations | redFirst);
    if (form) {
      pdfium._FPDF_FFLDraw(form, bitmap, handle, 0, 0, width, height, 0, redFirst);
      pdfium._FORM_OnBeforeClosePage(handle, form);
    }
    return { width, height, data: Buffer.from(pdfium.HEAPU8.subarray(pixels, pixels + stride * height)) };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium._FPDF_ClosePage(handle);
    pdfium.wasmExports.free(pixels);
  }
}

/** Pixels of a page of so many points, as wide as wanted unless that would be too many. */
function fit(pointsWide: number, pointsHigh: number, wantedWidth: number): { width: number; height: number } {
  const wide = pointsWide > 0 ? pointsWide : 1;
  const high = pointsHigh > 0 ? pointsHigh : 1;
  const scale = Math.min(wantedWidth / wide, Math.sqrt(maxPixels / (wide * high)), maxSide / wide, maxSide / high);
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
}

function allocate(pdfium: Pdfium, size: number): number {
  const pointer = pdfium.wasmExports.malloc(Math.max(1, size));
  if (!pointer) throw new Error(`no memory for ${size} bytes`);
  // Pointers above 2 GB arrive as negative numbers.
  return pointer >>> 0;
}
