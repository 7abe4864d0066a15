import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/share.ts';
import { useSharing } from './use-sharing.tsx';
import { localAddress } from '#app/features/layout/local-address.ts';

type ShareButtonProps = {
  /** Name of the shared page. */
  title: string;
  /** Address of the page on this site, from the first slash. */
  path: string;
};

/** Shares a page of this site. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const { shelf } = useRouter().options.context;
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const { share, dialog } = useSharing();
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={words.shareOne(title)}
        onClick={() => share({ title, url: site.publicUrl + localAddress(path) })}
      >
        <Share2 aria-hidden="true" className="size-4" />
        <span>{actions.share}</span>
      </Button>
      {dialog}
    </>
  );
}
