import { Check, Copy, Trash2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { quoteOf } from '#app/features/reader/highlights/highlights-as-text.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/highlights.ts';
import { colorOf, highlightColors, maxNoteLetters, type Highlight, type HighlightColor } from './highlight.ts';
import './highlight-editor.css';

type HighlightEditorProps = {
  highlight: Highlight;
  onEdit: (highlight: Highlight) => void;
  /** Left out in the list, where each highlight has buttons to remove it and to close the editor. */
  onRemove?: (highlight: Highlight) => void;
  onClose: () => void;
};

const colorNames: Readonly<Record<HighlightColor, string>> = {
  yellow: words.yellow,
  green: words.green,
  blue: words.blue,
  pink: words.pink,
};

/**
 * Renders the colours and the note of a highlight, with actions to copy its words and to remove it. Focuses the colour
 * when it opens. A note is saved when its field loses the focus, when the page is hidden, and when the editor closes.
 */
export function HighlightEditor({ highlight, onEdit, onRemove, onClose }: HighlightEditorProps) {
  const [message, setMessage] = useState('');
  const whole = useRef<HTMLElement>(null);
  const name = useId();
  const note = useNote(highlight, onEdit);

  useEffect(function focusColor() {
    whole.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    // Letters are text or do nothing here, and the arrows choose a colour.
    if (event.key !== 'Tab') event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(quoteOf(highlight));
      setMessage(words.copied);
    } catch {
      setMessage(words.notCopied);
    }
  }

  return (
    <section
      ref={whole}
      className="highlight-editor"
      aria-label={words.highlightOnPage(highlight.page)}
      onKeyDown={handleKeyDown}
    >
      <div className="highlight-editor-tools">
        <fieldset className="highlight-colors" aria-label={words.colour}>
          {highlightColors.map((color) => (
            <label key={color} data-color={color} data-tooltip={colorNames[color]}>
              <input
                type="radio"
                name={name}
                checked={color === colorOf(highlight)}
                aria-label={colorNames[color]}
                onChange={() => onEdit({ ...note.current(), color })}
              />
              <Check aria-hidden="true" />
            </label>
          ))}
        </fieldset>
        <EditorTool label={words.copyText} icon={Copy} onClick={() => void copy()} />
        {onRemove && (
          <>
            <EditorTool
              label={words.removeHighlight}
              icon={Trash2}
              onClick={() => {
                onRemove(note.current());
                onClose();
              }}
            />
            <EditorTool label={actions.close} icon={X} onClick={onClose} />
          </>
        )}
      </div>
      <textarea
        aria-label={words.note}
        placeholder={words.addNote}
        rows={2}
        maxLength={maxNoteLetters}
        value={note.text}
        onChange={(event) => note.setText(event.target.value)}
        onBlur={note.save}
      />
      <output>{message}</output>
    </section>
  );
}

type EditorToolProps = { label: string; icon: typeof X; onClick: () => void };

function EditorTool({ label, icon: Icon, onClick }: EditorToolProps) {
  return (
    <button type="button" className="reader-tool" aria-label={label} data-tooltip={label} onClick={onClick}>
      <Icon aria-hidden="true" />
    </button>
  );
}

/**
 * Returns the text of a highlight's note while it is edited, the highlight with this text (`current`), and the function
 * that saves it.
 */
function useNote(highlight: Highlight, onEdit: (highlight: Highlight) => void) {
  const [text, setText] = useState(highlight.note ?? '');

  function current(): Highlight {
    const { note: _, ...rest } = highlight;
    const note = text.trim();
    return note === '' ? rest : { ...rest, note };
  }

  function save() {
    const changed = current();
    if (changed.note !== highlight.note) onEdit(changed);
  }

  const saveNow = useEffectEvent(save);
  useEffect(function saveLastWords() {
    const handleHide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', handleHide);
    return () => {
      document.removeEventListener('visibilitychange', handleHide);
      saveNow();
    };
  }, []);
  return { text, setText, current, save };
}
