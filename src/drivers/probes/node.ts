import type { HostProbe } from '../../commands/index.ts';

const REQUIRED_MAJOR = 24;

export function nodeProbe(version: string, platform: string): HostProbe {
  return {
    id: 'node',
    run: async () => {
      const major = Number(version.split('.', 1)[0]);
      return { status: major >= REQUIRED_MAJOR ? 'ok' : 'absent', found: `Node ${version} on ${platform}` };
    },
  };
}
