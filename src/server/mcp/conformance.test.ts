import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFORMANCE_OFFER } from '../../../test/support/mcp/conformance-offer.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { SERVED_TOKEN, servedProgram, type ServedProgram } from '../../../test/support/served-program.ts';
import { withToken } from '../../../test/support/with-token.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../../../test/support/tools-command-line.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

let place: ToolsCommandLine;
let served: ServedProgram;
beforeEach(async () => {
  place = toolsCommandLine();
  served = await servedProgram(place, { mcpExtra: CONFORMANCE_OFFER });
});
afterEach(async () => {
  await served.close();
  place.remove();
});

function runSuite(url: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, 'server', '--url', url, '--suite', 'all', '--spec-version', '2025-11-25'], { cwd: place.workspace, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`));
  });
}

describe('the server scenarios of the conformance suite for 2025-11-25', () => {
  it('pass, all of them', verifies('KEL-MCPS-01'), async () => {
    // The suite has no way to be given a token.
    const shown = await withToken(served.url, SERVED_TOKEN);
    const report = await runSuite(`${shown.url}/mcp`);
    shown.close();
    const results = [...report.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(([, scenario = '', passed, failed]) => ({ scenario, passed: Number(passed), failed: Number(failed) }));
    expect({ scenarios: results.length, failed: results.filter(({ passed, failed }) => failed > 0 || passed === 0), warned: report.includes('WARNING') ? report : '' }).toEqual({ scenarios: 32, failed: [], warned: '' });
  });
});
