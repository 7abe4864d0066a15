import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { pages } from '#contract/addresses.ts';
import { missingFromPost } from '#domain/forum.ts';
import { forumFaculties } from '#app/features/forum/forum-faculties.ts';
import { PreviewNotice } from '#app/features/forum/preview-notice.tsx';
import { TagsField } from '#app/features/forum/tags-field.tsx';
import { pageHead } from '#app/features/layout/page-head.ts';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea, TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';

export const Route = createFileRoute('/discussions/create')({
  head: () => {
    const head = pageHead(['New post', 'Discussions'], 'Start a discussion: a preview of the form.');
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: NewPostPage,
});

const complaints = { title: 'Please give your post a title.', content: 'Please add some content.' };

/** Renders the form of a new post. Submitting it only announces that posting will come. */
function NewPostPage() {
  const navigate = Route.useNavigate();
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [facultyId, setFacultyId] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const [isTried, setIsTried] = useState(false);
  const missing = isTried ? missingFromPost({ title, content }) : [];

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const [first] = missingFromPost({ title, content });
    if (first) {
      setIsTried(true);
      event.currentTarget.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus();
      return;
    }
    showToast({
      title: 'Feature Coming Soon',
      text: 'The ability to create posts will be available after launching the full version.',
      tone: 'plain',
    });
    void navigate({ to: pages.discussions() });
  }

  return (
    <div className="mx-auto max-w-prose px-4 pt-6 sm:px-6 sm:pt-10">
      <Link
        to="/discussions"
        className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-accent underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Discussions
      </Link>
      <h1 className="mt-2 mb-6 text-3xl">Create Post</h1>
      <PreviewNotice />
      {/* No control has a name, so that without scripts the form opens the list and sends nothing. */}
      <form
        noValidate
        action={pages.discussions()}
        onSubmit={handleSubmit}
        className={classes(cardStyle, 'mt-4 grid grid-cols-1 gap-5 p-5 sm:p-6')}
      >
        <Field label="Title" required error={missing.includes('title') && complaints.title}>
          {(control) => (
            <TextInput
              {...control}
              data-field="title"
              value={title}
              maxLength={200}
              autoComplete="off"
              placeholder="What is it about?"
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label="Content" required error={missing.includes('content') && complaints.content}>
          {(control) => (
            <TextArea
              {...control}
              data-field="content"
              rows={8}
              value={content}
              placeholder="Ask a question, or share what you have found out…"
              onChange={(event) => setContent(event.target.value)}
            />
          )}
        </Field>
        <Field label="Faculty">
          {(control) => (
            <Select
              {...control}
              value={facultyId}
              placeholder="Select Faculty"
              options={forumFaculties.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setFacultyId(event.target.value)}
            />
          )}
        </Field>
        <TagsField tags={tags} onChange={setTags} />
        <Button type="submit" className="sm:justify-self-start">
          Create Post
        </Button>
      </form>
    </div>
  );
}
