import type { HostProbe } from '../../commands/index.ts';
import { firstLine, runProgram } from './run-program.ts';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export function chromiumProbe(): HostProbe {
  return {
    id: 'chromium',
    run: async (signal) => {
      let broken: string | undefined;
      for (const program of PROGRAMS) {
        const result = await runProgram(program, ['--version'], signal);
        if (result.exitCode === 0) return { status: 'ok', found: firstLine(result.output) };
        if (!result.missing) broken ??= `${program} does not start: ${firstLine(result.output)}`;
      }
      return broken === undefined
        ? { status: 'absent', found: `none of ${PROGRAMS.join(', ')} is on the path` }
        : { status: 'limited', found: broken };
    },
  };
}
