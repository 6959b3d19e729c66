import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { STRICT_LIMITS } from './default-limits.ts';
import { environmentFor, isVariableName } from './environment.ts';
import type { SandboxProfile } from './sandbox.ts';

const PROFILE: SandboxProfile = { workspace: '/w', workspaceAccess: 'read_write', scratch: '/s', protectedPaths: [], hiddenPaths: [], readablePaths: [], network: 'off', limits: STRICT_LIMITS };
const FIXED = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', HOME: '/s', TMPDIR: '/tmp', USER: 'keelson', LOGNAME: 'keelson', XDG_CACHE_HOME: '/s/.cache', PYTHONPYCACHEPREFIX: '/s/.cache/python', MYPY_CACHE_DIR: '/s/.cache/mypy', RUFF_CACHE_DIR: '/s/.cache/ruff', COVERAGE_FILE: '/s/.cache/coverage', npm_config_cache: '/s/.cache/npm', GOCACHE: '/s/.cache/go-build' };

describe('environmentFor', () => {
  it('takes over only what says how to write', verifies('KEL-SBX-01'), () => {
    const inherited = { TERM: 'xterm', LANG: 'de_DE.UTF-8', HOME: '/root', PATH: '/evil', OPENAI_API_KEY: 'secret', SSH_AUTH_SOCK: '/agent', LD_PRELOAD: '/evil.so', NODE_OPTIONS: '--require /evil.js' };
    expect(environmentFor({ profile: PROFILE, inherited })).toEqual({ ...FIXED, LANG: 'de_DE.UTF-8', TERM: 'xterm' });
    expect(environmentFor({ profile: PROFILE, inherited: {} })).toEqual({ ...FIXED, LANG: 'C.UTF-8' });
  });

  it('adds what a person allowed, but never what makes a program run other code', verifies('KEL-SBX-01'), () => {
    const inherited = { GOFLAGS: '-v', LD_PRELOAD: '/evil.so', BASH_ENV: '/evil', 'odd name': 'x' };
    expect(environmentFor({ profile: PROFILE, inherited, allowedNames: Object.keys(inherited), programFolders: ['/opt/node/bin'] })).toEqual({ ...FIXED, LANG: 'C.UTF-8', GOFLAGS: '-v', PATH: `/opt/node/bin:${FIXED.PATH}` });
  });

  it('keeps what programs work out for themselves away from the sources', verifies('MAH-11C-1', 'KEL-SCRATCH-01'), () => {
    const caches = Object.entries(environmentFor({ profile: { ...PROFILE, scratch: '/data/brain/one/scratch' }, inherited: { PYTHONPYCACHEPREFIX: '/w' } })).filter(([name]) => name.includes('CACHE') || name.includes('cache'));
    expect(caches.length).toBeGreaterThan(4);
    expect(caches.filter(([, value]) => !value.startsWith('/data/brain/one/scratch/.cache'))).toEqual([]);
  });

  it('tells toolchains where they are, since the home is not the person’s', verifies('KEL-MEND-04'), () => {
    const readablePaths = ['/home/ada/.rustup', '/home/ada/.pyenv', '/opt/.rbenv', '/home/ada/.deno', '/other/.pyenv'];
    expect(environmentFor({ profile: { ...PROFILE, readablePaths }, inherited: { RUSTUP_HOME: '/evil' } })).toEqual({ ...FIXED, LANG: 'C.UTF-8', RUSTUP_HOME: '/home/ada/.rustup', PYENV_ROOT: '/home/ada/.pyenv', RBENV_ROOT: '/opt/.rbenv' });
  });

  it('leads programs to the proxy when they may use the network through one', verifies('KEL-SBX-05'), () => {
    const address = 'http://127.0.0.1:3128';
    expect(environmentFor({ profile: { ...PROFILE, network: { proxySocket: '/p' } }, inherited: {} })).toEqual({
      ...FIXED, LANG: 'C.UTF-8', HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address, https_proxy: address, ALL_PROXY: address, all_proxy: address, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1',
    });
  });
});

describe('isVariableName', () => {
  it('knows what a shell can carry', verifies('KEL-SBX-10'), () => {
    expect(['A', '_a1', '1a', 'a-b', 'a=b', '', 'a b'].map(isVariableName)).toEqual([true, true, false, false, false, false, false]);
  });
});
