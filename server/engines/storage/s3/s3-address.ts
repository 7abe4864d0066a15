import { z } from 'zod';

/** The location of an S3-compatible store, as in the setting STORAGE_URL. */
export type S3Address = {
  bucket: string;
  /** The prefix of every key; empty, or ends with a slash. */
  prefix: string;
  /** The address of the store's API; null for Amazon's own. */
  endpoint: string | null;
  region: string;
  /**
   * True if the bucket is in the path of the address and not in the host name, as most stores except Amazon's require.
   */
  pathStyle: boolean;
};

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixName = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const styles = z.enum(['path', 'host']).nullable();

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…&style=path`. Returns null for any other text. Without an
 * endpoint, the address is that of Amazon's store in the region. The default region is `us-east-1`, which stores
 * without regions accept.
 */
export function readS3Address(text: string): S3Address | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return null;
  const { searchParams } = url;
  for (const name of searchParams.keys()) if (!['endpoint', 'region', 'style'].includes(name)) return null;
  const path = url.pathname.replace(/^\/+/, '');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const endpoint = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? 'us-east-1';
  const style = styles.safeParse(searchParams.get('style'));
  if (!bucketName.test(url.hostname) || !prefixName.test(prefix) || !/^[A-Za-z0-9-]+$/.test(region)) return null;
  if (!style.success || (endpoint !== null && !isEndpoint(endpoint))) return null;
  return {
    bucket: url.hostname,
    prefix,
    endpoint,
    region,
    pathStyle: (style.data ?? (endpoint ? 'path' : 'host')) === 'path',
  };
}

/** Returns the host of objects for visitors, as in signed URLs. */
export function hostOfObjects({ bucket, endpoint, region, pathStyle }: S3Address): string {
  const { host, protocol } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // A certificate for *.host does not cover a bucket with dots, so the SDK names such a bucket in the path.
  const isInPath = pathStyle || (bucket.includes('.') && protocol === 'https:');
  return isInPath ? host : `${bucket}.${host}`;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}
