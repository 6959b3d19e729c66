import { spawnSync } from 'node:child_process';

/** The git of this machine, untouched by anybody's settings, as the measure of our own tools. */
export function realGit(folder: string, args: readonly string[], input?: string): { exitCode: number; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 64 * 1024 * 1024,
    ...(input !== undefined && { input }),
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CEILING_DIRECTORIES: `${folder}/..`,
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
      GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
    },
  });
  return { exitCode: status ?? -1, stdout, stderr };
}

/** Git that must succeed. */
export function mustGit(folder: string, ...args: string[]): string {
  const { exitCode, stdout, stderr } = realGit(folder, args);
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}
