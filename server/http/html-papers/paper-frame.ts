import type { Context } from 'hono';
import { paperPolicy } from '#domain/paper-policy.ts';
import { connectingTag, harmlessTag } from '#domain/text/connecting-tags.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { documentHeaders, noConnections } from '#server/http/responses/security-headers.ts';
import { paperMarks } from './paper-marks.ts';

/**
 * Runs in the frame of HTML papers before any script of the paper. A policy blocks the network for scripts, but not
 * WebRTC, which reveals the reader's addresses to any server that the paper names. So the functions that open such
 * connections are deleted. A frame within the paper would have them again, and no policy prevents a script from writing
 * one (`srcdoc`, `javascript:`): each is removed before it has loaded, also in shadow trees. Shadow trees declared in
 * HTML can't be observed, so their declarations are disabled, as are the tags in HTML for which a browser may connect.
 * Connections by other means can't be stopped here: see app/features/html-viewer/paper-scripts.ts.
 *
 * Everything used after the paper's own scripts have started is saved first: they may replace any function.
 */
const paperGuard = `
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

/** The frame may run scripts and show the paper's content, with no origin, no network, and only inside our page. */
const framePolicy = [
  'sandbox allow-scripts',
  paperPolicy,
  "script-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Receives the paper's text once, only from the window around it, and writes it. Unless the message says that the paper's
 * own scripts may run, a second policy refuses them first: policies only add up, and `document.open` leaves them. Such a
 * browser may also connect when the pointer is over a link (Firefox 153), so its address is removed. The listeners are
 * added after that, because `document.open` removes all. The page outside cannot access the frame's content, so it gets
 * messages: Escape, the height of the paper (the frame is made that high and scrolls with the page around it), the target
 * of a link within the paper, and, on request, the current paper, to be printed, and its text, to have words in it
 * marked. It may set a tone: pictures are excluded by reversing the filter of the whole frame. Links to other addresses
 * do nothing, because the frame must not leave this address.
 */
const frameScript = `${paperGuard}
addEventListener('message', function take(event) {
  if (event.source !== parent || !event.data || typeof event.data.paper !== 'string') return;
  removeEventListener('message', take);
  if (event.data.runsScripts !== true) {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "script-src 'none'";
    document.head.append(policy);
  }
  document.open();
  document.write(inert(event.data.paper));
  document.close();
  if (event.data.runsScripts !== true) forgetAddresses();
  const send = (word) => parent.postMessage(word, '*');
  const spared = document.createElement('style');
  spared.textContent = 'img, video, canvas, picture > img, svg image { filter: invert(1) hue-rotate(180deg) }';

  addEventListener('message', (event) => {
    if (event.source !== parent || !event.data) return;
    if (event.data.tone === 'dark') document.documentElement.append(spared);
    else if (event.data.tone === 'light') spared.remove();
    else if (event.data.ask === 'print') send({ frame: 'print', html: copyForPrint() });
    else if (event.data.ask === 'select') getSelection().selectAllChildren(document.body || document.documentElement);
    else if (event.data.ask === 'text') send({ frame: 'text', text: marks.read() });
    else if (event.data.ask === 'clear') marks.clear();
    else if (event.data.spans) marks.mark(event.data.spans);
    else if (typeof event.data.show === 'number') {
      const place = marks.show(event.data.show);
      if (place) send({ frame: 'hit', ...place });
    }
  });
  addEventListener('keydown', (pressed) => {
    if (pressed.key === 'Escape' && !pressed.defaultPrevented) send({ frame: 'escape' });
  });
  addEventListener('click', (clicked) => {
    const link = clicked.target instanceof Element ? clicked.target.closest('a, area') : null;
    const href = link && (link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href'));
    if (href === null || clicked.defaultPrevented) return;
    clicked.preventDefault();
    if (href.startsWith('#')) leadTo(href.slice(1));
  });

  ${paperMarks}
  let sentHeight = 0;
  function sendSize() {
    const root = document.documentElement;
    const box = root.getBoundingClientRect();
    const inside = (document.scrollingElement || root).clientHeight;
    const overflow = root.scrollHeight > inside ? root.scrollHeight : 0;
    const bar = Math.min(Math.max(innerHeight - inside, 0), 32);
    const height = Math.ceil(Math.max(box.height, overflow)) + bar;
    if (height !== sentHeight) send({ frame: 'size', height: (sentHeight = height) });
  }
  const observer = new ResizeObserver(sendSize);
  observer.observe(document.documentElement);
  if (document.body) observer.observe(document.body);
  addEventListener('resize', sendSize);
  addEventListener('load', sendSize);

  function forgetAddresses() {
    for (const element of document.querySelectorAll('[*|href]'))
      for (const attribute of [...element.attributes])
        if (attribute.localName === 'href' && !/^(?:#|data:)/i.test(attribute.value)) element.removeAttributeNode(attribute);
    for (const animation of document.querySelectorAll('[attributeName$="href"]')) animation.remove();
  }

  function leadTo(name) {
    let id = name;
    try { id = decodeURIComponent(name); } catch {}
    const target = document.getElementById(id) || document.getElementsByName(id)[0];
    if (!target && id !== '' && id !== 'top') return;
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    if (target) target.focus({ preventScroll: true });
    send({ frame: 'scroll', top: target ? Math.max(0, target.getBoundingClientRect().top + scrollY) : 0 });
  }

  function copyForPrint() {
    const copy = document.documentElement.cloneNode(true);
    const drawn = copy.querySelectorAll('canvas');
    document.querySelectorAll('canvas').forEach((canvas, index) => {
      try {
        const picture = document.createElement('img');
        picture.src = canvas.toDataURL();
        picture.style.width = canvas.clientWidth + 'px';
        drawn[index].replaceWith(picture);
      } catch {}
    });
    for (const gone of copy.querySelectorAll('script')) gone.remove();
    if (spared.isConnected) copy.lastElementChild.remove();
    return (document.doctype ? '<!doctype html>' : '') + copy.outerHTML;
  }

  sendSize();
  send({ frame: 'shown' });
});
parent.postMessage({ frame: 'ready' }, '*');
`;

const frameDocument = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Question paper</title></head><body><script>${frameScript}</script></body></html>`;

/** Serves `/paper-frame`: the empty, sandboxed page into which the preview dialog writes an HTML paper. */
export function paperFrame(c: Context): Response {
  return c.body(frameDocument, 200, {
    'content-type': 'text/html; charset=utf-8',
    ...documentHeaders,
    ...noConnections,
    'content-security-policy': framePolicy,
    'cache-control': cacheControl.revalidate,
  });
}
