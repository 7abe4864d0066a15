import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#contract/addresses.ts';
import { requiresAttribute } from '#domain/material-rules.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { DocumentConversion, isToConvert, useDiscardReplaced } from './document-conversion.tsx';
import { acceptedDocuments, acceptedFiles } from '#app/features/upload/transfer/check-file.ts';
import { FileField } from './file-field.tsx';
import { wordsOf, type MaterialFieldProps } from './material-fields.ts';
import { titleOfFile, type ChosenFile, type MaterialForm } from './material-form.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import {
  acceptedPhotographs,
  addPhotographs,
  readPhotographs,
} from '#app/features/upload/photographs/photograph-list.ts';
import { PhotographsEditor } from '#app/features/upload/photographs/photographs-editor.tsx';
import * as words from '#messages/upload/form.ts';
import * as photographWords from '#messages/upload/photographs.ts';

/** Renders the field for the file of a material: a PDF or HTML file, or an office document or photographs that become a PDF. */
export function DocumentField({ form, change, faults, disabled = false }: MaterialFieldProps) {
  const { site } = useAdminSession();
  const { label, hint } = wordsOf(form, 'fileId');
  const [isMaking, setMaking] = useState(false);
  const [converted, setConverted] = useState<{ fileId: string; source: ChosenFile } | null>(null);
  useDiscardReplaced(form.file, converted?.source.fileId ?? null);
  const isFixed = disabled || isMaking;
  const { photographs } = form;

  async function add(files: readonly File[]) {
    const read = await readPhotographs(files);
    const { list, refused } = addPhotographs(photographs, read, site.maxUploadBytes);
    if (refused.length > 0)
      showToast({ tone: 'plain', title: photographWords.notAdded, text: refused.slice(0, 3).join(' ') });
    if (list.length > photographs.length) change({ type: 'photographs', photographs: list });
  }

  const handleWaiting = useEffectEvent(() => {
    change({ type: 'photographsTaken' });
    if (!isMaking) void add(form.waitingPhotographs);
  });
  const hasWaiting = form.waitingPhotographs.length > 0;
  useEffect(
    function addDropped() {
      if (hasWaiting) handleWaiting();
    },
    [hasWaiting],
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <FileField
        label={label}
        hint={photographs.length > 0 ? words.addPhotographs : hint}
        accept={`${acceptedFiles(form.kind)},${acceptedPhotographs},${acceptedDocuments}`}
        file={photographs.length > 0 ? null : (form.file?.file ?? null)}
        error={faults.fileId}
        required={form.base === null && requiresAttribute(form.kind, 'fileId')}
        disabled={isFixed}
        onChoose={(file) => change({ type: 'file', file })}
        onPhotographs={(files) => void add(files)}
      />
      {form.file && isToConvert(form.file) && (
        <DocumentConversion
          key={form.file.fileId}
          document={form.file}
          disabled={disabled}
          onMade={(made) => {
            if (form.file) setConverted({ fileId: made.fileId, source: form.file });
            change({ type: 'made', ...made });
          }}
        />
      )}
      {converted !== null && form.file?.fileId === converted.fileId && (
        <Notice tone="success">
          {photographWords.madeOf(converted.source.file.name)}{' '}
          <a href={api.fileView(site.ids, converted.fileId)} target="_blank" rel="noreferrer" className="underline">
            {photographWords.openPdf}
          </a>
        </Notice>
      )}
      {photographs.length > 0 && (
        <PhotographsEditor
          photographs={photographs}
          pdf={form.file?.file ?? null}
          name={`${nameFor(form)}.pdf`}
          disabled={disabled}
          onChange={(list) => change({ type: 'photographs', photographs: list })}
          onMade={(made) => change({ type: 'made', ...made })}
          onBusy={setMaking}
        />
      )}
    </div>
  );
}

/** Returns the title, else subject and year, else the name of the first photograph. */
function nameFor(form: MaterialForm): string {
  const place = [form.subject, form.year].filter(Boolean).join(' ');
  const first = form.photographs[0]?.file.name ?? '';
  // The maximum length of a file's name, with its extension.
  return (form.title.trim() || place || titleOfFile(first)).replaceAll(/[\\/]/g, ' ').slice(0, 240);
}
