import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { pages } from '#contract/addresses.ts';
import { followSize } from './frame-size.ts';
import { readFrameMessage } from './frame-messages.ts';

/** What the dialog may ask of the paper. */
export type PaperHandle = { print: () => void };

type PaperFrameProps = {
  html: string;
  title: string;
  isShown: boolean;
  isDark: boolean;
  /** The paper is laid out in so much less width and shown so much larger, as a browser's own zoom does. */
  zoom: number;
  onShown: () => void;
  onEscape: () => void;
  /** The paper asks to be looked at so far down, in CSS pixels of the page. */
  onScroll: (top: number) => void;
  /** Gets the paper as it stands, after `print`. */
  onPrint: (html: string) => void;
  handle: Ref<PaperHandle>;
};

/**
 * The sandboxed frame a paper is written into, as tall as the paper. It says when it is ready, gets the text, and says
 * when it has written it. A paper's own scripts could say all its words as well: the worst that comes of it is that the
 * dialog closes, or is very tall; what is printed is taken only when it was asked for.
 */
export function PaperFrame(props: PaperFrameProps) {
  const { html, title, isShown, isDark, zoom, onShown, onEscape, onScroll, onPrint, handle } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const isPrintAsked = useRef(false);
  const [size, setSize] = useState<{ height: number; growths: number } | null>(null);

  // The frame has no origin that could be named; only this one window gets what is said.
  const tell = (word: object) => frame.current?.contentWindow?.postMessage(word, '*');

  const hear = useEffectEvent((event: MessageEvent) => {
    if (!event.source || event.source !== frame.current?.contentWindow) return;
    const word = readFrameMessage(event.data);
    if (word?.frame === 'ready') tell({ paper: html });
    else if (word?.frame === 'shown') onShown();
    else if (word?.frame === 'escape') onEscape();
    else if (word?.frame === 'scroll') onScroll(word.top * zoom);
    else if (word?.frame === 'size') setSize((before) => followSize(before ?? { height: 0, growths: 0 }, word.height));
    else if (word?.frame === 'print' && isPrintAsked.current) {
      isPrintAsked.current = false;
      onPrint(word.html);
    }
  });

  // Before the frame is there to speak: what it says first must be heard.
  useLayoutEffect(function listenToFrame() {
    const listen = (event: MessageEvent) => hear(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const setTone = useEffectEvent(() => tell({ tone: isDark ? 'dark' : 'light' }));
  useEffect(
    function sparePictures() {
      if (isShown) setTone();
    },
    [isShown, isDark],
  );

  useImperativeHandle(handle, () => ({
    print() {
      isPrintAsked.current = true;
      tell({ ask: 'print' });
    },
  }));

  return (
    // As large as the frame is seen: what is scaled keeps its place in the layout.
    <div className="paper-dialog-sheet" style={size ? { height: size.height * zoom } : undefined}>
      <iframe
        ref={frame}
        className="paper-dialog-frame"
        data-shown={isShown || undefined}
        data-tone={isDark ? 'dark' : 'light'}
        style={{ width: `${100 / zoom}%`, height: size ? size.height : `${100 / zoom}%`, scale: String(zoom) }}
        title={title}
        src={pages.paperFrame()}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
