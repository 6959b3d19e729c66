import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { openerOf, openPage } from './open-page.ts';

it('opens pages where there is a desktop to open them on', verifies('KEL-SERVER-15'), () => {
  expect(openerOf('darwin', {})).toEqual(['open']);
  expect(openerOf('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(openerOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect([openerOf('linux', {}), openerOf('linux', { DISPLAY: '' }), openerOf('linux', { DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' })]).toEqual([undefined, undefined, undefined]);
});

it('shows no other account the token: the program that opens it is given a file of its owner alone', verifies('KEL-SERVER-15'), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-opener-'));
  const [told, program] = [join(folder, 'told'), join(folder, 'opener')];
  writeFileSync(program, `#!/bin/sh\nprintf '%s' "$*" > "${told}.new" && mv "${told}.new" "${told}"\n`);
  chmodSync(program, 0o755);
  const discard = await openPage('http://127.0.0.1:1/?token=a"b', [program]);
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), { timeout: 30_000 });
  const file = readFileSync(told, 'utf8');
  expect([file.includes('token'), (statSync(file).mode & 0o777).toString(8), readFileSync(file, 'utf8').includes('content="0;url=http://127.0.0.1:1/?token=a&quot;b"')]).toEqual([false, '600', true]);
  if (discard !== false) await discard();
  expect(existsSync(file)).toBe(false);
  expect(await openPage('http://127.0.0.1:1/', [join(folder, 'no-such-program')])).toBe(false);
});
