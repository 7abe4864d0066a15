/** pdf.js's worker in its legacy build. */
import './warn-of-missing-data.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
