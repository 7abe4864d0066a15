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
import * as words from '#messages/forum/post.ts';
import * as nouns from '#messages/nouns.ts';
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
          <Badge>{nouns.sample}</Badge>{' '}
          <time dateTime={comment.createdAt}>{formatDay(comment.createdAt, timeZone)}</time>
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
          <span className="max-[20rem]:sr-only">{words.upvoteComment(readOut)}</span>{' '}
          <span className={isUpvoted ? undefined : 'text-muted'}>{words.commentUpvotes(count, readOut)}</span>
        </button>
      </div>
    </li>
  );
}

/** Renders words that only screen readers get. */
function readOut(text: string) {
  return (
    <span key={text} className="sr-only">
      {text}
    </span>
  );
}

/** Renders a form for a comment. Nothing is sent: the forum is a mock. */
export function CommentForm() {
  const [text, setText] = useState('');

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isCommentWorthSending(text)) {
      showToast({ title: words.commentEmpty, text: words.commentEmptyDetails, tone: 'destructive' });
      return;
    }
    setText('');
    showToast({ title: words.commentAdded, text: words.commentAddedDetails, tone: 'success' });
  }

  return (
    <form onSubmit={handleSubmit} className="grid justify-items-start gap-3">
      <Field label={words.addComment} className="w-full">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={text}
            placeholder={words.commentPlaceholder}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">{words.postComment}</Button>
    </form>
  );
}
