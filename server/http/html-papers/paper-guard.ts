import { connectingTag, harmlessTag } from '#domain/text/connecting-tags.ts';

/**
 * Runs in the frame of HTML papers before any script of the paper. A policy blocks the network for scripts, but not
 * WebRTC, which reveals the reader's addresses to any server that the paper names. So this script deletes the functions
 * that open such connections. A frame within the paper would have them again, and no policy prevents a script from
 * writing a frame (`srcdoc`, `javascript:`), so each frame is removed before it has loaded, even in shadow trees.
 * Shadow trees declared in HTML can't be observed, so their declarations are disabled, as are the tags in HTML for
 * which a browser may connect. Connections by other means can't be stopped here: see
 * app/features/html-viewer/paper-scripts.ts.
 *
 * Everything used after the paper's own scripts have started is saved first: they may replace any function.
 */
export const paperGuard = `
const inert = (() => {
  for (const name of Object.getOwnPropertyNames(window))
    if (/^(?:webkit|moz)?RTC|^WebTransport|^WebSocket/.test(name)) delete window[name];
  for (const name of ['setHTMLUnsafe', 'streamHTMLUnsafe', 'appendHTMLUnsafe', 'prependHTMLUnsafe', 'beforeHTMLUnsafe', 'afterHTMLUnsafe', 'replaceWithHTMLUnsafe']) {
    delete Element.prototype[name];
    delete ShadowRoot.prototype[name];
  }
  delete Document.parseHTMLUnsafe;

  const method = (prototype, name) => Function.prototype.call.bind(prototype[name]);
  const remove = method(Element.prototype, 'remove');
  const findIn = { 9: method(Document.prototype, 'querySelector'), 11: method(DocumentFragment.prototype, 'querySelector') };
  const observe = method(MutationObserver.prototype, 'observe');
  const attach = method(Element.prototype, 'attachShadow');
  // The method, and everything that it reads from the expression.
  const replace = method(RegExp.prototype, Symbol.replace);
  const { exec } = RegExp.prototype;
  const everywhere = (source) => Object.defineProperties(new RegExp(source, 'gi'), { exec: { value: exec }, flags: { value: 'gi' } });
  const declared = everywhere('shadowroot(?=mode)');
  const connecting = everywhere(${JSON.stringify(connectingTag.source)});
  const Observer = MutationObserver;
  const childFrames = 'iframe, frame, fencedframe, portal';
  const all = { childList: true, subtree: true };

  function watch(root, kind) {
    observe(new Observer(() => {
      for (let frame; (frame = findIn[kind](root, childFrames)); ) remove(frame);
    }), root, all);
  }
  watch(document, 9);
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach(this, options);
    watch(root, 11);
    return root;
  };
  const inert = (html) => replace(connecting, replace(declared, html, 'no-'), '${harmlessTag}');
  for (const name of ['write', 'writeln']) {
    const write = method(Document.prototype, name);
    Document.prototype[name] = function (...html) { write(this, inert(html.join(''))); };
  }
  return inert;
})();
`;
