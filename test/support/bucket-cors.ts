import { DeleteBucketCorsCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Server } from './s3-server.ts';

/** Sets the CORS rules of the bucket, as docs/operating-several-servers.md describes them. A bucket has one set of rules for all of its pages. */
export function openBucketCors({ endpoint, region, bucket }: Pick<S3Server, 'endpoint' | 'region' | 'bucket'>) {
  const client = new S3Client({ endpoint, region, forcePathStyle: true });
  return {
    /** Pages of this origin may read ranges, and `exposed` headers; `asked` are those for which they may ask permission. */
    async allow(
      origin: string,
      { exposed = ['content-range', 'content-length', 'accept-ranges', 'etag'], asked = ['range'] } = {},
    ): Promise<void> {
      const rule = { AllowedOrigins: [origin], AllowedMethods: ['GET', 'HEAD'], AllowedHeaders: asked };
      const CORSRules = [{ ...rule, ExposeHeaders: exposed, MaxAgeSeconds: 3600 }];
      await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules } }));
    },

    /** No pages may read. */
    async refuse(): Promise<void> {
      await client.send(new DeleteBucketCorsCommand({ Bucket: bucket }));
    },

    async [Symbol.asyncDispose]() {
      await this.refuse();
      client.destroy();
    },
  };
}
