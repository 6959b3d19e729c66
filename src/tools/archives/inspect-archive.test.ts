import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { buildTar, buildZip, extraField, paxNote, type TarPart, type ZipEnd, type ZipPart } from '../../../test/support/archive-builder.ts';
import { hasCode } from '../../kernel/index.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { inspectArchive } from './inspect-archive.ts';

const LINK = 0o120777;
const ZEROS = Buffer.alloc(8 * 1024 * 1024);
const limits = { ...ARCHIVE_LIMITS, entriesMax: 20, entryBytesMax: 16 * 1024 * 1024, totalBytesMax: 24 * 1024 * 1024 };

async function ruleFor(archive: Buffer): Promise<string> {
  try {
    await inspectArchive(archive, limits);
    return 'taken';
  } catch (error) {
    if (!hasCode(error, 'archive.refused')) throw error;
    // Whoever is refused is told why.
    expect(error.message).toMatch(/^The archive was not unpacked.*: [^:]+\.$/s);
    return error.data.rule;
  }
}

const named = (...names: (string | Buffer)[]): ZipPart[] => names.map((name) => ({ name, content: 'x' }));

/** Names that lead elsewhere on some system, in either format. */
const BAD_NAMES: [name: string | Buffer, rule: string][] = [
  ['../evil.txt', 'archive.parent_name'],
  ['a/../../evil.txt', 'archive.parent_name'],
  ['a/..', 'archive.parent_name'],
  ['/etc/cron.d/x', 'archive.absolute_name'],
  ['//server/share', 'archive.absolute_name'],
  ['~/.bashrc', 'archive.absolute_name'],
  ['..\\evil.txt', 'archive.backslash'],
  ['a\\b', 'archive.backslash'],
  ['C:/evil.txt', 'archive.colon'],
  ['C:evil.txt', 'archive.colon'],
  ['a.txt:stream', 'archive.colon'],
  ['con', 'archive.device_name'],
  ['a/NUL.txt', 'archive.device_name'],
  ['a./b', 'archive.trailing_dot'],
  ['.../x', 'archive.trailing_dot'],
  ['a ', 'archive.trailing_dot'],
  ['a//b', 'archive.empty_name'],
  ['a\nb', 'archive.hidden_character'],
  ['a\u202etxt.exe', 'archive.hidden_character'],
  ['a\u200bb', 'archive.hidden_character'],
  ['x'.repeat(256), 'archive.name_too_long'],
  [Buffer.from([0x61, 0xff, 0x62]), 'archive.name_not_text'],
];

describe('names in archives', () => {
  it.each(BAD_NAMES)('refuses %j in a zip file', verifies('KEL-PATH-10'), async (name, rule) => {
    expect(await ruleFor(buildZip(named('fine.txt', name)))).toBe(rule);
  });

  it.each(BAD_NAMES)('refuses %j in a tar file', verifies('KEL-PATH-10'), async (name, rule) => {
    const isLong = Buffer.from(name).length > 100;
    const long: TarPart[] = isLong ? [{ name: '././@LongLink', type: 'L', content: `${name}\0` }] : [];
    expect(await ruleFor(buildTar([{ name: 'fine.txt' }, ...long, { name: isLong ? 'cut' : name }]))).toBe(rule);
  });

  it.each([
    [['a\0b'], 'archive.hidden_character'],
    [[''], 'archive.empty_name'],
    [['d/'.repeat(33) + 'x'], 'archive.name_too_long'],
    [[`${'e'.repeat(200)}/`.repeat(6) + 'x'], 'archive.name_too_long'],
    [['SKILL.md', 'skill.md'], 'archive.collision'],
    [['a.txt', 'a.txt'], 'archive.collision'],
    [['caf\u00e9', 'cafe\u0301'], 'archive.collision'],
    [['stra\u00dfe', 'STRASSE'.toLowerCase().replace('ss', '\u00df')], 'archive.collision'],
    [['A/one', 'a/two'], 'archive.collision'],
    [['a', 'a/b'], 'archive.collision'],
    [['a/b', 'a'], 'archive.collision'],
    [['\ufb01le', 'file'], 'archive.collision'],
    [['./a', 'a'], 'archive.collision'],
  ])('refuses the names %j', verifies('KEL-PATH-10'), async (names, rule) => {
    expect(await ruleFor(buildZip(named(...names)))).toBe(rule);
  });

  it('takes ordinary names, also with a dot before them', verifies('KEL-PATH-10'), async () => {
    const names = ['./a.txt', 'dir/b.txt', '.hidden', '..double/c', 'caf\u00e9/\u4f60\u597d.md', 'with space.txt', 'a.b.c'];
    const { entries } = await inspectArchive(buildZip(named(...names)), limits);
    expect(entries.map(({ path }) => path)).toEqual(['a.txt', ...names.slice(1)]);
  });
});

const honest: ZipPart = { name: 'a.txt', content: 'hello hello hello' };
const bomb = deflateRawSync(ZEROS);

const BAD_ZIPS: [what: string, rule: string, parts: ZipPart[], end?: ZipEnd][] = [
  ['a link', 'archive.not_a_file', [{ name: 'd', content: '../..', mode: LINK }]],
  ['a link made by another system', 'archive.not_a_file', [{ name: 'd', content: 'a', mode: LINK, madeBy: 0 }]],
  ['a pipe', 'archive.not_a_file', [{ name: 'p', mode: 0o010644 }]],
  ['a device', 'archive.not_a_file', [{ name: 'p', mode: 0o020644 }]],
  ['a folder that is called like a file', 'archive.mismatch', [{ name: 'd', mode: 0o040755 }]],
  ['a folder by the old attribute only', 'archive.mismatch', [{ name: 'd', mode: 0, dosAttributes: 0x10 }]],
  ['a file that is called like a folder', 'archive.mismatch', [{ name: 'd/', mode: 0o100644 }]],
  ['a folder with content', 'archive.mismatch', [{ name: 'd/', content: 'x', mode: 0o040755 }]],
  ['a file that is the folder itself', 'archive.mismatch', [{ name: '.', mode: 0 }]],
  ['encrypted content', 'archive.encrypted', [{ ...honest, flags: 0x0801 }]],
  ['strongly encrypted content', 'archive.encrypted', [{ ...honest, flags: 0x0840 }]],
  ['an encrypted directory', 'archive.encrypted', [{ ...honest, flags: 0x2800 }]],
  ['an unknown flag', 'archive.unknown_method', [{ ...honest, flags: 0x0820 }]],
  ['an unknown way of packing', 'archive.unknown_method', [{ ...honest, method: 9 }]],
  ['another name inside', 'archive.mismatch', [{ ...honest, local: { name: 'b.txt' } }]],
  ['another way of packing inside', 'archive.mismatch', [{ ...honest, local: { method: 0 } }]],
  ['other flags inside', 'archive.mismatch', [{ ...honest, local: { flags: 0 } }]],
  ['another size inside', 'archive.mismatch', [{ ...honest, local: { unpackedBytes: 5 } }]],
  ['another packed size inside', 'archive.mismatch', [{ ...honest, local: { packedBytes: 5 } }]],
  ['no size inside', 'archive.mismatch', [{ ...honest, local: { unpackedBytes: 0 } }]],
  ['another checksum inside', 'archive.mismatch', [{ ...honest, local: { checksum: 5 } }]],
  ['another checksum behind the content', 'archive.mismatch', [{ ...honest, withDescriptor: 'marked', descriptor: { checksum: 5 } }]],
  ['another size behind the content', 'archive.mismatch', [{ ...honest, withDescriptor: 'bare', descriptor: { unpackedBytes: 5 } }]],
  ['another packed size behind the content', 'archive.mismatch', [{ ...honest, withDescriptor: 'bare', descriptor: { packedBytes: 5 } }]],
  ['a wrong checksum everywhere', 'archive.damaged', [{ ...honest, local: { checksum: 5 }, central: { checksum: 5 } }]],
  ['a wrong checksum of what is not packed', 'archive.damaged', [{ ...honest, stored: true, local: { checksum: 5 }, central: { checksum: 5 } }]],
  ['content that is not packed but has two sizes', 'archive.mismatch', [{ ...honest, stored: true, local: { unpackedBytes: 5 }, central: { unpackedBytes: 5 } }]],
  ['content that cannot be unpacked', 'archive.damaged', [{ ...honest, packed: Buffer.from('not deflate') }]],
  ['content that is cut', 'archive.damaged', [{ ...honest, packed: deflateRawSync('hello hello hello').subarray(0, 5) }]],
  ['something behind the packed content', 'archive.mismatch', [{ ...honest, packed: Buffer.concat([deflateRawSync('hello hello hello'), Buffer.from('more')]) }]],
  ['less content than it says', 'archive.mismatch', [{ ...honest, local: { unpackedBytes: 50 }, central: { unpackedBytes: 50 } }]],
  ['more content than it says', 'archive.bomb', [{ name: 'a', content: ZEROS, local: { unpackedBytes: 10 }, central: { unpackedBytes: 10 } }]],
  ['content that says it is empty', 'archive.bomb', [{ name: 'a', content: 'x', local: { unpackedBytes: 0 }, central: { unpackedBytes: 0 } }]],
  ['content that grows a thousandfold', 'archive.bomb', [{ name: 'a', content: ZEROS }]],
  ['an entry that is too large', 'archive.entry_too_large', [{ name: 'a', content: Buffer.alloc(17 * 1024 * 1024), stored: true }]],
  ['entries that are too large together', 'archive.bomb', ['a', 'b', 'c', 'd'].map((name) => ({ name, content: ZEROS, stored: true }))],
  ['more entries than it may have', 'archive.too_many_entries', Array.from({ length: 21 }, (_, at) => ({ name: `f${at}` }))],
  ['two entries that share bytes', 'archive.overlap', [{ name: 'a', packed: bomb, content: ZEROS.subarray(0, 100) }, { name: 'b', central: { offset: 0 } }]],
  ['an entry that is not where it should be', 'archive.foreign_data', [{ ...honest, central: { offset: 7 } }]],
  ['an entry behind the end', 'archive.foreign_data', [{ ...honest, central: { offset: 100_000 } }]],
  ['bytes between its entries', 'archive.foreign_data', [honest, { name: 'b', gapBefore: Buffer.from('gap') }]],
  ['bytes behind its last entry', 'archive.foreign_data', [honest], { beforeDirectory: Buffer.from('gap') }],
  ['bytes behind its directory', 'archive.foreign_data', [honest], { beforeEnd: Buffer.from('gap') }],
  ['bytes behind its end', 'archive.foreign_data', [honest], { after: Buffer.from('tail') }],
  ['bytes before its beginning', 'archive.foreign_data', [honest], { before: Buffer.from('PK\u0003\u0004', 'latin1') }],
  ['a picture before its beginning', 'archive.unknown_kind', [honest], { before: Buffer.from('89504e470d0a1a0a', 'hex') }],
  ['fewer entries than its directory', 'archive.mismatch', [honest, { name: 'b' }], { entries: 1 }],
  ['more entries than its directory', 'archive.damaged', [honest], { entries: 2 }],
  ['a directory elsewhere', 'archive.foreign_data', [honest], { directoryOffset: 3 }],
  ['several parts', 'archive.split', [honest], { disk: 1 }],
  ['entries in other parts', 'archive.split', [honest], { entriesHere: 0, entries: 1 }],
  ['an entry in another part', 'archive.split', [{ ...honest, central: { disk: 2 } }]],
  ['a second end in its directory', 'archive.ambiguous', [{ ...honest, comment: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1') }]],
  ['a second end in its comment', 'archive.foreign_data', [honest], { comment: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1') }],
  ['the mark of huge archives', 'archive.zip64', [honest], { beforeEnd: Buffer.from('PK\u0006\u0007'.padEnd(20, '\0'), 'latin1') }],
  ['sizes for huge archives', 'archive.zip64', [{ ...honest, central: { extra: extraField(1, Buffer.alloc(16)) } }]],
  ['sizes for huge archives inside', 'archive.zip64', [{ ...honest, local: { extra: extraField(1, Buffer.alloc(16)) } }]],
  ['a second name', 'archive.ambiguous', [{ ...honest, central: { extra: extraField(0x7075, Buffer.from('12345b.txt')) } }]],
  ['an additional field that is cut', 'archive.damaged', [{ ...honest, central: { extra: Buffer.from([1, 2, 3]) } }]],
  ['an additional field that is longer than it can be', 'archive.damaged', [{ ...honest, local: { extra: Buffer.from([9, 9, 9, 0]) } }]],
];

describe('zip files', () => {
  it.each(BAD_ZIPS)('refuses one with %s', verifies('KEL-PATH-11'), async (_, rule, parts, end) => {
    expect(await ruleFor(buildZip(parts, end))).toBe(rule);
  });

  it('refuses every one that is cut short', async () => {
    const zip = buildZip([honest, { name: 'd/', mode: 0o040755 }]);
    const rules = new Set<string>();
    for (let length = 0; length < zip.length; length += 1) rules.add(await ruleFor(zip.subarray(0, length)));
    expect([...rules].toSorted()).toEqual(['archive.damaged', 'archive.unknown_kind']);
  });

  it('never takes one in which any byte of a record was changed for something else', async () => {
    const zip = buildZip([honest]);
    const truth = await inspectArchive(zip, limits);
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      const report = await inspectArchive(changed, limits).catch((error: unknown) => {
        if (hasCode(error, 'archive.refused')) return undefined;
        throw error;
      });
      // Versions, times and the mode are not compared; the name and the content are.
      if (report) expect(report.entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual(truth.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
    }
  });

  it('reads stored, packed and streamed entries, folders and an empty file', verifies('KEL-PATH-11'), async () => {
    const zip = buildZip(
      [
        { name: 'dir/', mode: 0o040755, dosAttributes: 0x10, stored: true },
        { name: 'dir/stored.txt', content: 'as it is', stored: true },
        { name: 'dir/packed.sh', content: '#!/bin/sh\n', mode: 0o104755 },
        { name: 'streamed.txt', content: 'later', withDescriptor: 'marked', central: {}, local: {} },
        { name: 'streamed2.txt', content: 'later', withDescriptor: 'bare' },
        { name: 'empty' },
        { name: './', mode: 0o040755, stored: true },
      ],
      { comment: Buffer.from('a remark') },
    );
    expect(await inspectArchive(zip, limits)).toEqual({
      format: 'zip',
      totalBytes: 28,
      entries: [
        { path: 'dir', kind: 'directory', sizeBytes: 0, isExecutable: false, isArchive: false },
        { path: 'dir/stored.txt', kind: 'file', sizeBytes: 8, isExecutable: false, isArchive: false },
        { path: 'dir/packed.sh', kind: 'file', sizeBytes: 10, isExecutable: true, isArchive: false },
        { path: 'streamed.txt', kind: 'file', sizeBytes: 5, isExecutable: false, isArchive: false },
        { path: 'streamed2.txt', kind: 'file', sizeBytes: 5, isExecutable: false, isArchive: false },
        { path: 'empty', kind: 'file', sizeBytes: 0, isExecutable: false, isArchive: false },
      ],
      findings: [{ path: 'dir/packed.sh', severity: 'medium', kind: 'program', detail: 'is marked to be run' }],
    });
  });

  it('leaves an archive in the archive as it is', verifies('KEL-PATH-12'), async () => {
    let nested = buildZip([honest]);
    for (let depth = 0; depth < 16; depth += 1) nested = buildZip([{ name: `level${depth}.zip`, content: nested, stored: depth % 2 === 0 }]);
    const { entries, findings } = await inspectArchive(nested, limits);
    expect([entries.map(({ path, isArchive }) => [path, isArchive]), findings.map(({ kind }) => kind)]).toEqual([[['level15.zip', true]], ['nested_archive']]);
  });
});

const BAD_TARS: [what: string, rule: string, parts: TarPart[], tail?: Buffer][] = [
  ['a link', 'archive.not_a_file', [{ name: 'l', type: '2', link: '../..' }]],
  ['a second name of a file', 'archive.not_a_file', [{ name: 'a' }, { name: 'l', type: '1', link: 'a' }]],
  ['a device', 'archive.not_a_file', [{ name: 'd', type: '3' }]],
  ['a block device', 'archive.not_a_file', [{ name: 'd', type: '4' }]],
  ['a pipe', 'archive.not_a_file', [{ name: 'p', type: '6' }]],
  ['a file with holes', 'archive.not_a_file', [{ name: 's', type: 'S' }]],
  ['a long name of a link', 'archive.not_a_file', [{ name: 'x', type: 'K', content: 'target\0' }, { name: 'a' }]],
  ['a folder with content', 'archive.mismatch', [{ name: 'd/', type: '5', content: 'x' }]],
  ['a file that is called like a folder', 'archive.mismatch', [{ name: 'd/' }]],
  ['a file that is the folder itself', 'archive.mismatch', [{ name: '.' }]],
  ['a wrong checksum', 'archive.damaged', [{ name: 'a', checksum: 1 }]],
  ['an unknown mark', 'archive.damaged', [{ name: 'fine' }, { name: 'a', magic: 'ustrr' }]],
  ['a size in binary', 'archive.damaged', [{ name: 'a', size: '\x80\0\0\0\0\0\0\0\0\0\0\x05' }]],
  ['a negative size', 'archive.damaged', [{ name: 'a', size: '-0000000001' }]],
  ['more content than there is', 'archive.damaged', [{ name: 'a', size: '77777777777' }]],
  ['no end', 'archive.damaged', [{ name: 'a' }], Buffer.alloc(0)],
  ['half an end', 'archive.damaged', [{ name: 'a' }], Buffer.alloc(512)],
  ['something behind its end', 'archive.foreign_data', [{ name: 'a' }], Buffer.concat([Buffer.alloc(1024), Buffer.from('tail')])],
  ['another archive behind its end', 'archive.foreign_data', [{ name: 'a' }], Buffer.concat([Buffer.alloc(1024), buildTar([{ name: 'b' }])])],
  ['a name that goes on behind its end', 'archive.ambiguous', [{ name: 'a\0b' }]],
  ['the same name twice', 'archive.collision', [{ name: 'a' }, { name: './a' }]],
  ['a link in a note', 'archive.unknown_method', [{ name: 'n', type: 'x', content: paxNote('linkpath', '/etc') }, { name: 'a' }]],
  ['holes in a note', 'archive.unknown_method', [{ name: 'n', type: 'x', content: paxNote('GNU.sparse.size', '9') }, { name: 'a' }]],
  ['a bad name in a note', 'archive.parent_name', [{ name: 'n', type: 'x', content: paxNote('path', '../x') }, { name: 'a' }]],
  ['a name for all entries', 'archive.ambiguous', [{ name: 'n', type: 'g', content: paxNote('path', 'x') }, { name: 'a' }]],
  ['two notes of a name', 'archive.ambiguous', [{ name: 'n', type: 'x', content: paxNote('path', 'x') }, { name: 'n', type: 'L', content: 'y\0' }, { name: 'a' }]],
  ['one note twice', 'archive.ambiguous', [{ name: 'n', type: 'x', content: paxNote('path', 'x') + paxNote('path', 'y') }, { name: 'a' }]],
  ['a note that cannot be read', 'archive.damaged', [{ name: 'n', type: 'x', content: '99 path=x\n' }, { name: 'a' }]],
  ['a note without a line end', 'archive.damaged', [{ name: 'n', type: 'x', content: '8 path=xy' }, { name: 'a' }]],
  ['a size in a note that is not that of the entry', 'archive.mismatch', [{ name: 'n', type: 'x', content: paxNote('size', '512') }, { name: 'a', content: '' }, { name: 'b' }]],
  ['a size for what stands between a note and its entry', 'archive.ambiguous', [{ name: 'n', type: 'x', content: paxNote('size', '4') }, { name: 'n', type: 'L', content: 'abc\0' }, { name: 'a', content: 'wxyz' }]],
  ['two sizes', 'archive.ambiguous', [{ name: 'n', type: 'x', content: paxNote('size', '1') }, { name: 'n', type: 'x', content: paxNote('size', '1') }, { name: 'a', content: 'x' }]],
  ['a size in a note that cannot be read', 'archive.damaged', [{ name: 'n', type: 'x', content: paxNote('size', '-1') }, { name: 'a' }]],
  ['a note about nothing', 'archive.damaged', [{ name: 'a' }, { name: 'n', type: 'x', content: paxNote('path', 'x') }]],
  ['a note that is a book', 'archive.damaged', [{ name: 'n', type: 'x', content: paxNote('comment', 'x'.repeat(70_000)) }, { name: 'a' }]],
  ['more entries than it may have', 'archive.too_many_entries', Array.from({ length: 21 }, (_, at) => ({ name: `f${at}` }))],
];

describe('tar files', () => {
  it.each(BAD_TARS)('refuses one with %s', verifies('KEL-PATH-11'), async (_, rule, parts, tail) => {
    const tar = buildTar(parts, tail ? { tail } : {});
    expect([await ruleFor(tar), await ruleFor(gzipSync(tar))]).toEqual([rule, rule]);
  });

  it('reads names that are long, in parts or in notes', async () => {
    const long = `${'long/'.repeat(18)}${'n'.repeat(100)}`;
    const tar = buildTar([
      { name: './', type: '5' },
      { name: 'n', type: 'g', content: paxNote('comment', 'abc') },
      { name: 'n', type: 'x', content: paxNote('path', long) + paxNote('mtime', '1.5') + paxNote('size', '2') },
      { name: 'cut', content: 'hi' },
      { name: 'file', prefix: 'a/b', content: 'x', mode: 0o6755 },
      { name: 'old/', type: '5', magic: '\0\0\0\0\0\0\0\0' },
      { name: 'gnu', magic: 'ustar  \0', type: '\0' },
    ]);
    expect((await inspectArchive(gzipSync(tar), limits)).entries.map(({ path, kind, sizeBytes, isExecutable }) => [path, kind, sizeBytes, isExecutable])).toEqual([
      [long, 'file', 2, false], ['a/b/file', 'file', 1, true], ['old', 'directory', 0, false], ['gnu', 'file', 0, false],
    ]);
  });

  it('refuses gzip files that are two in one, bombs, cut or of another kind', verifies('KEL-PATH-11'), async () => {
    const packed = gzipSync(buildTar([{ name: 'a', content: 'x' }]));
    const changed = (at: number, value: number): Buffer => { const copy = Buffer.from(packed); copy[at < 0 ? copy.length + at : at] = value; return copy; };
    expect([
      await ruleFor(Buffer.concat([packed, packed])), await ruleFor(Buffer.concat([packed, Buffer.from('tail')])), await ruleFor(gzipSync(Buffer.alloc(30 * 1024 * 1024))),
      await ruleFor(packed.subarray(0, -1)), await ruleFor(packed.subarray(0, 15)), await ruleFor(changed(2, 7)), await ruleFor(changed(3, 0x20)), await ruleFor(changed(-1, 9)), await ruleFor(changed(-8, 9)), await ruleFor(gzipSync('not a tar file')),
    ]).toEqual([
      'archive.foreign_data', 'archive.foreign_data', 'archive.bomb', 'archive.foreign_data', 'archive.damaged', 'archive.damaged', 'archive.unknown_method', 'archive.mismatch', 'archive.damaged', 'archive.damaged',
    ]);
  });

  it('refuses what is no archive, and what is too large to be looked into', async () => {
    expect([await ruleFor(Buffer.from('just text')), await ruleFor(Buffer.alloc(0))]).toEqual(['archive.unknown_kind', 'archive.unknown_kind']);
    await expect(inspectArchive(Buffer.alloc(100), { ...limits, archiveBytesMax: 99 })).rejects.toMatchObject({ data: { rule: 'archive.too_large' } });
  });
});

describe('what should be known of an archive', () => {
  it('tells of hidden text, programs, hidden files and sensitive names', verifies('KEL-PATH-12'), async () => {
    const zip = buildZip([
      { name: 'SKILL.md', content: 'Helpful.\u{E0069}\u{E0067}' },
      { name: 'bin/tool', content: Buffer.from('7f454c460200', 'hex'), mode: 0o100755 },
      { name: '.hidden', content: 'x' },
      { name: '.git/hooks/post-checkout', content: '#!/bin/sh' },
      { name: 'data.bin', content: Buffer.from([0, 1, 2, 0xe2, 0x80, 0xae]) },
    ]);
    expect((await inspectArchive(zip)).findings.map(({ path, severity, kind }) => [path, severity, kind])).toEqual([
      ['SKILL.md', 'high', 'tag_character'],
      ['bin/tool', 'high', 'program'],
      ['.hidden', 'medium', 'hidden_file'],
      ['.git/hooks/post-checkout', 'high', 'sensitive_name'],
      ['.git/hooks/post-checkout', 'medium', 'hidden_file'],
    ]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'keelson-archives-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined || spawnSync(program, ['-v']).error === undefined;

describe('compared with other programs', () => {
  const content = { 'a.txt': 'hello', 'dir/b.txt': 'x'.repeat(5000), 'dir/deep/caf\u00e9.md': 'text' };

  it.skipIf(!isInstalled('python3'))('lists what Python lists, and reads what Python packs', async () => {
    const ours = join(folder, 'ours.zip');
    writeFileSync(ours, buildZip(Object.entries(content).map(([name, text]) => ({ name, content: text }))));
    const script = 'import sys,zipfile,tarfile,io,json\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps([[i.filename,i.file_size] for i in z.infolist()]))\nc=json.loads(sys.argv[3])\nw=zipfile.ZipFile(sys.argv[2]+".zip","w",zipfile.ZIP_DEFLATED)\n[w.writestr(k,v) for k,v in c.items()]\nw.close()\nfor mode,fmt,ext in (("w",tarfile.PAX_FORMAT,".pax.tar"),("w:gz",tarfile.GNU_FORMAT,".gnu.tgz"),("w",tarfile.USTAR_FORMAT,".ustar.tar")):\n  t=tarfile.open(sys.argv[2]+ext,mode,format=fmt)\n  for k,v in c.items():\n    b=v.encode(); i=tarfile.TarInfo(k); i.size=len(b); t.addfile(i,io.BytesIO(b))\n  t.close()';
    const python = spawnSync('python3', ['-c', script, ours, join(folder, 'theirs'), JSON.stringify(content)], { encoding: 'utf8' });
    expect(python.stderr).toBe('');
    const expected = Object.entries(content).map(([name, text]) => [name, Buffer.byteLength(text)]);
    expect(JSON.parse(python.stdout)).toEqual(expected);
    for (const file of ['theirs.zip', 'theirs.pax.tar', 'theirs.gnu.tgz', 'theirs.ustar.tar']) {
      const { entries } = await inspectArchive(readFileSync(join(folder, file)));
      expect(entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual(expected);
    }
  });

  it.skipIf(!isInstalled('tar'))('reads what tar packs', async () => {
    const long = `${'l'.repeat(90)}/${'m'.repeat(90)}.txt`;
    spawnSync('mkdir', ['-p', join(folder, 'tree', 'l'.repeat(90))]);
    writeFileSync(join(folder, 'tree', long), 'long');
    writeFileSync(join(folder, 'tree/short.txt'), 'short');
    for (const [format, file] of [['gnu', 'gnu.tar'], ['pax', 'pax.tar'], ['ustar', 'ustar.tar']]) {
      spawnSync('tar', [`--format=${format}`, '-czf', join(folder, `${file}.gz`), '-C', join(folder, 'tree'), '.']);
      const { entries, format: found } = await inspectArchive(readFileSync(join(folder, `${file}.gz`)));
      const listed = spawnSync('tar', ['-tzf', join(folder, `${file}.gz`)], { encoding: 'utf8' }).stdout.split('\n').filter((name) => name !== '' && name !== './');
      expect([found, entries.map(({ path, kind }) => `./${path}${kind === 'directory' ? '/' : ''}`)]).toEqual(['tar.gz', listed]);
    }
  });

  it.skipIf(!isInstalled('unzip'))('lists what unzip lists', async () => {
    const ours = join(folder, 'for-unzip.zip');
    writeFileSync(ours, buildZip(Object.entries(content).map(([name, text]) => ({ name, content: text, withDescriptor: 'marked' as const }))));
    const { entries } = await inspectArchive(readFileSync(ours));
    expect(spawnSync('unzip', ['-Z1', ours], { encoding: 'utf8' }).stdout.trim().split('\n').toSorted()).toEqual(entries.map(({ path }) => path).toSorted());
  });
});
