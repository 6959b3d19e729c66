import type { CheckStatus } from '../contracts/index.ts';
import { NEXT_STEPS } from '../models/index.ts';

export const PROBE_IDS = ['node', 'sqlite', 'models', 'sandbox', 'postgres', 'redis', 'chromium', 'audit'] as const;
export type ProbeId = (typeof PROBE_IDS)[number];

export interface DoctorText {
  readonly title: string;
  readonly required: boolean;
  readonly means: Readonly<Record<CheckStatus, string>>;
  readonly howToGet: string;
}

const UNKNOWN = 'It could not be found out; Keelson will act as if it were absent.';

/** What each finding means to the person who reads it, and how to change it. */
export const DOCTOR_TEXTS: Readonly<Record<ProbeId, DoctorText>> = {
  node: {
    title: 'Node.js',
    required: true,
    means: {
      ok: 'Keelson runs on this version.',
      limited: 'Keelson starts, but this version is not the one it is tested on.',
      absent: 'Keelson cannot run: it needs Node 24 or later.',
      unknown: UNKNOWN,
    },
    howToGet: 'Run `npm ci` in the Keelson folder: it brings Node 24 for Linux, Windows and Intel macOS. On Apple silicon install Node 24 yourself.',
  },
  sqlite: {
    title: 'SQLite',
    required: true,
    means: {
      ok: 'It is where runs and their history will be kept, one file per tenant; nothing else needs to be installed.',
      limited: 'Runs can be kept, but searching the history will be slower or less tolerant of spelling.',
      absent: 'Keelson cannot keep its log.',
      unknown: UNKNOWN,
    },
    howToGet: 'It is part of Node 24; use the Node that comes with Keelson (`npm ci`).',
  },
  models: {
    title: 'Models',
    required: false,
    means: {
      ok: 'A model is configured for the work that needs judgement.',
      limited: 'There are settings for models, but as they stand the one to be asked first cannot be used.',
      absent: `Without one, only what deterministic tools can do will be done, and nothing pretended. The shortest ways to one: ${NEXT_STEPS.join(' ')}`,
      unknown: UNKNOWN,
    },
    howToGet: 'Run `keelson models`: it says what to do from here, and with `--check` it asks every provider.',
  },
  sandbox: {
    title: 'Sandbox',
    required: false,
    means: {
      ok: 'Commands can be run where they cannot reach the rest of the machine or the network unless allowed.',
      limited: 'Programs can be run isolated, but not everything is held; `keelson tools` says what is not.',
      absent: 'Nothing here can isolate a program, so no tool that runs one will be used.',
      unknown: UNKNOWN,
    },
    howToGet: 'Install bubblewrap (`apt-get install bubblewrap`, `dnf install bubblewrap`), and allow unprivileged user namespaces.',
  },
  postgres: {
    title: 'PostgreSQL',
    required: false,
    means: {
      ok: 'It can hold the log for several machines at once.',
      limited: 'An address is configured, but it is no PostgreSQL that answers.',
      absent: 'Not needed on one machine: SQLite is the default.',
      unknown: UNKNOWN,
    },
    howToGet: 'Only if you outgrow one machine: start PostgreSQL, or correct the address, and set KEELSON_DATABASE_URL=postgres://user@host/database.',
  },
  redis: {
    title: 'Redis',
    required: false,
    means: {
      ok: 'Counters and fan-out can be shared through Redis.',
      limited: 'An address is configured, but it is no Redis that answers.',
      absent: 'Not needed: counters live in the log.',
      unknown: UNKNOWN,
    },
    howToGet: 'Only for several machines: start a Redis server, or correct the address, and set KEELSON_REDIS_URL=redis://host:6379.',
  },
  chromium: {
    title: 'Chromium',
    required: false,
    means: {
      ok: 'Pages can be opened and seen as a person would see them.',
      limited: 'A browser is there but does not start.',
      absent: 'Tools that need a browser will not be offered.',
      unknown: UNKNOWN,
    },
    howToGet: 'Install Chromium (`apt-get install chromium`) or Google Chrome.',
  },
  audit: {
    title: 'Audit',
    required: false,
    means: {
      ok: 'What happens is written down beside the log, where no role can reach it.',
      limited: 'The auditor has something to tell you.',
      absent: 'What happens is not written down beside the log any more, so that a changed log would not be found out.',
      unknown: UNKNOWN,
    },
    howToGet: 'Run `keelson audit`, and `keelson audit verify` for everything that does not fit.',
  },
};
