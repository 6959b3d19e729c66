import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { DEFAULT_CHUNKING } from '../../contracts/index.ts';
import { chunkDocument, type FolderDocument } from './chunk-document.ts';
import { tokensOf } from './text-units.ts';

const SENTENCE = 'The pilots of the harbour keep a record of wind, water and light for every watch.';
const TIGHT = { ...DEFAULT_CHUNKING, target_tokens: 20, overlap_tokens: 6 };

function chunks(text: string, kind: FolderDocument['kind'] = 'markdown', policy = DEFAULT_CHUNKING) {
  return chunkDocument('workspace', { path: 'docs/a.md', text, kind }, policy);
}

/** Every character that is no blank lies in some chunk, and the chunks stand there in their order. */
function isCovered(text: string, pieces: readonly string[]): boolean {
  let covered = 0;
  for (const piece of pieces) {
    const rest = text.slice(covered);
    const at = text.lastIndexOf(piece, covered + rest.length - rest.trimStart().length);
    // Where the same stands twice a piece is taken for the later one, so only that it stands there can be asked.
    if (at === -1) return false;
    covered = Math.max(covered, at + piece.length);
  }
  return text.slice(covered).trim() === '';
}

describe('a document', () => {
  it('is cut at its headings, and each passage keeps those above it', verifies('ROLES-24', 'KEL-LIB-01'), () => {
    const text = 'Before.\n\n# Harbour\n\nIntro.\n\n## Gate ##\nOpens.\n\n```\n# no heading\n```\n\n# Pilots\nBoard.\n\nUnder\n-----\nLine.\n\nTop\n===\nEnd.\n\n###\n#hash\n- item\n---\n';
    expect(chunks(text).map(({ sectionPath, text: passage }) => [sectionPath, passage])).toEqual([
      [[], 'Before.\n'],
      [['Harbour'], '# Harbour\n\nIntro.\n'],
      [['Harbour', 'Gate'], '## Gate ##\nOpens.\n\n```\n# no heading\n```\n'],
      [['Pilots'], '# Pilots\nBoard.\n'],
      [['Pilots', 'Under'], 'Under\n-----\nLine.\n'],
      [['Top'], 'Top\n===\nEnd.\n\n###\n#hash\n- item\n---\n'],
    ]);
  });

  it('aims at 450 tokens and takes up to 80 of them over into the next passage', verifies('ROLES-24', 'KEL-LIB-01'), () => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => `${at}: ${SENTENCE}`).join('\n');
    const cut = chunks(paragraphs, 'plain');
    expect(cut.length).toBeGreaterThan(2);
    const tokens = cut.map((chunk) => chunk.tokens);
    expect(tokens.slice(0, -1).every((count) => count > 400 && count <= 450)).toBe(true);
    expect(cut.map((chunk) => chunk.tokens)).toEqual(cut.map(({ text }) => tokensOf(text)));
    for (const [at, { text }] of cut.slice(1).entries()) {
      const before = cut[at]?.text ?? '';
      const shared = before.slice(before.indexOf(text.slice(0, text.indexOf('\n') + 1)));
      expect(text.startsWith(shared)).toBe(true);
      expect(tokensOf(shared)).toBeGreaterThan(0);
      expect(tokensOf(shared)).toBeLessThanOrEqual(80);
    }
  });

  it('ends a passage at the last blank line of its second half', verifies('KEL-LIB-01'), () => {
    const text = 'one two three four five six seven\n\neight nine ten eleven\n\ntwelve thirteen fourteen fifteen\nsixteen seventeen eighteen\n';
    expect(chunks(text, 'plain', { ...TIGHT, overlap_tokens: 0 }).map((chunk) => chunk.text)).toEqual([
      'one two three four five six seven\n\neight nine ten eleven\n',
      'twelve thirteen fourteen fifteen\nsixteen seventeen eighteen\n',
    ]);
  });

  it('loses no words, invents none and goes over no target, whatever it holds', verifies('KEL-LIB-01'), () => {
    const piece = fc.oneof(fc.constantFrom('# One\n', '## Two\n', '\n\n', 'word ', 'Ends here. ', 'a'.repeat(300), '港口的門六點開', '😀', '\r\n', '```\n', 'x\n---\n'), fc.string({ unit: 'grapheme', maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('markdown' as const, 'plain' as const), (pieces, kind) => {
        const text = pieces.join('');
        const cut = chunks(text, kind, TIGHT);
        expect(isCovered(text, cut.map((chunk) => chunk.text))).toBe(true);
        expect(cut.every((chunk) => chunk.text.isWellFormed() || !text.isWellFormed())).toBe(true);
        expect(cut.every((chunk) => chunk.text.trim() !== '' && tokensOf(chunk.text) <= TIGHT.target_tokens + TIGHT.overlap_tokens)).toBe(true);
        expect(new Set(cut.map(({ chunkId }) => chunkId)).size).toBe(cut.length);
      }),
    );
  });

  it('cuts a line of a million characters in time', () => {
    const text = 'x'.repeat(1_000_000);
    const cut = chunks(text, 'plain');
    expect([cut.length > 100, isCovered(text, cut.map((chunk) => chunk.text))]).toEqual([true, true]);
  });

  it('has the same ids whenever it is cut, and others when it says something else or lies elsewhere', verifies('KEL-LIB-02'), () => {
    const ids = (path: string, text: string) => chunkDocument('workspace', { path, text, kind: 'plain' }).map(({ documentId, chunkId }) => [documentId, chunkId]);
    const [[document, chunk] = []] = ids('a.txt', 'Words.');
    expect(ids('a.txt', 'Words.')).toEqual([[document, chunk]]);
    expect(ids('a.txt', 'Others.')[0]?.[0]).toBe(document);
    expect(ids('a.txt', 'Others.')[0]?.[1]).not.toBe(chunk);
    expect(ids('b.txt', 'Words.')[0]?.[0]).not.toBe(document);
    expect(ids('b.txt', 'Words.')[0]?.[1]).not.toBe(chunk);
  });
});
