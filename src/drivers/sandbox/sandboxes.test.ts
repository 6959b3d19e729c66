import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { geteuid } from 'node:process';
import { expect, it, vi } from 'vitest';
import { sandboxSuite, type OpenedSandbox } from '../../../test/contract-suites/sandbox.ts';
import { OTHER_USER, remoteSandbox } from '../../../test/support/remote-sandbox.ts';
import { createPlace, processesWith, scriptRequest } from '../../../test/support/sandbox-place.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { systemClock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { bubblewrapDriver } from './bubblewrap.ts';
import { unshareDriver } from './unshare.ts';

let groups = 0;
const options = { clock: systemClock, nameOf: () => `keelson-suite-${process.pid}-${(groups += 1)}` };

async function openHere(driver: SandboxDriver): Promise<OpenedSandbox> {
  const probe = await driver.probe(new AbortController().signal);
  return { sandbox: driver.create(), probe, end: () => undefined };
}

const unusable = async (driver: SandboxDriver): Promise<string | null> => {
  const { isUsable, detail } = await driver.probe(new AbortController().signal);
  return isUsable ? null : detail;
};

/** Becoming somebody else needs root, and that somebody must be able to read this checkout. */
function whyNotOther(): string | null {
  if (geteuid?.() !== 0) return 'only root can become another user';
  const tried = spawnSync('setpriv', [`--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, '--clear-groups', process.execPath, '--check', import.meta.filename], { cwd: '/' });
  return tried.status === 0 ? null : 'another user cannot read this checkout';
}

/** A Keelson that is killed leaves its empty control groups; the next one sweeps them after an hour. */
function removeGroupsOf(pid: number): void {
  const counter = '/sys/fs/cgroup/pids';
  if (!existsSync(counter)) return;
  for (const name of readdirSync(counter).filter((each) => each.includes(`-test-${pid}-`))) rmdirSync(`${counter}/${name}`);
}

const notOther = whyNotOther();
const backends = [
  { name: 'bubblewrap', driver: () => bubblewrapDriver(options) },
  { name: 'unshare', driver: () => unshareDriver(options) },
] as const;

for (const { name, driver } of backends) {
  const reason = await unusable(driver());
  sandboxSuite({ name: `${name} as this user`, ownerId: null, skipReason: reason, open: () => openHere(driver()) });
  it.skipIf(reason !== null)(`ends with the process that started it: ${name}`, verifies('KEL-SBX-06'), async () => {
    const place = createPlace(null);
    const { sandbox, pid } = await remoteSandbox(name, false);
    const seconds = `8${process.pid}${name.length}`;
    await sandbox.start(scriptRequest(place, `setsid sleep ${seconds} & sleep ${seconds}`), place.profile, { outputBytesMax: 1_000 });
    await vi.waitFor(() => expect(processesWith(seconds).length).toBeGreaterThan(1), { timeout: 10_000 });
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(processesWith(seconds)).toEqual([]), { timeout: 10_000 });
    place.remove();
    removeGroupsOf(pid);
  });
  sandboxSuite({ name: `${name} as another user`, ownerId: OTHER_USER, skipReason: notOther ?? reason, open: () => remoteSandbox(name, true) });
}
