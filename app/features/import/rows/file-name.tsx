import { classes } from '#app/ui/classes.ts';

type FileNameProps = { head: string; tail: string; folder: string };

/** A file name and its folder, truncated to the available width: the name in the middle, the folder at the start. */
export function FileName({ head, tail, folder }: FileNameProps) {
  return (
    <>
      <span className="flex font-medium whitespace-pre">
        {head !== '' && <span className="min-w-[3ch] truncate">{head}</span>}
        <span className={classes('truncate', head !== '' && 'max-w-[calc(100%-3ch)] shrink-0')}>{tail}</span>
      </span>
      {folder !== '' && (
        // The end of a long path is the most specific.
        <span dir="rtl" className="block truncate text-left text-xs text-muted">
          <bdi dir="ltr">{folder}</bdi>
        </span>
      )}
    </>
  );
}
