import { pages } from '#contract/addresses.ts';
import styles from '#app/styles/app.css?url';
import { AnchorButton } from '#app/ui/link-button.tsx';
import * as actions from '#messages/actions.ts';
import { MessagePage, crashWords } from './message-page.tsx';
import { localAddress } from './local-address.ts';
import { direction, tag } from '#messages/language.ts';

/** Replaces the whole document if even the error page failed to render. Needs neither router nor data. */
export default function BrokenPage() {
  return (
    <html lang={tag} dir={direction}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{crashWords.title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <main>
          <MessagePage role="alert" {...crashWords}>
            <AnchorButton href={location.href}>{actions.tryAgain}</AnchorButton>
            <AnchorButton href={localAddress(pages.home())} variant="secondary">
              {actions.returnHome}
            </AnchorButton>
          </MessagePage>
        </main>
      </body>
    </html>
  );
}
