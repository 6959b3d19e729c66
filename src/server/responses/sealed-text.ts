import type { z } from 'zod';

const MARK = 'keelson1.';

/**
 * What a client carries for us between requests without looking into it. It is not secret: whoever has it has had the
 * conversation. What others sealed, or changed, opens to nothing.
 */
export function seal(value: unknown): string {
  return `${MARK}${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
}

export function unseal<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(text.slice(MARK.length), 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
