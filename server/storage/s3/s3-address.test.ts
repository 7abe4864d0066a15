import { expect, test } from 'vitest';
import { readS3Address } from './s3-address.ts';

test('the address of a store names bucket, prefix, endpoint and region', () => {
  expect(readS3Address('s3://library/exams/a?endpoint=https://store.example.edu:9000&region=eu-1')).toEqual({
    bucket: 'library',
    prefix: 'exams/a/',
    endpoint: 'https://store.example.edu:9000',
    region: 'eu-1',
    pathStyle: true,
  });
});

test("without an endpoint it is Amazon's store, whose buckets are hosts", () => {
  expect(readS3Address('s3://library')).toEqual({
    bucket: 'library',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    pathStyle: false,
  });
  expect(readS3Address('s3://library/?endpoint=https://a.example&style=host')).toMatchObject({ pathStyle: false });
});

test.each([
  'library',
  'https://library',
  's3://user:secret@library',
  's3://Li',
  's3://library?endpoint=store.example',
  's3://library?endpoint=ftp://store.example',
  's3://library?endpoint=https://key:secret@store.example',
  's3://library/a%2fb',
  's3://library/../b?x=1',
  's3://library?regoin=eu',
  's3://library?style=other',
  's3://library/#part',
])('%s is no address of a store', (text) => {
  expect(readS3Address(text)).toBeNull();
});
