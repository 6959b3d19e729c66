import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunReport } from '../../src/contracts/index.ts';
import { EXAMPLE_SCENARIO, readScenario, startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { APPROVAL, watchedProcesses } from '../support/waiting-process.ts';

let place: ToolsCommandLine;
let server: ScriptedServer | undefined;
const processes = watchedProcesses();
beforeEach(() => {
  place = toolsCommandLine();
});
afterEach(async () => {
  await processes.endAll();
  await server?.close();
  server = undefined;
  place.remove();
});

/** The example that `keelson mock-model --example` prints, as a model of this folder; `path` is where it writes. */
async function withExample(path = 'tides.md'): Promise<void> {
  server = await startScriptedServer({ scenario: readScenario(EXAMPLE_SCENARIO.replaceAll('tides.md', path), 'example') });
  const models = {
    default_model: 'house/mock-model',
    providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } },
    models: [{ model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], context_tokens: 65_536, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'] }],
  };
  place.write('keelson.config.json', JSON.stringify({ models, tools: UNCONFINED }));
}

describe('what is told of a run', () => {
  it('is true of the example, of what it kept, and still after it was taken back', verifies('KEL-SURF-04', 'KEL-SURF-06', 'KEL-SURF-08', 'KEL-SURF-11'), async () => {
    await withExample();
    const ran = await place.keelson(['run', 'note', 'the', 'tides']);
    expect(ran).toMatchObject({ status: 0, stdout: 'High water is at 14:05; it stands in tides.md.\n', stderr: expect.stringMatching(/\n· write_file: write "tides\.md"\n[^]*\nsuccess: Done: Note when high water is\. The criterion of the whole is met\.\n/) });
    expect(readFileSync(join(place.workspace, 'tides.md'), 'utf8')).toBe('High water: 14:05\n');
    expect(ran.stderr).toMatch(/ s until the first model request · .* s in models · .* s in tools · .* s\s+in\s+Keelson\n/);
    const [, kept = ''] = /keelson artifact ([0-9A-Z]{6}) opens one/.exec(ran.stderr) ?? [];
    const opened = await place.keelson(['artifact', kept.toLowerCase()]);
    expect({ status: opened.status, content: JSON.parse(opened.stdout) }).toMatchObject({ status: 0, content: { path: 'tides.md', made_by: 'write_file' } });
    expect(opened.stderr).toMatch(/^DataArtifact by analyst in execute · art_[0-9A-Z]{26} of run_[0-9A-Z]{26}\n$/);
    expect(JSON.parse((await place.keelson(['artifact', kept, '--json'])).stdout)).toMatchObject({ artifact: { type: 'DataArtifact' }, content: { path: 'tides.md' } });
    expect(await place.keelson(['artifact', 'XXXXXX'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[artifact.unknown]') });
    expect(await place.keelson(['artifact', 'X'])).toMatchObject({ status: 2, stderr: expect.stringContaining('[input.invalid]') });
    expect((await place.keelson(['undo', 'last', '--yes'])).status).toBe(0);
    expect((await place.keelson(['show', 'last'])).stdout).toMatch(/\nUndone by owner on .* UTC\. What is there now:\n {2}tides\.md: not there, as before the run\nCriteria, as they were found before that\n/);
    const { times, taken_back: takenBack } = RunReport.parse(JSON.parse((await place.keelson(['show', 'last', '--json'])).stdout));
    expect({ asked: (times?.first_model_request_ms ?? 0) > 0, changes: takenBack?.changes }).toEqual({ asked: true, changes: [{ path: 'tides.md', outcome: 'removed', detail: '' }] });
  });

  it('is the same where nothing but the address of the example is known', verifies('KEL-SURF-11'), async () => {
    server = await startScriptedServer({ scenario: readScenario(EXAMPLE_SCENARIO, 'example') });
    place.configure(UNCONFINED);
    const ran = await place.keelson(['run', 'note the tides'], { environment: { KEELSON_BASE_URL: `${server.url}/v1` } });
    expect(ran).toMatchObject({ status: 0, stdout: 'High water is at 14:05; it stands in tides.md.\n', stderr: expect.stringMatching(/\nsuccess: Done: Note when high water is\. The criterion of the whole is met\.\n/) });
  });

  it('is that its process is gone as soon as it is, and how to go on', verifies('KEL-SURF-07', 'KEL-SURF-10'), async () => {
    await withExample('.env');
    const run = processes.watch(place.start(['run', 'note the tides']));
    await run.said(/With --unattended nobody is asked/);
    const id = await run.said(APPROVAL);
    expect((await place.keelson(['show', 'last'])).stdout).toContain('\nIt is at work, in execute.\n');
    run.child.kill('SIGKILL');
    const { stderr } = await run.ended;
    expect(stderr).toMatch(/\n {4}Waits until .* UTC; silence is a no\. In another terminal:\n {4}keelson approve apr_/);
    expect((await place.keelson(['show', 'last'])).stdout).toMatch(/\nIt was cut off in execute: whoever worked on it is gone\.\nNext: keelson resume [0-9A-Z]{6} goes on where it was\.\n/);
    expect((await place.keelson(['deny', id, '--reason', 'not there'])).status).toBe(0);
    const resumed = await place.keelson(['resume', 'last', '--unattended']);
    expect(resumed.stderr).toContain('\n! write_file was not done: not there\n');
    expect(resumed.stderr).toContain('\n  ▸ 1. analyst: Write .env (attempt 2)\n');
    expect(resumed.stderr.replaceAll(/\s+/g, ' ')).toContain('Not allowed: not there');
    expect(resumed.stderr).not.toContain('User rejected');
  });
});
