import type { Extent, MarkDetector } from '../detector.ts';
import { isAsciiLetter, isLineBreak, isSpace } from '../scan/characters.ts';
import { AUTHORITY_CHARS_MAX } from '../scan/limits.ts';
import { isPlaceholder } from './secret-value.ts';

const AFTER_SCHEME = '://';
const AUTHORITY_ENDS = '/?#"\'<>`\\';

/** Addresses that let anybody who knows them post: the address is the secret. */
const WEBHOOK_HOSTS = ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'];

function endOf(text: string, start: number, stops: string): number {
  let end = start;
  while (end < text.length && end - start < AUTHORITY_CHARS_MAX) {
    const unit = text.charCodeAt(end);
    if (isSpace(unit) || isLineBreak(unit) || stops.includes(text.charAt(end))) break;
    end += 1;
  }
  return end;
}

function findWebhook(text: string, position: number): Extent | undefined {
  const hostStart = position + AFTER_SCHEME.length;
  if (!WEBHOOK_HOSTS.some((host) => text.startsWith(host, hostStart))) return undefined;
  let start = position;
  while (isAsciiLetter(text.charCodeAt(start - 1)) && position - start < 5) start -= 1;
  let end = endOf(text, hostStart, '"\'<>`\\)],;');
  while ('.:!?'.includes(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

/** The password of `scheme://user:password@host`; the name and the host stay readable. */
function find(text: string, position: number): Extent | undefined {
  if (!text.startsWith(AFTER_SCHEME, position) || !isAsciiLetter(text.charCodeAt(position - 1) || 0)) return undefined;
  const webhook = findWebhook(text, position);
  if (webhook !== undefined) return webhook;
  const authorityStart = position + AFTER_SCHEME.length;
  const authority = text.slice(authorityStart, endOf(text, authorityStart, AUTHORITY_ENDS));
  const at = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  if (colon < 0 || authority.startsWith('[') || at <= colon + 1 || isPlaceholder(authority.slice(colon + 1, at))) return undefined;
  return { start: authorityStart + colon + 1, end: authorityStart + at };
}

export const urlCredentialDetector: MarkDetector = { type: 'SECRET', severity: 'high', on: 'mark', marks: ':', find };
