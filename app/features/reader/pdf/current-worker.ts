/** pdf.js's worker in its current build. */
import './warn-of-missing-data.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
