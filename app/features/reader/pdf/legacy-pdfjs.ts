// First, because it calls functions that it does not bring.
import '#app/ui/fallbacks.ts';

/** What we use of pdf.js in its legacy build; the build of our pages leaves out the rest. */
export {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
