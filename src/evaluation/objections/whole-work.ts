import type { Criterion } from '../../contracts/index.ts';
import type { MadeCall } from '../work.ts';

/** A file as it was before the run and as it is now; null where there was or is none, or where it is too large to be read. */
export interface SeenFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Whether the run left something else than it found. */
  readonly hasChanged: boolean;
  readonly before: string | null;
  readonly now: string | null;
}

/** All of a run that speaks against calling it done, or not: the person's words, what was done, and what is left. */
export interface WholeWork {
  /** In the person's own words, with what they said since. */
  readonly asked: string;
  /** Of the whole and of its subtasks. */
  readonly criteria: readonly Criterion[];
  /** What was handed over as the result, by each piece of work. */
  readonly outputs: readonly string[];
  /** Work that its own worker was not sure of, in its words. */
  readonly unsure: readonly string[];
  /** Of the whole run, in their order. */
  readonly calls: readonly MadeCall[];
  /** Every file that the run changed, and those that the words name. */
  readonly files: readonly SeenFile[];
  /** Each piece of work by itself, in its order, with what it was to do and the calls that it made. */
  readonly parts?: readonly WorkPart[];
  /** The names of all files in folders of which the words speak as a whole. */
  readonly listed?: readonly string[];
}

/** One piece of the work. */
export interface WorkPart {
  readonly intent: string;
  readonly output: string;
  readonly calls: readonly MadeCall[];
}

/** What stands against the work, in whole sentences, with the calls that show it. */
export interface Objection {
  readonly why: string;
  readonly calls: readonly MadeCall[];
}

export type Rule = (work: WholeWork) => readonly Objection[];

export function changedFiles({ files }: WholeWork): readonly SeenFile[] {
  return files.filter(({ hasChanged }) => hasChanged);
}

export function fileAt({ files }: WholeWork, path: string): SeenFile | undefined {
  const plain = path.startsWith('./') ? path.slice(2) : path;
  return files.find((file) => file.path === plain);
}

/** What stands now in the files that the run changed, as far as it is text. */
export function changedTexts(work: WholeWork): string[] {
  return changedFiles(work).flatMap(({ now }) => now ?? []);
}

/** Enough of a text to recognise it. */
const QUOTED_CHARS_MAX = 120;

export function quoted(text: string): string {
  return `“${text.trim().slice(0, QUOTED_CHARS_MAX)}”`;
}

/** The calls that changed a file. */
export function callsOn({ calls }: WholeWork, path: string): MadeCall[] {
  return calls.filter(({ outcome }) => outcome.changes.some((change) => change.path === path)).slice(-1);
}

/** Criteria that only a judge spoke about, in their words. */
export function judgedWords({ criteria }: WholeWork): string[] {
  return criteria.filter(({ check }) => check === undefined).map(({ criterion }) => criterion);
}

/** Whether anything of the work is shown by a program that ends well. */
export function isMeasured({ criteria }: WholeWork): boolean {
  return criteria.some(({ check }) => check?.kind === 'exit_code' || check?.kind === 'tests_pass');
}

/** The commands by whose end the work is measured. */
export function commandsOfChecks({ criteria }: WholeWork): string[] {
  return criteria.flatMap(({ check }) => (check?.kind === 'exit_code' ? [check.command] : []));
}
