import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PLAN, PROFILE, REQUEST } from '../../../test/support/sandbox-samples.ts';
import { planMounts } from '../../tools/index.ts';
import { containerArguments, containerRefusals, type ContainerWish } from './container-arguments.ts';

const WISH: ContainerWish = { engine: 'docker', image: 'debian', name: 'k1', request: REQUEST, profile: PROFILE, plan: PLAN, proxy: { bound: [], before: '' }, userId: 1000, groupId: 1000, isInteractive: true };

/** What stands behind each of these options. */
const values = (args: readonly string[], option: string): string[] => args.flatMap((word, at) => (word === option ? [args[at + 1] ?? ''] : []));

describe('containerArguments', () => {
  const args = containerArguments(WISH);

  it('starts an init as the first process, without network, privileges or a writable root', verifies('MAH-4A-1', 'MAH-4A-G1'), () => {
    expect(args.slice(0, args.indexOf('--mount')).join(' ')).toBe(
      'run --rm --init --name k1 --interactive --pull never --read-only --cap-drop ALL --security-opt no-new-privileges --network none --ipc private --hostname sandbox --pids-limit 64 --memory 268435456 --memory-swap 268435456 --cpus 2 --ulimit cpu=60:60 --ulimit fsize=67108864:67108864 --ulimit nofile=256:256 --ulimit core=0:0 --shm-size 67108864 --user 1000:1000',
    );
    expect(args.slice(args.indexOf('--workdir'), args.indexOf('-c'))).toEqual(['--workdir', '/home/u/work', '--entrypoint', '/bin/sh', 'debian']);
    expect(args.slice(args.indexOf('-c') + 2)).toEqual(['sh', 'make', 'all']);
  });

  it('mounts what the plan shows, protects and hides', verifies('MAH-4A-1'), () => {
    expect(values(args, '--mount')).toEqual([
      'type=bind,source=/scratch,target=/scratch',
      'type=bind,source=/scratch,target=/tmp',
      'type=bind,source=/opt/node,target=/opt/node,readonly',
      'type=bind,source=/home/u/work,target=/home/u/work',
      'type=bind,source=/home/u/work/.git,target=/home/u/work/.git',
      'type=bind,source=/home/u/work/.vscode,target=/home/u/work/.vscode,readonly',
      'type=bind,source=/dev/null,target=/home/u/work/.env,readonly',
      'type=bind,source=/home/u/work/.git/hooks,target=/home/u/work/.git/hooks,readonly',
    ]);
    expect(values(args, '--tmpfs')).toEqual(['/home/u/work/keys:ro,nosuid,nodev,noexec,size=64k,mode=0111']);
    expect(values(args, '--env')).toEqual(['PATH=/usr/bin']);
  });

  it('keeps the person’s own number with Podman, and refuses names that no engine can mount', verifies('MAH-4A-1'), () => {
    expect(values(containerArguments({ ...WISH, engine: 'podman' }), '--userns')).toEqual(['keep-id']);
    expect(values(containerArguments({ ...WISH, engine: 'podman' }), '--user')).toEqual([]);
    expect(containerRefusals(PLAN)).toEqual([]);
    expect(containerRefusals(planMounts({ ...PROFILE, workspace: '/a,b' }, () => ({ kind: 'missing' })))).toEqual(['/a,b cannot be mounted by a container engine because of a sign in its name']);
  });
});
