import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { play } from '../scenarios/run/scenario-runner.ts';
import { toolsCommandLine } from '../support/tools-command-line.ts';
import { keelsonAlone, programAlone, whyNotAlone, type SeenAlone } from '../support/traced-alone.ts';
import { PATIENCE } from '../support/traced.ts';
import { readGoldenTasks } from './golden-task.ts';

const why = whyNotAlone();
if (why !== undefined) console.log(`a replay is not watched by the system: ${why}`);
const TIMEOUT_MS = 600_000 * PATIENCE;
const MODES = ['audit_reconstruction', 'simulation_from_recorded_outputs'];

describe('a replay in a network namespace without an interface', () => {
  it.skipIf(why !== undefined)('opens no socket, starts no process and writes nothing but its receipt', { timeout: TIMEOUT_MS, ...verifies('KEL-REPLAY-11') }, async () => {
    const task = readGoldenTasks().find(({ role_id: roleId }) => roleId === 'coder');
    const seen: SeenAlone[] = [];
    await play(task?.scenario as never, {
      thenReplays: async (place, run) => {
        for (const mode of MODES) seen.push(await keelsonAlone(place, ['replay', run, '--mode', mode]));
        return [];
      },
    });
    const nothing = { status: 0, processes: [], sockets: [], writtenElsewhere: [] };
    expect(seen.map(({ stdout: _out, stderr: _error, ...what }) => what)).toEqual([nothing, nothing]);
    expect(seen.map(({ stdout }) => /The log is whole|comes out the same/.exec(stdout)?.[0])).toEqual(['The log is whole', 'comes out the same']);
  });

  it.skipIf(why !== undefined)('is watched by somebody who sees processes, sockets and files', verifies('KEL-REPLAY-11'), async () => {
    const place = toolsCommandLine();
    try {
      const script = join(place.workspace, 'reaches-out.cjs');
      writeFileSync(script, `require('node:child_process').spawnSync('true'); require('node:fs').writeFileSync('left.txt', ''); require('node:net').connect(1, '127.0.0.1').on('error', () => undefined);`);
      const { processes, sockets, writtenElsewhere } = await programAlone(place, [script]);
      expect([processes.some((line) => line.startsWith('execve(')), sockets.length > 0, writtenElsewhere]).toEqual([true, true, [join(place.workspace, 'left.txt')]]);
    } finally {
      place.remove();
    }
  });
});
