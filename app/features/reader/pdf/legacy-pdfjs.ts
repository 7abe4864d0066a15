// First, because pdf.js calls functions that it does not include.
import '#app/ui/fallbacks.ts';

/** The parts of pdf.js that we use, in its legacy build; the build of our pages leaves out the rest. */
export {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
