import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Request {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: URL;
  readonly body: Uint8Array;
  readonly region: string;
  readonly nowMs: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Uint8Array | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** The headers that prove who asks (AWS Signature Version 4). Its query and path are taken as they stand in the address, encoded once. */
export function signS3Request({ method, url, body, region, nowMs }: S3Request, { accessKeyId, secretAccessKey, sessionToken }: S3Credentials): Record<string, string> {
  const at = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = at.slice(0, 'YYYYMMDD'.length);
  const signed: Record<string, string> = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': at, ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }) };
  const names = Object.keys(signed).toSorted();
  const canonical = [method, url.pathname, '', ...names.map((name) => `${name}:${signed[name]}`), '', names.join(';'), sha256(body)].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, 's3', 'aws4_request'].reduce((made: Uint8Array, part) => hmac(made, part), hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, [ALGORITHM, at, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _host, ...sent } = signed;
  return { ...sent, authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}` };
}
