import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { createClient } from './bucket.ts';
import { hostOfObjects, readS3Address, type S3Address } from './s3-address.ts';

test('parses bucket, prefix, endpoint and region of a store address', () => {
  expect(readS3Address('s3://library/exams/a?endpoint=https://store.example.edu:9000&region=eu-1')).toEqual({
    bucket: 'library',
    prefix: 'exams/a/',
    endpoint: 'https://store.example.edu:9000',
    region: 'eu-1',
    pathStyle: true,
  });
});

test("uses Amazon's store, with buckets as hosts, without an endpoint", () => {
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
])('rejects the store address %s', (text) => {
  expect(readS3Address(text)).toBeNull();
});

test.each([
  's3://library',
  's3://library?region=eu-west-1',
  's3://library.example.edu?region=eu-west-1',
  's3://library?endpoint=https://store.example.edu:9000',
  's3://library?endpoint=https://store.example.edu&style=host',
  's3://library.example.edu?endpoint=http://store.example.edu&style=host',
])('returns the host of signed URLs for the objects of %s', async (text) => {
  const address = readS3Address(text) as S3Address;
  const client = createClient(address);
  const key = { accessKeyId: 'id', secretAccessKey: 'secret' };
  client.config.credentials = async () => key;
  const signed = await getSignedUrl(client, new GetObjectCommand({ Bucket: address.bucket, Key: 'file' }));
  client.destroy();
  expect(hostOfObjects(address)).toBe(new URL(signed).host);
});
