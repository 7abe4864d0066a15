import { useEffect, useEffectEvent, useReducer, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FacultySummary } from '#domain/catalogue.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import { isToConvert } from '#app/features/upload/form/document-conversion.tsx';
import { explainUnreadable, findFileFault, findImageFault } from '#app/features/upload/transfer/check-file.ts';
import { findFormFaults, describeFaults, wordsOf, type FormFaults } from '#app/features/upload/form/material-fields.ts';
import {
  changeForm,
  coverToSend,
  type MaterialForm,
  type MaterialFormAction,
} from '#app/features/upload/form/material-form.ts';
import * as formWords from '#messages/upload/form.ts';
import * as words from '#messages/upload/panel.ts';
import { useTransfer, type Transfer } from './use-transfer.ts';

export type MaterialFormState = {
  form: MaterialForm;
  change: (action: MaterialFormAction) => void;
  /** The faults on screen. */
  faults: FormFaults;
  /** Shows the faults and moves the focus to the first one. Resolves to true if there are none. */
  check: () => Promise<boolean>;
  /** The ref of the form element. */
  element: RefObject<HTMLFormElement | null>;
  transfer: Transfer;
  isBusy: boolean;
};

/** Manages the state of the form for a material, new or edited: its values, its faults and the upload. */
export function useMaterialForm(begin: () => MaterialForm, faculties: readonly FacultySummary[]): MaterialFormState {
  const { site } = useAdminSession();
  const [form, dispatch] = useReducer(changeForm, null, begin);
  const [attempted, setAttempted] = useState<MaterialForm | null>(null);
  const [fileFaults, setFileFaults] = useState<FormFaults>({});
  const element = useRef<HTMLFormElement>(null);
  const transfer = useTransfer();
  const isBusy = transfer.progress !== null;
  const isNew = form.base === null;
  // After the first attempt, the faults of a new material are updated with every change; the faults of an edit are from
  // the last attempt.
  const checked = attempted && isNew ? form : attempted;
  const faults = { ...(checked && describeFaults(checked, faculties)), ...fileFaults };

  const checkFiles = useEffectEvent(async (isStale: () => boolean) => {
    // Photographs and documents without a PDF only count as missing once the form is sent.
    const found = isToConvert(form.file) ? {} : await findFileFaults({ ...form, photographs: [] }, site.maxUploadBytes);
    if (!isStale()) setFileFaults(found);
  });
  useEffect(
    function checkWhenChosen() {
      let isStale = false;
      void checkFiles(() => isStale);
      return () => {
        isStale = true;
      };
    },
    [form.file, form.cover, form.kind],
  );

  function change(action: MaterialFormAction) {
    if (isNew) setFileFaults((before) => remainingFaults(before, action));
    if (action.type === 'published') setAttempted(null);
    dispatch(action);
  }

  async function check(): Promise<boolean> {
    const found = Object.values(findFormFaults(form, faculties));
    // The files of a new material are checked when everything else is filled in.
    const inFiles = isNew && found.length > 0 ? fileFaults : await findFileFaults(form, site.maxUploadBytes);
    flushSync(() => {
      if (!isNew || found.length > 0) setAttempted(form);
      setFileFaults(inFiles);
    });
    if (found.includes('missing')) showToast({ tone: 'destructive', title: words.missing, text: words.fillIn });
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid]');
    first?.focus();
    return !first;
  }

  return { form, change, faults, check, element, transfer, isBusy };
}

/** Returns the faults of files that remain after an action: a file that was chosen again has none. */
function remainingFaults(faults: FormFaults, action: MaterialFormAction): FormFaults {
  const { fileId, coverFileId } = faults;
  if (action.type === 'kind') return {};
  if (action.type === 'file' || action.type === 'photographs' || action.type === 'made')
    return coverFileId === undefined ? {} : { coverFileId };
  if (action.type === 'cover') return fileId === undefined ? {} : { fileId };
  return faults;
}

/** Checks the chosen files of a form. */
async function findFileFaults(form: MaterialForm, maxBytes: number): Promise<FormFaults> {
  if (form.photographs.length > 0 && !form.file) return { fileId: wordsOf(form, 'fileId').missing };
  if (isToConvert(form.file)) return { fileId: formWords.pdfNotMade };
  const cover = coverToSend(form);
  const inFile = form.file && (await findFileFault(form.kind, form.file.file, maxBytes).catch(explainUnreadable));
  const inCover = cover && (await findImageFault(cover.file, maxBytes).catch(explainUnreadable));
  return { ...(inFile && { fileId: inFile }), ...(inCover && { coverFileId: inCover }) };
}
