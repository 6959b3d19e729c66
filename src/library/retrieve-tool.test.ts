import { describe, expect, it } from 'vitest';
import { toolRig } from '../../test/support/tool-rig.ts';
import { textIndexInMemory } from '../../test/support/text-index-in-memory.ts';
import { RetrievalReport } from '../contracts/index.ts';
import { retrieveTool } from './retrieve-tool.ts';

const LONG = 'The pilots of the harbour keep a record of wind, water and light for every watch, and read it aloud when the watch changes.\n\n'.repeat(40);

describe('retrieve', () => {
  it('smoke', async () => {
    const rig = await toolRig();
    await rig.write('docs/harbour.md', `# Harbour\n\nThe harbour gate opens at 06:00 on weekdays.\n\n${LONG}`);
    await rig.write('docs/pilots.md', `# Pilots\n\nPilots board an hour before the harbour gate opens.\n\n${LONG}`);
    const tool = retrieveTool({ openIndex: async () => textIndexInMemory() });
    const output = await rig.call(tool, { query: 'when does the harbour gate open?' });
    console.log(tool.show(output).slice(0, 1500), output.report, output.hits.map(({ quote, path }) => [path, quote]));
    expect(RetrievalReport.parse(output.report)).toEqual(output.report);
  });
});
