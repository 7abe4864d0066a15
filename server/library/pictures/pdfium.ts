import { PDFiumModule } from '@hyzyla/pdfium';

/** The functions of PDFium that are used here, with readable names. */
export type Pdfium = Awaited<ReturnType<typeof loadPdfium>>;

/** Functions that the package exports but its types leave out. */
type Untyped =
  | '_FPDFText_GetFontInfo'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_GetLooseCharBox'
  | '_FPDFText_GetCharAngle'
  | '_FPDFText_IsHyphen'
  | '_FPDFText_CountRects'
  | '_FPDFText_GetRect'
  | '_FPDF_PageToDevice'
  | '_FPDFPageObj_GetBounds'
  | '_FPDFFormObj_CountObjects'
  | '_FPDFFormObj_GetObject'
  | '_FPDFDoc_GetAttachmentCount'
  | '_FPDFDoc_GetAttachment'
  | '_FPDFAttachment_GetName'
  | '_FPDF_CreateNewDocument'
  | '_FPDF_ImportPagesByIndex'
  | '_FPDF_CopyViewerPreferences'
  | '_FPDF_GetPageBoundingBox'
  | '_FPDFPage_GetRotation'
  | '_FPDFPage_SetRotation'
  | '_FPDFPage_SetMediaBox'
  | '_FPDFPage_SetCropBox'
  | '_FPDF_SaveAsCopy';

/** A function of three numbers (i32), compiled to WebAssembly from JavaScript: imports `e.f` and exports it as `f`. */
const callbackModule = Buffer.from('0061736d0100000001080160037f7f7f017f02070101650166000007050101660000', 'hex');

/**
 * Loads PDFium. Our code calls it directly instead of through the classes of its package, which copy each file once
 * more, do not notice pages that fail to load, and draw text for LCD stripes, so that it has coloured fringes.
 */
export async function loadPdfium() {
  const module = await PDFiumModule({});
  module['_FPDF_InitLibraryWithConfig']({});
  const untyped = module as unknown as Record<Untyped, (...given: number[]) => number>;
  return {
    loadDocument: module['_FPDF_LoadMemDocument'],
    lastError: module['_FPDF_GetLastError'],
    pageCount: module['_FPDF_GetPageCount'],
    loadPage: module['_FPDF_LoadPage'],
    closePage: module['_FPDF_ClosePage'],
    closeDocument: module['_FPDF_CloseDocument'],
    openForm: module['_FPDFDOC_InitFormFillEnvironment'],
    closeForm: module['_FPDFDOC_ExitFormFillEnvironment'],
    pageWidth: module['_FPDF_GetPageWidth'],
    pageHeight: module['_FPDF_GetPageHeight'],
    createBitmap: module['_FPDFBitmap_CreateEx'],
    fillBitmap: module['_FPDFBitmap_FillRect'],
    beginFormPage: module['_FORM_OnAfterLoadPage'],
    renderPage: module['_FPDF_RenderPageBitmap'],
    renderForm: module['_FPDF_FFLDraw'],
    endFormPage: module['_FORM_OnBeforeClosePage'],
    destroyBitmap: module['_FPDFBitmap_Destroy'],
    loadText: module['_FPDFText_LoadPage'],
    closeText: module['_FPDFText_ClosePage'],
    countCharacters: module['_FPDFText_CountChars'],
    characterCode: untyped['_FPDFText_GetUnicode'],
    characterBox: untyped['_FPDFText_GetLooseCharBox'],
    characterAngle: untyped['_FPDFText_GetCharAngle'],
    isHyphen: untyped['_FPDFText_IsHyphen'],
    characterFont: untyped['_FPDFText_GetFontInfo'],
    countTextBoxes: untyped['_FPDFText_CountRects'],
    textBox: untyped['_FPDFText_GetRect'],
    toDevice: untyped['_FPDF_PageToDevice'],
    countObjects: module['_FPDFPage_CountObjects'],
    pageObject: module['_FPDFPage_GetObject'],
    objectType: module['_FPDFPageObj_GetType'],
    objectBounds: untyped['_FPDFPageObj_GetBounds'],
    countFormObjects: untyped['_FPDFFormObj_CountObjects'],
    formObject: untyped['_FPDFFormObj_GetObject'],
    countAttachments: untyped['_FPDFDoc_GetAttachmentCount'],
    attachment: untyped['_FPDFDoc_GetAttachment'],
    attachmentName: untyped['_FPDFAttachment_GetName'],
    createDocument: untyped['_FPDF_CreateNewDocument'],
    importPages: untyped['_FPDF_ImportPagesByIndex'],
    copyPreferences: untyped['_FPDF_CopyViewerPreferences'],
    pageBox: untyped['_FPDF_GetPageBoundingBox'],
    rotation: untyped['_FPDFPage_GetRotation'],
    setRotation: untyped['_FPDFPage_SetRotation'],
    setMediaBox: untyped['_FPDFPage_SetMediaBox'],
    setCropBox: untyped['_FPDFPage_SetCropBox'],
    saveCopy: untyped['_FPDF_SaveAsCopy'],
    /**
     * Returns the pointer of a function that PDFium may call, until the next call of this method. The package has no
     * `addFunction`, and its table of functions cannot grow, so the function gets the only free entry, that of null
     * pointers.
     */
    pointTo(callback: (one: number, other: number, third: number) => number): number {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), { e: { f: callback } });
      const functions = (module.wasmExports as unknown as Record<string, WebAssembly.Table>)[
        '__indirect_function_table'
      ];
      functions?.set(0, exports['f']);
      return 0;
    },
    free: module.wasmExports.free,
    /** Allocates memory. Throws a RangeError if there is none. */
    allocate(size: number): number {
      const pointer = module.wasmExports.malloc(Math.max(1, size));
      if (!pointer) throw new RangeError(`no memory for ${size} bytes`);
      // Pointers above 2 GB arrive as negative numbers.
      return pointer >>> 0;
    },
    /** Returns all of the module's memory; creates a new view after every call that may have allocated some. */
    heap: () => module.HEAPU8,
  };
}
