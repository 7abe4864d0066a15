/** The parts of pdf.js that we use, in its current build; the build of our pages leaves out the rest. */
export {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist';
