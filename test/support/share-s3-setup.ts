import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openOwnS3Server, sharedS3Variable, type S3Server, type SharedS3 } from './s3-server.ts';

/**
 * Shares one object store among all tests of a run, in any worker. The first request starts the store, which ends with
 * the run.
 */
export async function setup(): Promise<() => Promise<void>> {
  let started: Promise<S3Server> | undefined;
  const door = createServer((_request, response) => {
    started ??= openOwnS3Server();
    void started.then(describe, fail).then((described) => response.end(JSON.stringify(described)));
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  process.env[sharedS3Variable] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    door.close();
    const server = await started?.catch(() => null);
    await server?.[Symbol.asyncDispose]();
  };
}

function describe({ endpoint, region, bucket }: S3Server): SharedS3 {
  return {
    url: `s3://${bucket}/?${new URLSearchParams({ endpoint, region })}`,
    accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  };
}

const fail = (error: unknown): SharedS3 => ({ failure: String(error) });
