import { ChevronUp } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { formatDay } from '#app/features/materials/figures.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonStyle } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { Field } from '#app/ui/field.tsx';
import { TextArea } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import { isCommentWorthSending, type ForumComment } from '#domain/forum.ts';
import { UpvotesWithoutButton } from './post-facts.tsx';

/** Renders one comment. Its upvote is not sent: it only changes the count on this page. */
export function CommentCard({ comment, timeZone }: { comment: ForumComment; timeZone: string }) {
  const [isUpvoted, setIsUpvoted] = useState(false);
  const count = comment.upvotes + (isUpvoted ? 1 : 0);
  return (
    <li className={classes(cardStyle, 'flex gap-4 p-4 sm:p-5')}>
      <span
        aria-hidden="true"
        className="hidden size-10 shrink-0 items-center justify-center rounded-full bg-accent-tint sm:inline-flex font-serif text-lg font-semibold text-accent"
      >
        {comment.authorName.charAt(0)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="font-medium text-ink">{comment.authorName}</span>
          <Badge>Sample</Badge> <time dateTime={comment.createdAt}>{formatDay(comment.createdAt, timeZone)}</time>
        </p>
        <p className="mt-2 max-w-[66ch]">{comment.content}</p>
        <UpvotesWithoutButton count={comment.upvotes} />
        <button
          type="button"
          aria-pressed={isUpvoted}
          onClick={() => setIsUpvoted(!isUpvoted)}
          className={classes(
            buttonStyle('secondary', 'small'),
            'mt-3 max-[20rem]:min-w-0 max-[20rem]:px-2 aria-pressed:border-accent aria-pressed:text-accent',
          )}
        >
          <ChevronUp aria-hidden="true" className="size-4" strokeWidth={isUpvoted ? 3 : 2} />
          <span className="max-[20rem]:sr-only">
            Upvote <span className="sr-only">this comment,</span>
          </span>{' '}
          <span className={isUpvoted ? undefined : 'text-muted'}>
            {count} <span className="sr-only">so far</span>
          </span>
        </button>
      </div>
    </li>
  );
}

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
