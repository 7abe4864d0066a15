import { useState, type SyntheticEvent } from 'react';
import { isCommentWorthSending } from '#domain/forum.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextArea } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';

/** Renders a form for a comment. Nothing is sent: the forum is a mock. */
export function CommentForm() {
  const [text, setText] = useState('');

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isCommentWorthSending(text)) {
      showToast({ title: 'Empty Comment', text: 'Please enter a comment before submitting.', tone: 'destructive' });
      return;
    }
    setText('');
    showToast({ title: 'Comment Added', text: 'Your comment has been added successfully.', tone: 'success' });
  }

  return (
    <form onSubmit={handleSubmit} className="grid justify-items-start gap-3">
      <Field label="Add a comment" className="w-full">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={text}
            placeholder="Write your comment…"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">Post Comment</Button>
    </form>
  );
}
