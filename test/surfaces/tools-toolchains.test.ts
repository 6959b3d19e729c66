import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolsReport } from '../../src/contracts/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';

let place: ToolsCommandLine;
beforeEach(() => void (place = toolsCommandLine()));
afterEach(() => place.remove());

const CARGO = join(homedir(), '.cargo/bin/cargo');

describe('a program in the sandbox', () => {
  it('is found in a place that the settings name, before the system’s own', verifies('KEL-MEND-05'), async () => {
    const sdk = join(place.workspace, '..', 'sdk');
    mkdirSync(join(sdk, 'bin'), { recursive: true });
    writeFileSync(join(sdk, 'bin/sort'), '#!/bin/sh\necho from the sdk\n', { mode: 0o755 });
    place.configure({ sandbox: { readable: [sdk, '/nowhere/at/all'] } });
    const { sandbox, left_out: leftOut } = ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout));
    expect(leftOut).toEqual([{ name: 'sandbox.readable /nowhere/at/all', reason: 'there is nothing at this path' }]);
    if (sandbox.chosen === null) return void console.warn('not run: there is no sandbox here');
    expect(await place.keelson(['tools', 'run', 'shell', 'command=sort'])).toMatchObject({ status: 0, stdout: expect.stringContaining('from the sdk\n') });
  });

  it.skipIf(!existsSync(CARGO))('can be one of a toolchain in the home, and what it writes stays out of there', verifies('KEL-MEND-04'), async () => {
    place.write('Cargo.toml', '[package]\nname = "tiny"\nversion = "0.1.0"\nedition = "2021"\n');
    mkdirSync(join(place.workspace, 'src'));
    place.write('src/lib.rs', '#[test]\nfn adds() {\n    assert_eq!(1 + 2, 3);\n}\n');
    const { sandbox } = ToolsReport.parse(JSON.parse((await place.keelson(['tools', '--json'])).stdout));
    if (sandbox.chosen === null) return void console.warn('not run: there is no sandbox here');
    expect(await place.keelson(['tools', 'run', 'shell', 'command=cargo test --offline --lib'])).toMatchObject({ status: 0, stdout: expect.stringContaining('test result: ok. 1 passed') });
  });
});
