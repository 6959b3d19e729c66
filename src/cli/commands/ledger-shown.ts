import type { Outcome } from '../../client/index.ts';
import type { LedgerAbsent, LedgerRunning } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';

/** What all commands about the ledger take. */
export interface LedgerOptions {
  readonly tenant: string;
  readonly json?: boolean;
}

const ERASE_LINE = '\r\u001b[K';

/** What came of long work: the whole answer, or the code to end with after it was shown why there is none. */
export type Finished<Report> = { readonly report: Report } | { readonly exitCode: ExitCode };

interface LongWork<Report> {
  readonly doing: string;
  readonly ask: (resume: string | undefined) => Promise<Outcome<Report | LedgerRunning>>;
  readonly asJson: boolean;
}

/** Asks part by part. A person sees how far it is; Ctrl-C stops between two parts and says how far it came. */
export async function finishLongWork<Report extends { readonly state: string }>(surface: Surface, { doing, ask, asJson }: LongWork<Report>): Promise<Finished<Report>> {
  const { terminal, signal } = surface;
  let resume: string | undefined;
  for (;;) {
    const outcome = await ask(resume);
    if (terminal.isInteractive && resume !== undefined) await terminal.writeError(ERASE_LINE);
    if (!outcome.ok) return { exitCode: await showFailure(surface, outcome.error, asJson) };
    const { value } = outcome;
    if (!isRunning(value)) return { report: value };
    const soFar = `${grouped(value.checked)} of ${counted(value.total, 'entry', 'entries')}`;
    if (signal.aborted) {
      await terminal.writeError(`Interrupted: ${doing} had come to ${soFar}; nothing was changed.\n`);
      return { exitCode: EXIT.interrupted };
    }
    resume = value.resume;
    if (terminal.isInteractive) await terminal.writeError(`${doing}: ${soFar}`);
  }
}

function isRunning(value: { readonly state: string }): value is LedgerRunning {
  return value.state === 'running';
}

/** Says plainly that there is nothing yet; that is an answer, not a failure. */
export async function showAbsent({ terminal }: Surface, absent: LedgerAbsent, asJson: boolean): Promise<ExitCode> {
  await terminal.writeOut(asJson ? `${JSON.stringify(absent)}\n` : `Nothing has been recorded yet for tenant ${absent.tenant} in ${absent.file}.\n`);
  return EXIT.ok;
}

/** A number as people read it: 1,234,567. */
export function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

/** `1 entry`, `2 entries`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

const BYTES_PER_STEP = 1_000;
const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytesText(bytes: number): string {
  let value = bytes;
  let step = 0;
  for (; value >= BYTES_PER_STEP && step < BYTE_UNITS.length - 1; step += 1) value /= BYTES_PER_STEP;
  return `${step === 0 ? value : value.toFixed(1)} ${BYTE_UNITS[step] ?? ''}`;
}
