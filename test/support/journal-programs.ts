import * as fc from 'fast-check';
import { z } from 'zod';
import type { JsonValue, SideEffect } from '../../src/contracts/index.ts';
import { hasCode, KeelsonError } from '../../src/kernel/index.ts';
import type { CounterOperations } from '../../src/ledger/counters/counter-operations.ts';
import type { EffectDefinition, Journal, StepOptions } from '../../src/ledger/journal/journal.ts';

/** A run to be tried out: steps in sequence, in parallel and inside each other. */
export type Program =
  | {
      readonly is: 'step';
      readonly sideEffect: SideEffect;
      readonly fails: boolean;
      readonly bytes: number;
      /** How long it takes, in turns of the event loop. */
      readonly turns: number;
      /** Whether it gives up when it is told to stop, or finishes all the same. */
      readonly heeds: boolean;
      /** What it makes of a step inside it that throws: it passes it on, answers something else, or calls it something else. */
      readonly inTrouble: 'throws' | 'answers' | 'renames';
      /** Whether it is paid for from the counters. */
      readonly isPaid: boolean;
      readonly inside: readonly Program[];
    }
  | { readonly is: 'source'; readonly which: 'now' | 'mint' | 'random' }
  | { readonly is: 'sequence' | 'parallel'; readonly parts: readonly Program[] };

const BYTES_LARGE = 20_000;

export const programs: fc.Arbitrary<Program> = fc.letrec<{ program: Program; step: Program }>((tie) => ({
  step: fc.record({
    is: fc.constant('step' as const),
    sideEffect: fc.constantFrom<SideEffect>('read_only', 'idempotent_write', 'destructive'),
    fails: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    bytes: fc.oneof({ weight: 6, arbitrary: fc.constant(3) }, { weight: 1, arbitrary: fc.constant(BYTES_LARGE) }),
    turns: fc.integer({ min: 0, max: 4 }),
    heeds: fc.boolean(),
    inTrouble: fc.constantFrom('throws' as const, 'answers' as const, 'renames' as const),
    isPaid: fc.boolean(),
    inside: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(tie('program'), { minLength: 1, maxLength: 2 }) }),
  }),
  program: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'program' },
    tie('step'),
    fc.record({ is: fc.constant('source' as const), which: fc.constantFrom('now' as const, 'mint' as const, 'random' as const) }),
    fc.record({ is: fc.constantFrom('sequence' as const, 'parallel' as const), parts: fc.array(tie('program'), { minLength: 1, maxLength: 3 }) }),
  ),
})).program;

/** What the effects of a program did to the world outside, whatever the log says about it. */
export interface World {
  /** By key of the step: how often it was performed, and how often it changed something. */
  /** What paid steps have really cost, whatever the counters say. */
  costs: number;
  readonly deeds: Map<string, { performed: number; changed: number; readonly idempotencyKeys: Set<string> }>;
}

export function createWorld(): World {
  return { costs: 0, deeds: new Map() };
}

export interface ProgramPorts {
  readonly world: World;
  readonly journal: Journal;
  /** Counters that pay for it; without them nothing is paid. */
  readonly operations?: CounterOperations;
  /** Throws when the process that runs the program is gone. */
  checkAlive(): void;
  /** Time passes while a program runs, so a clock that is read again says something else. */
  tick(): void;
}

const Request = z.strictObject({ before: z.string() });
type Request = z.infer<typeof Request>;

/**
 * Runs a program. What it returns depends on the program alone; what it met of time and chance goes into `met` and into
 * every later request, so that a resumed run which met something else would diverge.
 */
export async function runProgram(ports: ProgramPorts, program: Program, path: string, met: string[]): Promise<JsonValue> {
  switch (program.is) {
    case 'source': {
      const text = await readSource(ports.journal, program.which, path);
      met.push(text);
      return null;
    }
    case 'sequence': {
      const values: JsonValue[] = [];
      for (const [at, part] of program.parts.entries()) values.push(await runProgram(ports, part, `${path}.${at}`, met));
      return values;
    }
    case 'parallel': {
      const branches = program.parts.map((part, at) => ({ part, at, met: [...met] }));
      const values = await Promise.all(branches.map(({ part, at, met }) => runProgram(ports, part, `${path}.${at}`, met)));
      met.push(...branches.flatMap((branch) => branch.met));
      return values;
    }
    case 'step':
      return runStep(ports, program, path, met);
  }
}

async function readSource(journal: Journal, which: 'now' | 'mint' | 'random', key: string): Promise<string> {
  if (which === 'now') return String(await journal.now(key));
  if (which === 'mint') return journal.mint(key, 'art');
  return Buffer.from(await journal.randomBytes(key, 8)).toString('hex');
}

async function runStep(ports: ProgramPorts, program: Extract<Program, { is: 'step' }>, path: string, met: readonly string[]): Promise<JsonValue> {
  try {
    return await ports.journal.step(path, effectOf(ports, program, path), { before: met.join(' ') }, optionsOf(ports, program, path));
  } catch (error) {
    if (hasCode(error, 'input.too_large') && error.data.limit === program.bytes) return { failed: path };
    throw error;
  }
}

function effectOf(ports: ProgramPorts, program: Extract<Program, { is: 'step' }>, path: string): EffectDefinition<Request, JsonValue> {
  return {
    name: `program.${program.sideEffect}`,
    sideEffect: program.sideEffect,
    request: Request,
    result: z.json(),
    async perform({ before }, { journal, idempotencyKey, signal }) {
      const deed = ports.world.deeds.get(path) ?? { performed: 0, changed: 0, idempotencyKeys: new Set() };
      ports.world.deeds.set(path, deed);
      deed.performed += 1;
      deed.idempotencyKeys.add(idempotencyKey);
      const inner: JsonValue[] = [];
      if (program.isPaid) ports.world.costs += STEP_TOKENS.used;
      try {
        for (const [at, part] of program.inside.entries()) inner.push(await runProgram({ ...ports, journal }, part, `${path}.i${at}`, [before]));
      } catch (error) {
        if (program.inTrouble === 'throws') throw error;
        if (program.inTrouble === 'renames') throw expectedFailure(-1);
        return 'swallowed';
      }
      for (let turn = 0; turn < program.turns; turn += 1) await Promise.resolve();
      ports.checkAlive();
      if (program.heeds) signal.throwIfAborted();
      ports.tick();
      if (program.fails) throw expectedFailure(program.bytes);
      deed.changed += 1;
      return resultOf(program, path, inner);
    },
  };
}

export const PAYING_COUNTERS = ['run', 'tenant'];
export const STEP_TOKENS = { reserved: 10, used: 7 };

/** Every attempt is paid from two counters; what an attempt without an outcome cost nobody knows. */
function optionsOf({ operations }: ProgramPorts, { isPaid }: Extract<Program, { is: 'step' }>, path: string): StepOptions<JsonValue> {
  if (operations === undefined || !isPaid) return {};
  const reservation = (attempt: number): string => `${path}:${attempt}`;
  return {
    reserve: (attempt) => PAYING_COUNTERS.map((counter) => operations.reserve(counter, reservation(attempt), { tokens: STEP_TOKENS.reserved })),
    settle: (end, attempt) => ({
      operations: PAYING_COUNTERS.map((counter) => {
        if (!('stopped' in end)) return operations.commit(counter, reservation(attempt), { tokens: STEP_TOKENS.used });
        return end.hasBegun ? operations.commit(counter, reservation(attempt), {}) : operations.release(counter, reservation(attempt));
      }),
    }),
  };
}

/** What an uninterrupted run of the program returns. */
export function expectedValue(program: Program, path: string): JsonValue {
  switch (program.is) {
    case 'source':
      return null;
    case 'sequence':
    case 'parallel':
      return program.parts.map((part, at) => expectedValue(part, `${path}.${at}`));
    case 'step':
      if (program.fails) return { failed: path };
      return resultOf(program, path, program.inside.map((part, at) => expectedValue(part, `${path}.i${at}`)));
  }
}

/** Every step of a program by the path it was run under. */
export function stepsOf(program: Program, path: string): [string, Extract<Program, { is: 'step' }>][] {
  if (program.is === 'source') return [];
  if (program.is === 'step') return [[path, program], ...program.inside.flatMap((part, at) => stepsOf(part, `${path}.i${at}`))];
  return program.parts.flatMap((part, at) => stepsOf(part, `${path}.${at}`));
}

export function sourcesOf(program: Program): number {
  if (program.is === 'source') return 1;
  return (program.is === 'step' ? program.inside : program.parts).reduce((sum, part) => sum + sourcesOf(part), 0);
}

function resultOf(program: Extract<Program, { is: 'step' }>, path: string, inner: readonly JsonValue[]): JsonValue {
  return { path, filling: 'x'.repeat(program.bytes), inner: [...inner] };
}

function expectedFailure(limit: number): KeelsonError {
  return new KeelsonError('input.too_large', { message: 'This step fails whenever it is tried.', nextStep: 'Expect it.', data: { limit } });
}
