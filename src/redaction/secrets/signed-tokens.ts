import type { Extent, WordDetector } from '../detector.ts';
import { isAsciiLetter } from '../scan/characters.ts';

/** A JSON object in base64url begins like this: `{"`. */
const JSON_START = 'eyJ';
const HEADER_CHARS_MIN = 12;
const BOT_ID_DIGITS = [8, 9, 10] as const;
const BOT_KEY_CHARS = 35;

function isBase64Url(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x5f;
}

function partEnd(text: string, start: number): number {
  let end = start;
  while (isBase64Url(text.charCodeAt(end))) end += 1;
  return end;
}

/** A JSON Web Token: header and payload in base64url, then the signature, which may be empty. */
function findWebToken(text: string, start: number): Extent | undefined {
  if (!text.startsWith(JSON_START, start) || text.charCodeAt(start - 1) === 0x2d) return undefined;
  const headerEnd = partEnd(text, start);
  if (headerEnd - start < HEADER_CHARS_MIN || !text.startsWith(`.${JSON_START}`, headerEnd)) return undefined;
  const payloadEnd = partEnd(text, headerEnd + 1);
  if (text.charCodeAt(payloadEnd) !== 0x2e) return undefined;
  const end = partEnd(text, payloadEnd + 1);
  return end === payloadEnd + 1 ? undefined : { start, end };
}

/** A Telegram bot token: the bot's number, a colon, and a key. */
function findBotToken(text: string, start: number, end: number): Extent | undefined {
  if (!BOT_ID_DIGITS.some((count) => count === end - start) || !text.startsWith(':AA', end)) return undefined;
  const keyEnd = partEnd(text, end + 1);
  return keyEnd - end - 1 === BOT_KEY_CHARS ? { start, end: keyEnd } : undefined;
}

const NAMED = { type: 'SECRET', severity: 'high' } as const;

export const webTokenDetector: WordDetector = { ...NAMED, on: 'word', initials: 'e', find: findWebToken };
export const botTokenDetector: WordDetector = { ...NAMED, on: 'word', initials: '0123456789', find: findBotToken };
