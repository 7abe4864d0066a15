import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { pages } from '#contract/addresses.ts';
import { readFrameMessage, followSize } from './frame-messages.ts';
import { useFrameSandbox } from './use-frame-sandbox.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/** Requests of the dialog to the paper. */
export type PaperHandle = {
  print: () => void;
  /** Selects the paper's text and moves the focus to it, because a copy takes the selection of the focused element. */
  selectAll: () => void;
  /** Requests the paper's visible text. `onText` receives it. */
  readText: () => void;
  /** Marks parts of the requested text, given as start, end, start, end … */
  mark: (spans: readonly number[]) => void;
  /** Makes the mark with this index the current one. `onMarkShown` receives its position. */
  showMark: (index: number) => void;
  clearMarks: () => void;
};

type PaperFrameProps = {
  html: string;
  /** If false, the paper's own scripts are blocked. Fixed for the life of the frame. */
  runsScripts: boolean;
  title: string;
  isShown: boolean;
  isDark: boolean;
  /** Zoom factor. The paper is laid out narrower by this factor and enlarged by it, like a browser's zoom. */
  zoom: number;
  onShown: () => void;
  /** Called when the frame's page could not be loaded. */
  onFailed: () => void;
  onEscape: () => void;
  /** Called when the paper requests to scroll to this position, in CSS pixels of the page. */
  onScroll: (top: number) => void;
  /** Receives the HTML of the paper after `print`. */
  onPrint: (html: string) => void;
  onText: (text: string) => void;
  /** Receives the upper and lower edge of the mark that was shown, in CSS pixels of the page. */
  onMarkShown: (top: number, bottom: number) => void;
  handle: Ref<PaperHandle>;
};

/**
 * Renders the sandboxed frame that shows a paper, as tall as the paper. It reports when it is ready, receives the HTML, and
 * reports when it has written it. The paper's own scripts can send the same messages: at worst they close the dialog or make the
 * frame very tall; HTML to print, text and positions of marks are only accepted after they were requested.
 */
export function PaperFrame(props: PaperFrameProps) {
  const { html, runsScripts, title, isShown, isDark, zoom, onShown, onFailed, onEscape, onScroll, onPrint, handle } =
    props;
  const { onText, onMarkShown } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  /** Pending requests to the frame. */
  const requested = useRef({ print: false, text: false, hit: false });
  const { sandbox, noteReady } = useFrameSandbox(onFailed);
  const [size, setSize] = useState<{ height: number; growths: number } | null>(null);

  // The frame has an opaque origin, so the target origin can only be `*`; only this window receives the message.
  const send = (message: object) => frame.current?.contentWindow?.postMessage(message, '*');

  /** Accepts a message of the frame. Returns true if it was requested and is the first of its kind. */
  function take(answer: keyof typeof requested.current): boolean {
    const isRequested = requested.current[answer];
    requested.current[answer] = false;
    return isRequested;
  }

  const handleMessage = useEffectEvent((event: MessageEvent) => {
    if (!event.source || event.source !== frame.current?.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message?.frame === 'ready') {
      noteReady();
      send({ paper: html, runsScripts });
    } else if (message?.frame === 'shown') onShown();
    else if (message?.frame === 'escape') onEscape();
    else if (message?.frame === 'scroll') onScroll(message.top * zoom);
    else if (message?.frame === 'size')
      setSize((before) => followSize(before ?? { height: 0, growths: 0 }, message.height));
    else if (message?.frame === 'print' && take('print')) onPrint(message.html);
    else if (message?.frame === 'text' && take('text')) onText(message.text);
    else if (message?.frame === 'hit' && take('hit')) onMarkShown(message.top * zoom, message.bottom * zoom);
  });

  // A layout effect, so that the first message of the frame is not missed.
  useLayoutEffect(function listenToFrame() {
    const listen = (event: MessageEvent) => handleMessage(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const setTone = useEffectEvent(() => send({ tone: isDark ? 'dark' : 'light' }));
  useEffect(
    function sendTone() {
      if (isShown) setTone();
    },
    [isShown, isDark],
  );

  useImperativeHandle(handle, () => ({
    print() {
      requested.current.print = true;
      send({ ask: 'print' });
    },
    selectAll() {
      frame.current?.focus({ preventScroll: true });
      send({ ask: 'select' });
    },
    readText() {
      requested.current.text = true;
      send({ ask: 'text' });
    },
    mark: (spans) => send({ spans }),
    showMark(index) {
      requested.current.hit = true;
      send({ show: index });
    },
    clearMarks: () => send({ ask: 'clear' }),
  }));

  return (
    // Has the displayed size of the frame, because scaling does not change the layout.
    <div className="paper-dialog-sheet" style={size ? { height: size.height * zoom } : undefined}>
      <iframe
        key={sandbox}
        ref={frame}
        className="paper-dialog-frame"
        data-shown={isShown || undefined}
        data-tone={isDark ? 'dark' : 'light'}
        style={{ width: `${100 / zoom}%`, height: size ? size.height : `${100 / zoom}%`, scale: String(zoom) }}
        title={title}
        src={localAddress(pages.paperFrame())}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
