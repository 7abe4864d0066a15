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
import * as forum from '#messages/forum/forum.ts';
import * as words from '#messages/forum/new-post.ts';
import * as titles from '#messages/head.ts';
import * as nouns from '#messages/nouns.ts';

export const Route = createFileRoute('/discussions/create')({
  head: () => {
    const head = pageHead([titles.newPost, nouns.discussions], titles.newPostDescription);
    return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: NewPostPage,
});

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
      title: forum.comingSoon,
      text: words.postingIsComing,
      tone: 'plain',
    });
    void navigate({ to: pages.discussions() });
  }

  return (
    <div className="mx-auto max-w-prose px-4 pt-6 sm:px-6 sm:pt-10">
      <Link
        to="/discussions"
        className="-ms-1 inline-flex min-h-11 items-center gap-2 px-1 text-accent underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        {forum.backToDiscussions}
      </Link>
      <h1 className="mt-2 mb-6 text-3xl">{forum.createPost}</h1>
      <PreviewNotice />
      {/* No control has a name, so that without scripts the form opens the list and sends nothing. */}
      <form
        noValidate
        action={pages.discussions()}
        onSubmit={handleSubmit}
        className={classes(cardStyle, 'mt-4 grid grid-cols-1 gap-5 p-5 sm:p-6')}
      >
        <Field label={nouns.title} required error={missing.includes('title') && words.titleMissing}>
          {(control) => (
            <TextInput
              {...control}
              data-field="title"
              value={title}
              maxLength={200}
              autoComplete="off"
              placeholder={words.titlePlaceholder}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={words.content} required error={missing.includes('content') && words.contentMissing}>
          {(control) => (
            <TextArea
              {...control}
              data-field="content"
              rows={8}
              value={content}
              placeholder={words.contentPlaceholder}
              onChange={(event) => setContent(event.target.value)}
            />
          )}
        </Field>
        <Field label={nouns.faculty}>
          {(control) => (
            <Select
              {...control}
              value={facultyId}
              placeholder={words.selectFaculty}
              options={forumFaculties.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setFacultyId(event.target.value)}
            />
          )}
        </Field>
        <TagsField tags={tags} onChange={setTags} />
        <Button type="submit" className="sm:justify-self-start">
          {forum.createPost}
        </Button>
      </form>
    </div>
  );
}
