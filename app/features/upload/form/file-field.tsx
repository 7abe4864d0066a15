import { FileText, ImageIcon, X } from 'lucide-react';
import { useContext, useId, useState, type DragEvent } from 'react';
import { Button, buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { formatKilobytes } from '#app/features/materials/figures.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/upload/form.ts';
import { holdsFiles, holdSubmit, ManyFilesContext, takeChosen, takeDropped } from './file-drop.tsx';

type FileFieldProps = {
  label: string;
  /** Hint shown while nothing is chosen. */
  hint: string | undefined;
  accept: string;
  picture?: boolean;
  file: File | null;
  error: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Called with null when the choice is removed. */
  onChoose: (file: File | null) => void;
  /** Called if the user chooses photographs instead, one or several. */
  onPhotographs?: (files: File[]) => void;
};

/** Renders a field to choose or drop a file; shows its name and its size in KB. */
export function FileField({
  label,
  hint,
  accept,
  picture = false,
  file,
  error,
  required,
  disabled,
  onChoose,
  onPhotographs,
}: FileFieldProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isTakenElsewhere = useContext(ManyFilesContext);
  const Icon = picture ? ImageIcon : FileText;

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const { dataTransfer } = event;
    if (!holdsFiles(dataTransfer) || isTakenElsewhere(dataTransfer)) return;
    takeDropped(dataTransfer, onChoose, { isBusy: disabled, onPhotographs });
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div
        className={classes(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed bg-card p-4',
          isOver && 'border-accent bg-accent-tint',
          !isOver && (error ? 'border-danger' : 'border-edge'),
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Icon aria-hidden="true" className={classes('size-7 shrink-0', file ? 'text-accent' : 'text-muted')} />
        <div className="min-w-0 flex-1 basis-40">
          {file ? (
            <p className="text-sm">
              <span className="font-medium wrap-anywhere">{file.name}</span>
              <span className="block text-muted">{formatKilobytes(file.size)}</span>
            </p>
          ) : (
            <p id={`${id}-hint`} className="text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
        <FileButtons
          id={id}
          accept={accept}
          file={file}
          isInvalid={Boolean(error)}
          describedBy={classes(!file && `${id}-hint`, error && `${id}-error`) || undefined}
          required={required}
          disabled={disabled}
          onChoose={onChoose}
          onPhotographs={onPhotographs}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type FileButtonsProps = Pick<FileFieldProps, 'accept' | 'file' | 'onChoose'> & {
  onPhotographs: FileFieldProps['onPhotographs'] | undefined;
  id: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  required: boolean | undefined;
  disabled: boolean | undefined;
};

/** Renders the buttons: choose a file, replace it, or remove it. */
function FileButtons({
  id,
  accept,
  file,
  isInvalid,
  describedBy,
  required,
  disabled,
  onChoose,
  onPhotographs,
}: FileButtonsProps) {
  return (
    <div className="relative flex max-w-full flex-wrap items-center gap-1">
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={onPhotographs !== undefined}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={(event) => {
          const { form, files } = event.currentTarget;
          holdSubmit(form, takeChosen([...(files ?? [])], onChoose, onPhotographs));
          // The choice is stored in the form. The input is emptied so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        aria-hidden="true"
        className={classes(
          buttonStyle('secondary', 'small'),
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus)',
          disabled ? 'pointer-events-none opacity-55' : 'hover:border-accent hover:text-accent',
        )}
      >
        {file ? words.changeFile : words.chooseFile}
      </label>
      {file && !disabled && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.removeFile(file.name)}
          data-tooltip={actions.remove}
          onClick={() => onChoose(null)}
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      )}
    </div>
  );
}
