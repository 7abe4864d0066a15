import type { Page } from 'playwright-core';
import { administrator } from './server.ts';

/** Actions of an administrator in the panel, by label and role. */

export type UploadForm = {
  kind: 'Question Papers' | 'Study Notes' | 'Revision Materials' | 'Libary-Books';
  faculty: string;
  level: string;
  subject: string;
  year?: string;
  title?: string;
  file: { name: string; mimeType: string; buffer: Buffer } | string;
  image?: { name: string; mimeType: string; buffer: Buffer };
};

const submitLabels = {
  'Question Papers': 'Upload Question Paper',
  'Study Notes': 'Upload Study Note',
  'Revision Materials': 'Upload Revision Material',
  'Libary-Books': 'Upload Book',
} as const;

/** Signs in at `/login` and waits for the panel. */
export async function signIn(page: Page, url: string, options: { isKept?: boolean } = {}): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  if (options.isKept) await page.getByLabel('Keep me signed in').check();
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByText('Welcome Administrator').waitFor();
  await page.waitForURL(`${url}/admin`);
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
}

/** Fills in the upload form. */
export async function fillUpload(page: Page, form: UploadForm): Promise<void> {
  await page.getByRole('group', { name: 'Content type' }).getByText(form.kind).click();
  await page.getByLabel('Faculty').selectOption({ label: form.faculty });
  await page.getByLabel('Level').selectOption({ label: form.level });
  await page.getByLabel('Subject').selectOption({ label: form.subject });
  if (form.year) await page.getByLabel('Year').selectOption(form.year);
  await page.getByLabel('File (PDF)').setInputFiles(form.file);
  if (form.image) await page.getByLabel('Image').setInputFiles(form.image);
  if (form.title) await page.getByLabel('Title').fill(form.title);
}

/** Fills in the upload form and submits it; the caller waits for the result. */
export async function sendUpload(page: Page, form: UploadForm): Promise<void> {
  await fillUpload(page, form);
  await page.getByRole('button', { name: submitLabels[form.kind] }).click();
}

/** Uploads and waits for the success toast; returns the published title. */
export async function upload(page: Page, form: UploadForm): Promise<string> {
  await sendUpload(page, form);
  const name = typeof form.file === 'string' ? (form.file.split('/').at(-1) ?? '') : form.file.name;
  const title = form.title ?? name.replace(/\.[^.]+$/, '');
  await page.getByText(`"${title}" has been uploaded successfully`).first().waitFor({ timeout: 60_000 });
  return title;
}
