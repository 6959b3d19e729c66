import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImagePart } from '../../contracts/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { TokenFamily } from './families.ts';
import { imageSize } from './image-size.ts';
import { imageTokens } from './image-tokens.ts';

type MediaType = Extract<ImagePart['source'], { kind: 'base64' }>['media_type'];

const image = (media_type: MediaType, bytes: Buffer): ImagePart => ({ type: 'image', source: { kind: 'base64', media_type, data: bytes.toString('base64') } });

function png(width: number, height: number): ImagePart {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return image('image/png', bytes);
}

function gif(width: number, height: number): ImagePart {
  const bytes = Buffer.from('GIF89a\0\0\0\0');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return image('image/gif', bytes);
}

function jpeg(width: number, height: number, frameMarker = 0xc2): ImagePart {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc400030a', 'hex');
  const frame = Buffer.from([0xff, frameMarker, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return image('image/jpeg', Buffer.concat([start, frame]));
}

const elsewhere: ImagePart = { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } };

describe('the size of a picture', () => {
  it('is read from the header of a PNG, GIF or JPEG', verifies('KEL-TOKENS-02'), () => {
    const size = { width: 640, height: 480 };
    expect([png(640, 480), gif(640, 480), jpeg(640, 480), jpeg(640, 480, 0xc0)].map(imageSize)).toEqual([size, size, size, size]);
  });

  it('is unknown where the header does not tell it', verifies('KEL-TOKENS-02'), () => {
    const cut = [image('image/png', Buffer.alloc(23)), image('image/gif', Buffer.alloc(9)), image('image/jpeg', Buffer.from('ffd8ffe0', 'hex'))];
    const odd = [png(0, 5), png(5, 0), jpeg(5, 5, 0xc4), jpeg(5, 5, 0xc8), jpeg(5, 5, 0xcc), jpeg(5, 5, 0xd0), image('image/webp', Buffer.alloc(40)), elsewhere];
    expect([...cut, ...odd].map(imageSize)).toEqual([...cut, ...odd].map(() => undefined));
  });
});

describe('the tokens of a picture', () => {
  const of = (family: Parameters<typeof imageTokens>[1]) => [png(200, 100), png(384, 384), png(1_024, 1_024), png(2_048, 4_096), elsewhere].map((part) => imageTokens(part, family));

  it('follow the rule of the maker, and the dearest case where the size is unknown', verifies('KEL-TOKENS-02'), () => {
    expect(of('openai')).toEqual([255, 255, 765, 1_105, 1_445]);
    expect(of('anthropic')).toEqual([27, 197, 1_399, 1_600, 1_600]);
    expect(of('google')).toEqual([258, 258, 1_032, 4_644, 9_288]);
    expect(of('other')).toEqual([32, 196, 1_280, 1_280, 1_280]);
    expect(of('qwen')).toEqual(of('other'));
  });

  it('are never more than where the size is unknown, whatever the shape', verifies('KEL-TOKENS-02'), () => {
    const sizes = fc.record({ width: fc.integer({ min: 1, max: 4_096 }), height: fc.integer({ min: 1, max: 4_096 }) });
    const families = fc.constantFrom<TokenFamily>('openai', 'anthropic', 'google', 'other');
    const names = fc.constantFrom('', 'gpt-4o-mini', 'gpt-5-nano');
    fc.assert(fc.property(sizes, families, names, ({ width, height }, family, name) => imageTokens(png(width, height), family, name) <= imageTokens(elsewhere, family, name)));
  });

  it('are counted otherwise by the small models of OpenAI', verifies('KEL-TOKENS-02'), () => {
    const names = ['gpt-5', 'gpt-5-mini', 'openai/gpt-4.1-Nano', 'o4-mini', 'gpt-4o-mini'];
    const of = (part: ImagePart) => names.map((name) => imageTokens(part, 'openai', name));
    expect(of(png(1_024, 1_024))).toEqual([765, 1_659, 2_520, 1_762, 25_513]);
    expect(of(png(33, 32))).toEqual([255, 4, 5, 4, 8_505]);
    expect(of(elsewhere)).toEqual([1_445, 2_489, 3_779, 2_642, 48_191]);
    expect(imageTokens(png(1_024, 1_024), 'anthropic', 'claude-mini')).toBe(1_399);
  });

  it('change where another tile begins', verifies('KEL-TOKENS-02'), () => {
    expect([png(513, 100), png(100, 513), png(500, 3_000)].map((part) => imageTokens(part, 'openai'))).toEqual([425, 425, 765]);
    expect(imageTokens(png(3_000, 500), 'anthropic')).toBe(547);
    expect([png(768, 768), png(769, 10), png(10, 769)].map((part) => imageTokens(part, 'google'))).toEqual([258, 516, 516]);
    expect(imageTokens(png(100, 200), 'other')).toBe(32);
  });
});
