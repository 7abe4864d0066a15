import type { ReactNode } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { acceptedImages } from '#app/features/upload/transfer/check-file.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { api } from '#contract/addresses.ts';
import { definitionOf, requiresAttribute } from '#domain/material-rules.ts';
import * as words from '#messages/upload/form.ts';
import { DocumentField } from './document-field.tsx';
import { FileField } from './file-field.tsx';
import { attributesOf, rowsOf, wordsOf, type FieldName, type MaterialFieldProps } from './material-fields.ts';
import { showsAttribute, isTyped, type TypedAttribute } from './material-form.ts';
import { PlaceFields } from './place-fields.tsx';
import { ProposedMark } from './proposals-notice.tsx';
import { YearField } from './year-field.tsx';
import { YearsField } from './years-field.tsx';

/** Renders the field that chooses a cover for a book, or its first page instead of the current cover. */
function CoverField({ form, change, faults, disabled }: MaterialFieldProps) {
  const { site } = useAdminSession();
  const { label, hint } = wordsOf(form, 'coverFileId');
  const coverFileId = form.base?.coverFileId ?? null;
  return (
    <>
      <FileField
        label={label}
        hint={hint}
        accept={acceptedImages}
        picture
        file={form.cover?.file ?? null}
        error={faults.coverFileId}
        disabled={disabled}
        onChoose={(file) => change({ type: 'cover', file })}
      />
      {coverFileId && !form.cover && (
        <div className="flex items-center gap-4">
          <img
            src={api.filePicture(site.ids, coverFileId, 160)}
            alt={words.currentCover}
            className="h-20 w-14 rounded-md border border-hairline object-cover"
          />
          <Checkbox
            label={words.firstPageAsCover}
            checked={!form.keepsCover}
            disabled={disabled}
            onChange={(event) => change({ type: 'keepsCover', keepsCover: !event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}

type Control = (props: MaterialFieldProps) => ReactNode;

/** The controls of fields that are not a plain text box. */
const controls: Partial<Record<FieldName, Control>> = {
  place: (props) => (
    <PlaceFields {...props} isSubjectWide={props.form.base !== null || !showsAttribute(props.form, 'year')} />
  ),
  year: YearControl,
  file: DocumentField,
  password: PasswordFields,
  cover: CoverField,
};

/**
 * Renders the fields of the form for a material, as defined in `material-fields.ts`, for upload and edit. `columnGap` is the
 * class for the gap between the fields of a row.
 */
export function MaterialFormFields({ columnGap, ...props }: MaterialFieldProps & { columnGap: string }) {
  return rowsOf(props.form).map(({ fields, isShared }) => {
    const controls = fields.map((field) => <MaterialField key={field} field={field} {...props} />);
    if (!isShared) return controls;
    return (
      <div key={fields[0]} className={`grid grid-cols-1 gap-y-4 sm:grid-cols-2 ${columnGap}`}>
        {controls}
      </div>
    );
  });
}

function MaterialField({ field, ...props }: MaterialFieldProps & { field: FieldName }) {
  const Control = controls[field];
  if (Control) return <Control {...props} />;
  return attributesOf(field)
    .filter(isTyped)
    .map((name) => <TextField key={name} name={name} {...props} />);
}

/** Renders the reader password of a locked file. */
function PasswordFields(props: MaterialFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {props.form.isLocked && <Notice tone="warning">{words.lockedPdf}</Notice>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField name="filePassword" {...props} />
        <TextField name="filePasswordNote" {...props} />
      </div>
    </div>
  );
}

function TextField({ name, form, change, faults, disabled }: MaterialFieldProps & { name: TypedAttribute }) {
  const { label, hint } = wordsOf(form, name);
  return (
    <Field
      label={
        <>
          {label}
          <ProposedMark form={form} names={[name]} />
        </>
      }
      required={requiresAttribute(form.kind, name)}
      error={faults[name]}
    >
      {(control) => (
        <TextInput
          {...control}
          value={form[name]}
          disabled={disabled}
          maxLength={definitionOf(name).maxLength}
          placeholder={hint}
          onChange={(event) => change({ type: 'typed', attribute: name, text: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function YearControl({ form, change, faults, disabled }: MaterialFieldProps) {
  const calendar = useCalendar();
  // When the form is emptied after publishing, this field starts with its list again.
  const key = `${form.placements} ${form.materialId}`;
  const required = requiresAttribute(form.kind, 'year');
  const mark = <ProposedMark form={form} names={['year', 'yearBs']} />;
  if (calendar !== 'ad') {
    return (
      <YearsField
        key={key}
        value={form}
        calendar={calendar}
        mark={mark}
        required={required}
        error={faults.year ?? faults.yearBs}
        disabled={disabled}
        onChange={(years) => change({ type: 'years', ...years })}
      />
    );
  }
  return (
    <YearField
      key={key}
      value={form.year}
      mark={mark}
      required={required}
      error={faults.year}
      disabled={disabled}
      onChange={(text) => change({ type: 'typed', attribute: 'year', text })}
    />
  );
}
