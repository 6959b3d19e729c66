import type { Outcome } from '../../client/index.ts';
import { Name, type ErrorBody, type LedgerAbsent, type LedgerEndUnproven, type LedgerRunning } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { wrapText, type Style } from '../style.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';

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
  /** What is left of the work when Ctrl-C stops it. */
  readonly left?: string;
}

/** Asks part by part. A person sees how far it is; Ctrl-C stops between two parts and says how far it came. */
export async function finishLongWork<Report extends { readonly state: string }>(surface: Surface, { doing, ask, asJson, left = 'nothing was changed' }: LongWork<Report>): Promise<Finished<Report>> {
  const { terminal, signal } = surface;
  let resume: string | undefined;
  for (;;) {
    const outcome = await ask(resume);
    if (terminal.isInteractive && resume !== undefined) await terminal.writeError(ERASE_LINE);
    if (!outcome.ok) return { exitCode: await showLedgerFailure(surface, outcome.error, asJson) };
    const { value } = outcome;
    if (!isRunning(value)) return { report: value };
    const soFar = `${grouped(value.checked)} of ${counted(value.total, 'entry', 'entries')}`;
    if (signal.aborted) {
      await terminal.writeError(`Interrupted: ${doing} had come to ${soFar}; ${left}.\n`);
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
  await terminal.writeOut(asJson ? `${JSON.stringify(absent)}\n` : absentText(absent));
  return EXIT.ok;
}

export function absentText({ tenant, file }: LedgerAbsent): string {
  return `Nothing has been recorded yet for tenant ${tenant} in ${file}.\n`;
}

/** Says of a log that nobody can vouch for its end; no lines when somebody can. */
export function endUnprovenLines(end: LedgerEndUnproven | null, indent: string, columns: number, paint: Style): string[] {
  if (end === null) return [];
  const told = [`Noticed at ${end.noticed_at}: ${end.means} [${end.code}]`, end.what_to_do];
  return told.flatMap((text) => wrapText(text, columns, indent).split('\n')).map(paint.yellow);
}

/** Something a person typed that cannot be meant, with what could be. */
export interface Mistake {
  readonly message: string;
  readonly nextStep: string;
}

/** The mistake in the tenant's name, if there is one. */
export function tenantMistake(tenant: string): Mistake | undefined {
  if (Name.safeParse(tenant).success) return undefined;
  return {
    message: `"${tenant}" cannot be the name of a tenant.`,
    nextStep: 'A name has letters, digits, dot, dash and underscore, and begins with a letter or digit.',
  };
}

/** The mistake in the name of a file, if there is one. */
export function fileMistake(file: string): Mistake | undefined {
  return file === '' ? { message: 'The name of the file is empty.', nextStep: 'Name a file.' } : undefined;
}

/** Shows the first mistake and gives the code to end with; undefined when there is none. */
export async function showMistake(surface: Surface, mistakes: readonly (Mistake | undefined)[], asJson: boolean): Promise<ExitCode | undefined> {
  const mistake = mistakes.find((one) => one !== undefined);
  if (mistake === undefined) return undefined;
  return showLedgerFailure(surface, { code: 'input.invalid', message: mistake.message, next_step: mistake.nextStep, data: {} }, asJson);
}

/** As everywhere, but what was mistyped ends as such, and what Ctrl-C stopped as stopped. */
export async function showLedgerFailure(surface: Surface, error: ErrorBody, asJson: boolean): Promise<ExitCode> {
  const exitCode = await showFailure(surface, error, asJson);
  if (surface.signal.aborted && surface.signal.reason !== OUTPUT_ENDED) return EXIT.interrupted;
  return error.code === 'input.invalid' ? EXIT.usage : exitCode;
}

/** Only a whole "yes" from a person at a terminal counts. */
export async function isConfirmed({ terminal, signal }: Surface, question: string): Promise<boolean> {
  if (!terminal.isInteractive) return false;
  await terminal.writeError(`${question} Type yes to go on: `);
  for await (const line of terminal.readLines(signal)) return line.trim().toLowerCase() === 'yes';
  return false;
}

export interface Unconfirmed {
  readonly operation: string;
  /** What `--yes` would do. */
  readonly toDo: string;
}

/** Nothing was done because nobody said yes. */
export async function showUnconfirmed(surface: Surface, { operation, toDo }: Unconfirmed, asJson: boolean): Promise<ExitCode> {
  const [message, nextStep] = ['Nothing was changed.', `Add --yes to ${toDo} without being asked.`];
  if (asJson) await surface.terminal.writeOut(`${JSON.stringify({ error: { code: 'operation.not_confirmed', message, next_step: nextStep, data: { operation } } })}\n`);
  else await surface.terminal.writeError(`${message} ${nextStep}\n`);
  return surface.signal.aborted ? EXIT.interrupted : EXIT.failed;
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
