/** One row of the architecture: what a module owns and how high it stands. */
export interface ModuleRow {
  readonly rank: number;
  readonly name: string;
  readonly owns: string;
  /** When given, the only modules this one may import, whatever their rank. */
  readonly sees?: readonly string[];
  /** When given, the only modules that may import this one. */
  readonly seenBy?: readonly string[];
}

/**
 * The whole architecture. A module imports only strictly lower ranks, through `index.ts`.
 * Rows exist before their folders do: a module is created when it gets content.
 */
export const MODULES: readonly ModuleRow[] = [
  {
    rank: 0,
    name: 'contracts',
    owns: 'schemas of everything stored or sent, branded ids, events, commands and queries, validation codes, defaults, type owners',
  },
  {
    rank: 1,
    name: 'kernel',
    owns: 'clock, ids, canonical JSON and hashing, errors, `invariant`, limits, tolerant JSON decoding, linear-time patterns',
  },
  { rank: 1, name: 'client', owns: 'typed client over an injected fetch', sees: ['contracts'] },
  { rank: 2, name: 'formulas', owns: 'pure maths with registry, test vectors and receipts' },
  { rank: 2, name: 'redaction', owns: 'pure detectors for secrets and personal data, spans, masking' },
  {
    rank: 3,
    name: 'ledger',
    owns: 'the one log: events, journal, bus, documents, counters, leases, blobs, projections, write validators, replay',
  },
  {
    rank: 4,
    name: 'models',
    owns: 'gateway, provider adapters, routing, pricing, calibration, cache stability, cassettes, scripted server',
  },
  {
    rank: 4,
    name: 'tools',
    owns: 'registry, router, runner, built-in tools, sandbox port, path, command and network safety, MCP client',
  },
  { rank: 4, name: 'context', owns: 'composition by priority, budgets, summaries as artifacts, compaction as a transaction' },
  { rank: 4, name: 'oversight', owns: 'approvals, policies, taint decisions, hard calls, steering, attention' },
  {
    rank: 4,
    name: 'evaluation',
    owns: 'criteria checks, findings, outcomes, chains, feedback routing, sufficiency, revision plans, cascades',
  },
  { rank: 5, name: 'library', owns: 'ingest, chunk, index, retrieve, access policy, source workspace, externalization' },
  { rank: 5, name: 'memory', owns: 'memory pyramid, potentials, consolidation, knowledge graph, todo, preference log' },
  { rank: 5, name: 'skills', owns: 'SKILL.md and workspace rule loading, scanner, curator' },
  {
    rank: 5,
    name: 'reliance',
    owns: 'evidence package, reliance packet, certification, health, diff, decision audit: read models only',
  },
  {
    rank: 6,
    name: 'loops',
    owns: 'perceiver, planner, executor, validators, solver, offline engine, deliberation',
  },
  {
    rank: 7,
    name: 'mother',
    owns: 'runs, phases, role registry, gates, budgets, termination, conflicts, artifacts, recovery, schedules',
  },
  { rank: 8, name: 'commands', owns: 'handlers of the one command and query registry' },
  { rank: 8, name: 'auditor', owns: 'the reader by cursor, the isolated log, reports', seenBy: ['main'] },
  { rank: 9, name: 'server', owns: 'HTTP, SSE, model-style endpoints, MCP server and Apps, ACP, auth' },
  { rank: 9, name: 'cli', owns: 'the command line', sees: ['contracts', 'client'] },
  { rank: 9, name: 'channels', owns: 'messaging surfaces', sees: ['contracts', 'client'] },
  { rank: 9, name: 'drivers', owns: 'SQLite, PostgreSQL, Redis, telemetry, sandbox backends, host probes', seenBy: ['main'] },
  { rank: 10, name: 'main', owns: 'the composition root: picks drivers from configuration and hands out authority' },
];

/** Headings that every module README has, in this order. */
export const README_HEADINGS = [
  'Owns',
  'Does not own',
  'May import',
  'Invariants',
  'Start reading at',
  'To add a',
] as const;

export const README_MAX_LINES = 40;
export const FILE_MAX_LINES = 400;

/** Files above the cap with their exact length. The list may only shrink: a shorter file must lower its number. */
export const OVERLONG_FILES: Readonly<Record<string, number>> = {};

export interface BannedText {
  readonly text: string;
  readonly instead: string;
  /** Path prefixes it is banned under. */
  readonly under: readonly string[];
  /** Path prefixes that are excused. */
  readonly except: readonly string[];
}

const TESTS = '.test.ts';
const EVERYWHERE = ['src/', 'test/', 'bench/', 'scripts/', 'web/'];
const THIS_FILE = 'test/architecture/module-table.ts';

export const BANNED: readonly BannedText[] = [
  { text: 'Date.now', instead: 'take a Clock from kernel', under: ['src/'], except: ['src/kernel/', TESTS] },
  { text: 'new Date()', instead: 'take a Clock from kernel', under: ['src/'], except: ['src/kernel/', TESTS] },
  { text: 'Math.random', instead: 'take a Random from kernel', under: ['src/'], except: ['src/kernel/', TESTS] },
  { text: 'as any', instead: 'parse with a schema, or narrow with a check', under: EVERYWHERE, except: [THIS_FILE] },
  {
    text: 'throw new Error(',
    instead: 'throw a KeelsonError with a code, or use invariant()',
    under: ['src/', 'bench/', 'scripts/', 'web/'],
    except: [TESTS],
  },
  {
    text: 'process.env',
    instead: 'take configuration as an argument; only main reads the environment',
    under: ['src/'],
    except: ['src/main/', TESTS],
  },
  { text: '@ts-ignore', instead: 'fix the type', under: EVERYWHERE, except: [THIS_FILE] },
];

/** File names that say nothing about what is inside. */
export const EMPTY_NAMES: readonly string[] = ['util', 'utils', 'helper', 'helpers', 'manager', 'common', 'misc'];
