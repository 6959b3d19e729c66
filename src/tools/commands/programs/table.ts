/** Every program that has a rule, by name. A name that stands in two tables means the first of them. */
import type { ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { DECODER_PROGRAMS } from './decoders.ts';
import { DEVICE_PROGRAMS } from './devices.ts';
import { FILE_PROGRAMS } from './files.ts';
import { FILTER_PROGRAMS } from './filters.ts';
import { GIT_PROGRAMS } from './git.ts';
import { HARMLESS_PROGRAMS } from './harmless.ts';
import { INTERPRETER_PROGRAMS } from './interpreters.ts';
import { NETWORK_PROGRAMS } from './network.ts';
import { PACKAGE_PROGRAMS } from './packages.ts';
import { PROJECT_FILE_PROGRAMS } from './project-files.ts';
import { PROJECT_TEST_PROGRAMS } from './project-tests.ts';
import { PROJECT_VERB_PROGRAMS } from './project-verbs.ts';
import { READER_PROGRAMS } from './readers.ts';
import { SERVICE_PROGRAMS } from './services.ts';
import { SHELL_PROGRAMS } from './shells.ts';
import { TEXT_PROGRAMS } from './text.ts';
import { WRAPPER_PROGRAMS } from './wrappers.ts';

const TABLES: readonly ProgramTable[] = [
  SHELL_PROGRAMS, WRAPPER_PROGRAMS, FILE_PROGRAMS, DEVICE_PROGRAMS, TEXT_PROGRAMS, DECODER_PROGRAMS, FILTER_PROGRAMS, READER_PROGRAMS, INTERPRETER_PROGRAMS,
  NETWORK_PROGRAMS, GIT_PROGRAMS, PACKAGE_PROGRAMS, SERVICE_PROGRAMS,
  PROJECT_FILE_PROGRAMS, PROJECT_TEST_PROGRAMS, PROJECT_VERB_PROGRAMS, HARMLESS_PROGRAMS,
];
const PROGRAMS = new Map<string, ProgramRule>(TABLES.toReversed().flatMap((table) => Object.entries(table)));
const NAMES: readonly string[] = [...PROGRAMS.keys()];
/** Versions that distributions add to names: python3.12, gcc-13, clang-18. */
const VERSIONED = /^(python|pypy|pip|ruby|perl|php|lua|node|gcc|g\+\+|clang|clang\+\+|java|ksh|bash|vim|emacs|gdb|lldb|make)-?[0-9][0-9.]*$/;

export function ruleFor(name: string): ProgramRule | undefined {
  const base = name.toLowerCase().endsWith('.exe') ? name.slice(0, -4).toLowerCase() : name;
  return PROGRAMS.get(base) ?? (base.startsWith('mkfs.') ? PROGRAMS.get('mkfs') : PROGRAMS.get(VERSIONED.exec(base)?.[1] ?? ''));
}

/** Names that a glob in the place of a program is tried against. */
export function programNames(): readonly string[] {
  return NAMES;
}
