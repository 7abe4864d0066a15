import { classes } from '#app/ui/classes.ts';

type FileNameProps = { head: string; tail: string; folder: string };

/** A file name and its folder in the width that there is: the name loses its middle, the folder its beginning. */
export function FileName({ head, tail, folder }: FileNameProps) {
  return (
    <>
      <span className="flex font-medium whitespace-pre">
        {head !== '' && <span className="min-w-[3ch] truncate">{head}</span>}
        <span className={classes('truncate', head !== '' && 'max-w-[calc(100%-3ch)] shrink-0')}>{tail}</span>
      </span>
      {folder !== '' && (
        // The end of a long path says most.
        <span dir="rtl" className="block truncate text-left text-xs text-muted">
          <bdi dir="ltr">{folder}</bdi>
        </span>
      )}
    </>
  );
}
