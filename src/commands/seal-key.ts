import type { ApiKeyId, Name } from '../contracts/index.ts';

/** What the holder of a key sends; the same each time it is asked for. */
export type SealKey = (tenant: Name, keyId: ApiKeyId) => Promise<string>;
