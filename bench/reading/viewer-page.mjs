/**
 * The reader for comparison: pdf.js's own viewer components, assembled as in its example `simpleviewer`, with their
 * default options.
 */
import * as pdfjsLib from 'pdfjs-dist';

// The viewer expects the library there.
globalThis.pdfjsLib = pdfjsLib;
const { EventBus, PDFLinkService, PDFViewer } = await import('pdfjs-dist/web/pdf_viewer.mjs');

pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdfjs/build/pdf.worker.min.mjs';
const container = document.getElementById('viewerContainer');
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFViewer({ container, eventBus, linkService });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => (viewer.currentScaleValue = 'page-width'));

/** `RenderingStates.FINISHED` of pdf.js, which does not export it. */
const finished = 3;
let task = null;

/** Resolves once the page is drawn, now or later. */
function whenPainted(number) {
  return new Promise((resolve) => {
    const look = () => {
      if (viewer.pagesCount === 0 || viewer.getPageView(number - 1)?.renderingState !== finished) return false;
      eventBus.off('pagerendered', look);
      resolve();
      return true;
    };
    if (!look()) eventBus.on('pagerendered', look);
  });
}

globalThis.benchViewer = {
  /** Opens a document; returns the milliseconds until its first page was painted. */
  async open(url, options) {
    const began = performance.now();
    const painted = whenPainted(1);
    const folder = (name) => `${location.origin}/pdfjs/${name}/`;
    task = pdfjsLib.getDocument({
      url,
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      cMapUrl: folder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folder('standard_fonts'),
      ...options,
    });
    const pdf = await task.promise;
    viewer.setDocument(pdf);
    linkService.setDocument(pdf);
    await painted;
    return performance.now() - began;
  },
  /** Goes to a page like the viewer's page box; returns the milliseconds until it was painted. */
  async goTo(number) {
    const began = performance.now();
    viewer.currentPageNumber = number;
    await whenPainted(number);
    return performance.now() - began;
  },
  /** Scrolls from page to page, at least `restMs` on each, until every one of them has been painted. */
  async readOn(from, to, restMs) {
    for (let number = from; number <= to; number += 1) {
      container.scrollTop = viewer.getPageView(number - 1).div.offsetTop;
      await Promise.all([whenPainted(number), new Promise((resolve) => setTimeout(resolve, restMs))]);
    }
  },
  async close() {
    viewer.setDocument(null);
    linkService.setDocument(null, null);
    await task?.destroy();
  },
};
