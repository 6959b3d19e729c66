import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { finishes, REPORTED, scriptedTask, WRITES_NOTE, type RoleTurn } from '../support/scripted-task.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { RunReport, ArtifactListReport } from '../../src/contracts/index.ts';
import type { ScriptedServer } from '../../src/models/index.ts';
import { viewAsText } from '../../src/cli/commands/result-views.ts';

let place: ToolsCommandLine;
let model: ScriptedServer | undefined;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(async () => {
  await model?.close();
  model = undefined;
  place.remove();
});

const handsBack = (...components: object[]): RoleTurn => finishes('All set up.', { artifacts: [...REPORTED, { type: 'ResultView', content: { title: 'How it went', components } }] });
const TABLE = { component: 'table', columns: ['file', 'lines'], rows: [['a.txt', 1]] };
const AS_TEXT = 'How it went\n\nfile   lines\n─────  ─────\na.txt  1';

describe('a result with a view', () => {
  it('is made right by the model when it names a component that there is not, and then told as text', verifies('KEL-GENUI-02', 'KEL-GENUI-04'), async () => {
    model = await scriptedTask(place, WRITES_NOTE, handsBack({ component: 'iframe', src: 'https://a.example' }), handsBack(TABLE));
    const ran = await place.keelson(['run', 'set it up']);
    expect([ran.status, ran.stdout, ran.stderr.includes(AS_TEXT)]).toEqual([0, 'All set up.\n', true]);
    expect(model.requests().some(({ body }) => JSON.stringify(body ?? '').includes('there is no iframe; there are markdown, callout'))).toBe(true);
    expect((await place.keelson(['show', 'last'])).stdout).toContain(AS_TEXT);
    const { artifacts } = RunReport.parse(JSON.parse((await place.keelson(['show', 'last', '--json'])).stdout));
    const view = artifacts.find(({ type }) => type === 'ResultView');
    expect((await place.keelson(['artifact', view?.artifact_id ?? ''])).stdout).toBe(`${AS_TEXT}\n`);
  });

  it('stands with its words alone where the view stays wrong, and says why', verifies('KEL-GENUI-02'), async () => {
    const wrong = handsBack({ component: 'iframe', src: 'https://a.example' });
    model = await scriptedTask(place, WRITES_NOTE, wrong, wrong, wrong);
    const ran = await place.keelson(['run', 'set it up', '--json']);
    const returned = ran.stdout.split('\n').filter((line) => line.includes('"run.envelope_returned"') && line.includes('analyst'));
    expect([ran.status, returned.some((line) => line.includes('artifact.component_unknown'))]).toEqual([0, true]);
    const { artifacts } = ArtifactListReport.parse(JSON.parse((await place.keelson(['artifacts', '--json'])).stdout));
    expect(artifacts.filter(({ type }) => type === 'ResultView')).toEqual([]);
  });

  it('is no view when it is of another type or was kept otherwise', verifies('KEL-GENUI-04'), () => {
    expect([viewAsText('CodePatch', { components: [TABLE] }), viewAsText('ResultView', { components: [] }), viewAsText('ResultView', { components: [TABLE] })]).toEqual([undefined, undefined, 'file   lines\n─────  ─────\na.txt  1']);
  });
});
