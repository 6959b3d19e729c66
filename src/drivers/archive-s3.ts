import type { S3Place } from '../contracts/index.ts';
import { KeelsonError, type Clock } from '../kernel/index.ts';
import { signS3Request, type S3Credentials, type S3Request } from './sign-s3-request.ts';

export interface S3Ports {
  readonly credentials: S3Credentials;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly fetch: typeof fetch;
  /** How long one request may take. */
  readonly deadline: () => AbortSignal;
}

const NOT_FOUND = 404;
/** Enough of an answer to see what is wrong. */
const DETAIL_CHARS_MAX = 300;

/** Archived artifacts as objects of a bucket, at any place that speaks the protocol of S3. */
export function s3Archive({ endpoint, region, bucket, prefix }: S3Place, { credentials, clock, fetch: send, deadline }: S3Ports) {
  const ask = async (method: S3Request['method'], location: string, body: Uint8Array = new Uint8Array()): Promise<Response> => {
    const url = new URL(endpoint);
    url.pathname = [...url.pathname.split('/').filter((part) => part !== ''), ...location.slice('s3://'.length).split('/')].map(encodeURIComponent).join('/');
    const headers = signS3Request({ method, url, body, region, nowMs: clock.nowMs() }, credentials);
    return send(url, { method, headers, signal: deadline(), ...(method === 'PUT' && { body: Buffer.from(body) }) }).catch((error: unknown) => {
      throw unusable(location, error instanceof Error ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}` : 'it does not answer', error);
    });
  };
  const refuse = async (location: string, response: Response): Promise<never> => {
    throw unusable(location, `${response.status} ${(await response.text()).slice(0, DETAIL_CHARS_MAX)}`);
  };
  return {
    async write(name: string, content: Uint8Array): Promise<string> {
      const location = `s3://${bucket}/${prefix}${name}`;
      const response = await ask('PUT', location, content);
      if (!response.ok) return refuse(location, response);
      await response.arrayBuffer();
      return location;
    },
    async read(location: string): Promise<Uint8Array> {
      const response = await ask('GET', location);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : refuse(location, response);
    },
    async remove(location: string): Promise<void> {
      const response = await ask('DELETE', location);
      if (!response.ok && response.status !== NOT_FOUND) return refuse(location, response);
      await response.arrayBuffer();
    },
  };
}

function unusable(location: string, detail: string, cause?: unknown): KeelsonError<'artifact.archive_unusable'> {
  return new KeelsonError('artifact.archive_unusable', { message: `${location} cannot be used: ${detail}.`, nextStep: 'Look at artifacts.s3 in the configuration and at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.', data: { artifact_id: location.slice(location.lastIndexOf('/') + 1), destination: 's3', detail }, cause });
}
