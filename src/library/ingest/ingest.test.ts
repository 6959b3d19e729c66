import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { verifies } from '../../../test/requirements/verifies.ts';
import { textIndexInMemory } from '../../../test/support/text-index-in-memory.ts';
import { tinyDocx, tinyPdf } from '../../../test/support/tiny-documents.ts';
import { toolRig } from '../../../test/support/tool-rig.ts';
import { IndexBuildReport, IngestionReport } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { retrieveTool } from '../retrieve-tool.ts';
import { indexChunksTool } from './index-chunks-tool.ts';
import { ingestSourceTool } from './ingest-source-tool.ts';

const indexing = indexChunksTool({ openIndex: async () => textIndexInMemory() });
const PAGE = '<html><body><h1>Harbour</h1><p>The gate opens at 06:00.</p></body></html>';

describe('a source that is taken in', () => {
  it('gives its words, its hash and its passages, whatever kind of document it is', verifies('ROLES-31', 'KEL-ROLE2-07'), async () => {
    const rig = await toolRig();
    const drawn = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="white"/><text x="20" y="80" font-size="60" font-family="DejaVu Sans, sans-serif">HARBOUR</text></svg>')).png().toBuffer();
    const { channels } = await sharp(drawn).greyscale().stats();
    // Without any font installed, text is drawn as nothing, and there is nothing to read.
    const image = channels[0]?.min === channels[0]?.max ? '# HARBOUR\n' : drawn;
    const picture = typeof image === 'string' ? 'e.md' : 'e.png';
    const sources: Record<string, string | Uint8Array> = { 'a.pdf': tinyPdf([[{ text: 'Crane three lifts nine tons.', y: 700 }]]), 'b.docx': tinyDocx('<w:p><w:r><w:t>The clerk keeps the book.</w:t></w:r></w:p>'), 'docs/c.html': PAGE, 'd.md': '# Pier\n\nThe pier is old.\n', [picture]: image };
    for (const [path, content] of Object.entries(sources)) await rig.write(path, content);
    const { ingestion, chunks } = await rig.call(ingestSourceTool, { paths: Object.keys(sources) });
    expect(IngestionReport.parse(ingestion)).toEqual(ingestion);
    expect([ingestion.sources.map(({ source, sha256, chunks: passages, was_known: known }) => [source, sha256, passages > 0, known]), ingestion.failures]).toEqual([Object.entries(sources).map(([path, content]) => [path, sha256Hex(content), true, false]), []]);
    const words = await Promise.all(['a.pdf', 'b.docx', 'docs--c.html', 'd.md', picture].map((name) => rig.read(`library/${name}.md`)));
    expect([words[0]?.includes('nine tons'), words[1]?.includes('keeps the book'), words[2]?.includes('06:00'), words[3]?.includes('pier is old'), words[4]?.toUpperCase().includes('HARBOUR')]).toEqual([true, true, true, true, true]);
    expect(chunks.find(({ path }) => path === 'library/d.md.md')).toMatchObject({ library_id: 'library', section_path: ['Pier'], page: null });
  });

  it('is known the second time, and one that cannot be read stops no other', verifies('ROLES-31', 'KEL-ROLE2-07'), async () => {
    const rig = await toolRig();
    await rig.write('a.md', 'one\n');
    await rig.write('empty.md', '\n');
    const first = await rig.call(ingestSourceTool, { paths: ['a.md', 'a.md', 'gone.pdf', 'empty.md'] });
    expect([first.ingestion.sources.map(({ source, was_known: known }) => [source, known]), first.ingestion.failures.map(({ what, retry_plan: plan }) => [what, plan !== ''])]).toEqual([[['a.md', false]], [['gone.pdf', true], ['empty.md', true]]]);
    expect((await rig.call(ingestSourceTool, { paths: ['a.md'] })).ingestion.sources[0]).toMatchObject({ was_known: true });
  });
});

describe('an index of a library', () => {
  it('accounts for every passage, and what was taken in is found afterwards', verifies('ROLES-31', 'KEL-ROLE2-07'), async () => {
    const rig = await toolRig();
    await rig.write('page.html', PAGE);
    const { chunks } = await rig.call(ingestSourceTool, { paths: ['page.html'] });
    const { index } = await rig.call(indexing, {});
    expect([IndexBuildReport.safeParse(index).success, index]).toEqual([true, { library_id: 'library', embed_space: null, chunks_total: chunks.length, chunks_stored: chunks.length, failures: [] }]);
    const { hits } = await rig.call(retrieveTool({ openIndex: async () => textIndexInMemory() }), { query: 'When does the gate open?', folder: 'library' });
    expect(hits.map(({ path, chunk_id: id }) => [path, chunks.some((chunk) => chunk.path === path && id.startsWith('chk_'))])).toEqual([['library/page.html.md', true]]);
  });

  it('is not made of what tells of persons before somebody said so', verifies('KEL-ROLE2-07'), async () => {
    const rig = await toolRig();
    await rig.write('library/people.md', 'Write to ada.lovelace@example.org.\n');
    expect(await rig.failure(indexing, {})).toMatchObject({ code: 'tool.failed', message: 'library/people.md tells of persons, which is to be looked at before it is indexed.' });
    expect((await rig.call(indexing, { holds_personal_data: true })).index.chunks_stored).toBe(1);
  });
});
