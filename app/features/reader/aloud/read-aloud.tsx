import { Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { locationOfPoint } from '#app/features/reader/geometry/page-point.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { clickedText, readSelection } from '#app/features/reader/highlights/highlight-text.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { pointOfLetter } from '#app/features/reader/pdf/page-text.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { digits } from '#messages/format.ts';
import * as actionWords from '#messages/reader/actions.ts';
import * as words from '#messages/reader/aloud.ts';
import { sentencesOf } from './sentences.ts';
import { createSpeaker, type Speaker, type SpeakerState } from './speaker.ts';
import { localVoices, speak, voiceFor } from './voices.ts';
import './read-aloud.css';

const rates = [0.75, 1, 1.25, 1.5, 2];

const messages: Readonly<Record<SpeakerState['name'], string>> = {
  speaking: '',
  paused: '',
  ended: words.ended,
  silent: words.noText,
  failed: words.failed,
};

type ReadAloudProps = {
  document: PdfDocument;
  texts: PageTexts;
  rotation: Rotation;
  currentPage: number;
  /** The element that contains the pages. A click on their text continues there. */
  area: RefObject<HTMLElement | null>;
  pages: RefObject<PageListHandle | null>;
  /** Called with the part of a page's text that is spoken now. */
  onSpoken: (part: { page: number; start: number; end: number }) => void;
  onClose: () => void;
};

/**
 * Reads the document aloud with a voice of this device, from the selected words or else from the top of the window, and
 * shows a bar to pause, to go back and forth and to change the speed. Scrolls along.
 */
export function ReadAloud(props: ReadAloudProps) {
  const [rate, setRate] = useState(1);
  const [state, setState] = useState<SpeakerState>({ name: 'speaking', spoken: null });
  const [voiceFault, setVoiceFault] = useState('');
  const speaker = useSpeaker({ ...props, onState: setState, onVoiceFault: setVoiceFault });
  const isSpeaking = state.name === 'speaking';
  const message = state.name === 'failed' && voiceFault !== '' ? voiceFault : messages[state.name];
  return (
    <section className="reader-aloud" aria-label={useSideLabel(actionWords.readAloud)}>
      <AloudTool label={words.previousSentence} icon={SkipBack} onClick={() => speaker.current?.step(-1)} />
      <AloudTool
        label={isSpeaking ? words.pause : words.resume}
        icon={isSpeaking ? Pause : Play}
        onClick={() => (isSpeaking ? speaker.current?.pause() : speaker.current?.resume())}
      />
      <AloudTool label={words.nextSentence} icon={SkipForward} onClick={() => speaker.current?.step(1)} />
      <select
        aria-label={words.speed}
        value={rate}
        onChange={(event) => {
          setRate(Number(event.target.value));
          speaker.current?.setRate(Number(event.target.value));
        }}
      >
        {rates.map((each) => (
          <option key={each} value={each}>
            {digits(each)} ×
          </option>
        ))}
      </select>
      <AloudTool label={words.stop} icon={X} onClick={props.onClose} />
      <output>{message}</output>
    </section>
  );
}

type AloudToolProps = { label: string; icon: typeof X; onClick: () => void };

function AloudTool({ label, icon: Icon, onClick }: AloudToolProps) {
  return (
    <button type="button" className="reader-tool" aria-label={label} data-tooltip={label} onClick={onClick}>
      <Icon aria-hidden="true" />
    </button>
  );
}

/** Creates the speaker and starts it; it ends with the component. */
function useSpeaker(
  parts: ReadAloudProps & {
    onState: (state: SpeakerState) => void;
    onVoiceFault: (message: string) => void;
  },
): RefObject<Speaker | null> {
  const { document, texts, area } = parts;
  const speaker = useRef<Speaker | null>(null);

  const speakWords = useEffectEvent(async (text: string, { rate, signal }: { rate: number; signal: AbortSignal }) => {
    const voice = voiceFor(text, await localVoices());
    if (!voice) {
      const isNepali = /\p{Script=Devanagari}/u.test(text);
      parts.onVoiceFault(isNepali ? words.noNepaliVoice : words.noVoice);
      throw new Error('no voice');
    }
    await speak(text, { voice, rate, signal });
  });

  const show = useEffectEvent(async (state: SpeakerState) => {
    parts.onState(state);
    if (state.name !== 'speaking' || !state.spoken) return;
    const { page, sentence } = state.spoken;
    parts.onSpoken({ page, start: sentence.start, end: sentence.end });
    const text = await texts.read(page, AbortSignal.timeout(readMs)).catch(() => null);
    if (text) parts.pages.current?.show(locationOfPoint(pointOfLetter(page, text, sentence.start), parts.rotation));
  });

  const begin = useEffectEvent(async (created: Speaker) => {
    const [selected] = area.current ? readSelection(getSelection(), area.current) : [];
    if (selected) return created.start(selected.page, ({ end }) => end > selected.start);
    const page = parts.currentPage;
    const top = parts.pages.current?.location();
    const from = { across: 0, ...(top?.page === page ? top : { fraction: 0 }) };
    const text = await texts.read(page, AbortSignal.timeout(readMs)).catch(() => null);
    created.start(page, ({ start }) => {
      if (!text) return true;
      const { fraction, across = 0 } = locationOfPoint(pointOfLetter(page, text, start), parts.rotation);
      return fraction >= from.fraction && across >= from.across;
    });
  });

  useEffect(
    function readDocument() {
      const created = createSpeaker({
        pageCount: document.pageCount,
        // A page that is damaged has no text to read.
        read: (page, signal) => texts.read(page, signal).then(sentencesOf, () => []),
        speak: (text, options) => speakWords(text, options),
        onChange: (state) => void show(state),
      });
      speaker.current = created;
      void begin(created);
      const element = area.current;
      const handleClick = ({ target }: MouseEvent) => {
        const clicked = getSelection()?.isCollapsed === false ? null : clickedText(target);
        if (clicked) created.start(clicked.page, ({ end }) => end > clicked.offset);
      };
      element?.addEventListener('click', handleClick);
      return () => {
        element?.removeEventListener('click', handleClick);
        created.close();
        speaker.current = null;
      };
    },
    [document, texts, area],
  );
  return speaker;
}

/** Maximum wait for the text of a page, in milliseconds. */
const readMs = 3000;
