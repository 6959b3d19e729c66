import { Sha256 } from '../../contracts/index.ts';

const NONE: readonly Sha256[] = [];
/** Without the quote before it: a search that begins with a rare letter hardly ever stops on its way. */
const BLOB_MARK = 'kind":"blob"';

/** The blobs that a payload in canonical JSON refers to by a StorageRef, each once. */
export function blobRefsOf(payload: string): readonly Sha256[] {
  if (!payload.includes(BLOB_MARK)) return NONE;
  const refs = new Set<Sha256>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { kind, key } = value as { kind?: unknown; key?: unknown };
    if (kind === 'blob' && Sha256.safeParse(key).success) refs.add(key as Sha256);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(JSON.parse(payload));
  return [...refs];
}
