import { FolderOpen, FilesIcon, FolderUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classes } from '#app/ui/classes.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import type { ChosenEntry } from '#app/features/import/intake/intake-file.ts';
import * as words from '#messages/import/panel.ts';
import { chosenFiles } from './dropped-files.ts';

type ChooseFilesProps = { isSmall: boolean; onChoose: (files: ChosenEntry[]) => void };

/** The area to drop or choose files, folders and archives. The whole panel accepts drops. */
export function ChooseFiles({ isSmall, onChoose }: ChooseFilesProps) {
  return (
    <div
      className={classes(
        'flex',
        isSmall
          ? 'max-w-full'
          : 'flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-card border border-dashed border-edge bg-card px-6 py-10 text-center',
      )}
    >
      {!isSmall && (
        <>
          <FolderUp aria-hidden="true" className="size-10 shrink-0 text-accent" />
          <div className="basis-full">
            <h2 className="text-xl">{words.addFolder}</h2>
            <p className="mx-auto mt-2 max-w-prose text-muted">{words.howToAdd}</p>
          </div>
        </>
      )}
      <div className={classes('flex flex-wrap gap-2', !isSmall && 'mt-2 basis-full justify-center')}>
        <FileButton text={words.chooseFiles} Icon={FilesIcon} isPrimary={false} {...{ isSmall, onChoose }} />
        <FileButton
          text={words.chooseFolder}
          Icon={FolderOpen}
          isPrimary={!isSmall}
          isFolder
          {...{ isSmall, onChoose }}
        />
      </div>
    </div>
  );
}

type FileButtonProps = {
  /** The words of the button; `verb` renders the one that a small button has no room for. */
  text: (verb: (text: string) => ReactNode) => readonly ReactNode[];
  isSmall: boolean;
  Icon: typeof FolderOpen;
  isPrimary: boolean;
  isFolder?: boolean;
  onChoose: ChooseFilesProps['onChoose'];
};

function FileButton({ text, isSmall, Icon, isPrimary, isFolder = false, onChoose }: FileButtonProps) {
  const id = useId();
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        multiple
        {...(isFolder && { webkitdirectory: '' })}
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          const files = chosenFiles(currentTarget.files ?? []);
          // Cleared, so that the same files can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
      <label
        htmlFor={id}
        className={classes(
          buttonStyle(isPrimary ? 'primary' : 'secondary', 'small'),
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus)',
          isPrimary ? 'hover:bg-accent-strong' : 'hover:border-accent hover:text-accent',
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
        <span className="inline-block first-letter:uppercase">
          {text((verb) => (
            <span key="verb" className={isSmall ? 'max-md:sr-only' : ''}>
              {verb}
            </span>
          ))}
        </span>
      </label>
    </div>
  );
}
