import type { HostProbe } from '../../commands/index.ts';
import { firstLine, runProgram } from './run-program.ts';

const BUBBLEWRAP_TRIAL = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', '--die-with-parent', 'true'];
const UNSHARE_TRIAL = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--fork', 'true'];

/** Starts a real sandbox of each kind: being installed is not the same as being allowed. */
export function sandboxProbe(): HostProbe {
  return {
    id: 'sandbox',
    run: async (signal) => {
      const bubblewrap = await runProgram('bwrap', BUBBLEWRAP_TRIAL, signal);
      if (bubblewrap.exitCode === 0) {
        const version = await runProgram('bwrap', ['--version'], signal);
        return { status: 'ok', found: firstLine(version.output) };
      }
      const why = bubblewrap.missing ? 'bubblewrap is not installed' : `bubblewrap does not start: ${firstLine(bubblewrap.output)}`;
      const unshare = await runProgram('unshare', UNSHARE_TRIAL, signal);
      if (unshare.exitCode === 0) return { status: 'limited', found: `${why}; unshare works` };
      const also = unshare.missing ? 'unshare is not installed' : `unshare fails: ${firstLine(unshare.output)}`;
      return { status: 'absent', found: `${why}; ${also}` };
    },
  };
}
