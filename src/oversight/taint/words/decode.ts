import { isUtf8 } from 'node:buffer';
import { CODE_CHARS_MIN, DECODE_DEPTH_MAX, DECODED_CHARS_MAX } from '../limits.ts';

const PERCENT = /(?:%[0-9a-fA-F]{2})+/g;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", commat: '@', period: '.', sol: '/', colon: ':', nbsp: ' ', hyphen: '-', lowbar: '_' };
const ENTITY = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-zA-Z]{2,8}));/g;
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/g;
const CODE_TOKEN = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const HEX_TOKEN = /^(?:[0-9a-fA-F]{2})+$/;
const POINT_MAX = 0x10ffff;

/** All that a text says in codes: percent, entities, escapes, base64 and hex, also one within another. */
export function decodedParts(text: string): string[] {
  const parts: string[] = [];
  let left = DECODED_CHARS_MAX;
  let layer = [text];
  for (let depth = 0; depth < DECODE_DEPTH_MAX; depth += 1) {
    const next: string[] = [];
    for (const one of layer) {
      for (const part of decodedOnce(one)) {
        if (part.length > left) return parts;
        left -= part.length;
        next.push(part);
      }
    }
    parts.push(...next);
    layer = next;
  }
  return parts;
}

function* decodedOnce(text: string): Generator<string> {
  const inline = decodeInline(text);
  if (inline !== text) yield inline;
  for (const [token] of text.matchAll(CODE_TOKEN)) {
    const plain = plainOf(token);
    if (plain !== undefined) yield plain;
  }
}

/** Codes that stand for single characters, put in place. */
function decodeInline(text: string): string {
  let result = text;
  if (result.includes('%')) result = result.replace(PERCENT, (codes) => utf8(Buffer.from(codes.replaceAll('%', ''), 'hex')) ?? codes);
  if (result.includes('&')) result = result.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => entity(whole, hex, decimal, name));
  if (result.includes('\\')) result = result.replace(ESCAPE, (whole, braced?: string, four?: string, two?: string) => character(Number.parseInt(braced ?? four ?? two ?? '', 16)) ?? whole);
  return result;
}

function entity(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
  return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole;
}

function character(point: number): string | undefined {
  return point >= 0 && point <= POINT_MAX ? String.fromCodePoint(point) : undefined;
}

/** What one token says when it is hex or base64 of readable text. */
export function plainOf(token: string): string | undefined {
  if (token.length < CODE_CHARS_MIN) return undefined;
  if (HEX_TOKEN.test(token)) return readable(Buffer.from(token, 'hex'));
  return readable(Buffer.from(token, 'base64'));
}

const UNREADABLE = /[^\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]/u;

function readable(bytes: Buffer): string | undefined {
  const text = utf8(bytes);
  if (text === undefined || text.length < 4 || UNREADABLE.test(text)) return undefined;
  // Chance gives letters of many scripts; what people write in one token is mostly of one.
  const plain = Array.from(text).filter((one) => one < '\u0250').length;
  return plain >= text.length * 0.8 || plain <= text.length * 0.2 ? text : undefined;
}

function utf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
