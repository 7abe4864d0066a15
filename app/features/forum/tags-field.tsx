import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { addTag, canAddTag, hasTag, maxTags, removeTag } from '#domain/forum.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { tags as tagsLabel } from '#messages/forum/forum.ts';
import * as words from '#messages/forum/new-post.ts';

type TagsFieldProps = { tags: readonly string[]; onChange: (tags: readonly string[]) => void };

/** Edits the tags of a new post, each added with Enter or a button: at most five, no duplicates. */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isRepeat = hasTag(tags, typed);

  function handleAdd() {
    const next = addTag(tags, typed);
    if (next !== tags) {
      onChange(next);
      setTyped('');
    }
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    // While an input method composes a word, Enter only confirms the word; it must not add a tag or submit the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleAdd();
  }

  return (
    <div>
      <Field
        label={tagsLabel}
        hint={tags.length < maxTags ? words.tagsAdded(maxTags, tags.length) : words.tagLimit(maxTags)}
        error={isRepeat && words.tagRepeated}
      >
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              ref={input}
              value={typed}
              maxLength={40}
              autoComplete="off"
              enterKeyHint="done"
              placeholder={words.addTag}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={handleKeyDown}
            />
            <Button variant="secondary" disabled={!canAddTag(tags, typed)} onClick={handleAdd}>
              {words.add}
            </Button>
          </div>
        )}
      </Field>
      <ul aria-label={words.tagsOfPost} className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex max-w-full items-center rounded-card bg-accent-tint ps-3 text-sm text-accent"
          >
            <span className="min-w-0 break-words">{tag}</span>
            <button
              type="button"
              aria-label={words.removeThisTag(tag)}
              data-tooltip={words.removeTag}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-card hover:text-ink"
              onClick={() => {
                onChange(removeTag(tags, tag));
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
