import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PROFILE } from '../../../test/support/sandbox-samples.ts';
import { systemClock } from '../../kernel/index.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';
import { seatbeltDriver } from './seatbelt.ts';

describe('seatbeltProfile', () => {
  it('allows by name, then refuses what is protected or hidden, in the order in which the last rule decides', verifies('KEL-SBX-13'), () => {
    const subpaths = ['/usr', '/bin', '/sbin', '/System', '/Library/Apple', '/Library/Developer/CommandLineTools', '/Applications/Xcode.app', '/opt/homebrew', '/private/etc/ssl', '/private/etc/localtime', '/private/var/db/timezone', '/dev', '/opt/node'];
    expect(seatbeltProfile(PROFILE).split('\n')).toEqual([
      '(version 1)',
      '(deny default)',
      '(allow process-fork process-exec)',
      '(allow signal (target same-sandbox))',
      '(allow sysctl-read)',
      '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
      '(allow file-read-metadata (literal "/") (literal "/private") (literal "/var") (literal "/tmp") (literal "/etc") (literal "/Users") (literal "/home") (literal "/home/u"))',
      `(allow file-read* ${subpaths.map((path) => `(subpath "${path}")`).join(' ')} (literal "/private/etc/passwd") (literal "/private/etc/group") (literal "/private/etc/hosts") (literal "/private/etc/shells"))`,
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
      '(allow file-read* (subpath "/home/u/work") (subpath "/scratch"))',
      '(allow file-write* (subpath "/home/u/work") (subpath "/scratch"))',
      '(deny file-write* (subpath "/home/u/work/.git/hooks") (subpath "/home/u/work/.vscode") (literal "/home/u/work/.git"))',
      '(deny file-read* file-write* (subpath "/home/u/work/.env") (subpath "/home/u/work/keys"))',
      '(deny network*)',
    ]);
  });

  it('shows a workspace in a hidden home, only to read when told so, and lets out only to the proxy', verifies('KEL-SBX-13'), () => {
    const text = seatbeltProfile({ ...PROFILE, workspaceAccess: 'read_only', hiddenPaths: ['/home/u'], protectedPaths: [], network: { proxySocket: '/run/"p"' } }).split('\n');
    expect(text.slice(-7)).toEqual([
      '(deny file-read* file-write* (subpath "/home/u"))',
      '(allow file-read* (subpath "/home/u/work") (subpath "/scratch"))',
      '(allow file-write* (subpath "/scratch"))',
      '(deny network*)',
      '(allow network-outbound (literal "/run/\\"p\\""))',
      '(allow network-bind network-inbound (local ip "localhost:3128"))',
      '(allow network-outbound (remote ip "localhost:3128"))',
    ]);
  });

  it.skipIf(process.platform === 'darwin')('says that it exists on macOS only', verifies('KEL-SBX-13'), async () => {
    const driver = seatbeltDriver({ clock: systemClock, nameOf: () => 'x' });
    expect(await driver.probe(new AbortController().signal)).toMatchObject({ isUsable: false, detail: 'it exists on macOS only' });
  });
});
