import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../client/index.ts';
import { apiKeyBindings, artifactLifeBindings, artifactShowBinding, auditBindings, auditProbe, auditTroublesOf, attentionFollowBinding, calibrationBindings, configAcceptBinding, createDispatcher, type Dispatcher, createMockModels, budgetBindings, type Binding, type MockModels, doctorBinding, forkBindings, ledgerBindings, listModels, memoryBindings, modelsBinding, oversightBindings, policyCheckBindings, replayBindings, requirementsBinding, runCancelBindings, runReadingBindings, runStartBindings, runTermsBinding, runUndoBindings, runWordsBindings, sessionBindings, statsBinding, taintReviewBinding, textCheckBinding, toolsBindings, type ToolsPorts, toolsOutputBinding, scheduleBindings, startRun } from '../commands/index.ts';
import {
  chromiumProbe,
  modelsProbe,
  nodeProbe,
  POSTGRES_GREETING,
  REDIS_GREETING,
  requirementFiles,
  sandboxProbe,
  serviceProbe,
  sqliteProbe,
} from '../drivers/index.ts';
import { DEFAULT_TENANT, type Name } from '../contracts/index.ts';
import { createIds, KeelsonError, systemClock, systemRandom } from '../kernel/index.ts';
import { createHandler, createServers, sealKey, type Drafts, type LedgerOfTenant, type Servers, type ServersPorts, type StdioStreams } from '../server/index.ts';
import { auditsOnDisk, type Audits } from './audits.ts';
import type { ConfigurationPlaces } from './configuration.ts';
import { modelsOfThisMachine, type ModelsOfThisMachine } from './configuration-models.ts';
import { acceptConfiguration } from './configuration-trust.ts';
import { dataFolderOf } from './data-folder.ts';
import { distilRules } from './distil-rules.ts';
import { draftsInMemory } from './drafts-in-memory.ts';
import { ledgersOnDisk, type LedgersOnDisk } from './ledger-admin.ts';
import { installToken } from './install-token.ts';
import type { ModelsForRuns } from './models-for-runs.ts';
import { lifecycleOfThisMachine, type LifecycleOfThisMachine } from './lifecycle-of-this-machine.ts';
import { readFacts } from './read-facts.ts';
import { scratchFolder } from './scratch-folder.ts';
import { toolsWhenNeeded, type ToolsWhenNeeded } from './tools-when-needed.ts';
import { writeExport } from './write-export.ts';

/** How long one look at the machine may take before it is reported as unknown. */
const PROBE_TIMEOUT_MS = 5_000;

/** A person's own text in their own process may be large; a text this size still fits in memory several times. */
const MAX_LOCAL_REQUEST_BYTES = 256 * 1024 * 1024;

export interface Configuration {
  readonly version: string;
  readonly nodeVersion: string;
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly requirementsFolder: string;
  /** Where the person is: settings are looked for here and above. */
  readonly currentFolder: string;
  /** Where another program may be at the other end. */
  readonly streams?: () => StdioStreams;
  /** Where the built page of a person lies; that of this installation when left out. */
  readonly pageFolder?: string;
}

/** Every operation with its handler, built on this machine's drivers. */
export function bindings(configuration: Configuration, ledgers = ledgersOf(configuration), mockModels = mockModelsOnDisk(), models = modelsOf(configuration, ledgers), audits = auditsOf(configuration, ledgers), tools = toolsOf(configuration, ledgers, audits), openModels = modelsWhenNeeded(models)): Binding[] {
  const { environment } = configuration;
  const lifecycle = lifecycleOf(configuration);
  const distil = distilRules(placesOf(configuration), openModels, tools.open);
  return [
    doctorBinding({
      version: configuration.version,
      deadline: () => AbortSignal.timeout(PROBE_TIMEOUT_MS),
      probes: [
        nodeProbe(configuration.nodeVersion, configuration.platform),
        sqliteProbe(),
        modelsProbe((signal) => listModels(models, { check: false, signal })),
        sandboxProbe(),
        chromiumProbe(),
        auditProbe(auditTroublesOf(audits)),
        serviceProbe({
          id: 'postgres',
          name: 'PostgreSQL',
          url: environment['KEELSON_DATABASE_URL'],
          urlVariable: 'KEELSON_DATABASE_URL',
          schemes: ['postgres:', 'postgresql:'],
          greeting: POSTGRES_GREETING,
          defaultPort: 5432,
          program: 'postgres',
        }),
        serviceProbe({
          id: 'redis',
          name: 'Redis',
          url: environment['KEELSON_REDIS_URL'],
          urlVariable: 'KEELSON_REDIS_URL',
          schemes: ['redis:', 'rediss:'],
          greeting: REDIS_GREETING,
          defaultPort: 6379,
          program: 'redis-server',
        }),
      ],
    }),
    requirementsBinding(requirementFiles(configuration.requirementsFolder)),
    textCheckBinding(),
    ...policyCheckBindings(tools.open),
    ...toolsBindings(tools.open),
    toolsOutputBinding(tools.open),
    ...runUndoBindings(tools.open),
    ...runStartBindings(tools.open, openModels),
    runTermsBinding(tools.open),
    ...forkBindings(tools.open),
    ...replayBindings(tools.open, openModels, { writeExport: (file, text) => writeExport(resolve(configuration.currentFolder, file), text), scratchFolder }),
    ...budgetBindings(tools.open),
    ...runReadingBindings(tools.open),
    artifactShowBinding(tools.open),
    ...artifactLifeBindings(tools.open, lifecycle),
    ...scheduleBindings(tools.open, { lifecycle, settings: lifecycle.schedules, distil, factReader: readFacts(placesOf(configuration), openModels, tools.open), startRun: startRun(tools.open, openModels) }),
    ...sessionBindings(tools.open),
    ...memoryBindings(tools.open, distil),
    ...oversightBindings(tools.open, auditTroublesOf(audits)),
    ...runWordsBindings(tools.open),
    ...runCancelBindings(tools.open),
    taintReviewBinding(tools.open),
    attentionFollowBinding(tools.open, { deadline: (ms) => AbortSignal.timeout(ms) }),
    configAcceptBinding((file) => acceptConfiguration(resolve(configuration.currentFolder, file), dataFolderOf(environment, homedir()))),
    modelsBinding(models),
    ...mockModels.bindings,
    ...ledgerBindings({
      admin: ledgers,
      clock: systemClock,
      ids: createIds({ clock: systemClock, random: systemRandom }),
      deadline: (ms) => AbortSignal.timeout(ms),
    }),
    ...auditBindings(audits),
    statsBinding(tools.open),
    ...calibrationBindings(tools.open),
    ...apiKeyBindings(tools.open, async (tenant, keyId) => sealKey(await tokenOf(configuration), tenant, keyId)),
  ];
}

function ledgersOf({ environment }: Configuration): LedgersOnDisk {
  return ledgersOnDisk(dataFolderOf(environment, homedir()));
}

function auditsOf({ environment }: Configuration, ledgers: LedgersOnDisk): Audits {
  return auditsOnDisk(dataFolderOf(environment, homedir()), ledgers);
}

function placesOf({ environment, currentFolder }: Configuration): ConfigurationPlaces {
  return { currentFolder, dataFolder: dataFolderOf(environment, homedir()), userId: process.getuid?.() };
}

function modelsOf(configuration: Configuration, ledgers: LedgersOnDisk): ModelsOfThisMachine {
  const { environment, platform } = configuration;
  const [system = ''] = platform.split(' ');
  return modelsOfThisMachine(placesOf(configuration), environment, system, ledgers);
}

function toolsOf(configuration: Configuration, ledgers: LedgersOnDisk, audits: Audits, drafts?: Drafts): ToolsWhenNeeded {
  const { environment, platform, version } = configuration;
  const [system = ''] = platform.split(' ');
  return toolsWhenNeeded({ places: placesOf(configuration), home: homedir(), environment, platform: system, version, ledgers, onRuns: audits.follow, ...(drafts !== undefined && { drafts }) });
}

function lifecycleOf(configuration: Configuration): LifecycleOfThisMachine {
  return lifecycleOfThisMachine(placesOf(configuration), configuration.environment);
}

/** Starting and stopping servers, and what they serve. */
export function serversOf(configuration: Configuration, dispatcher: Dispatcher, tools = toolsOf(configuration, ledgersOf(configuration), auditsOf(configuration, ledgersOf(configuration))), openGateway = modelsWhenNeeded(modelsOf(configuration, ledgersOf(configuration))), drafts?: Drafts): Servers {
  const { version, streams, pageFolder = PAGE_FOLDER } = configuration;
  const models: ServersPorts['models'] = {
    ids: createIds({ clock: systemClock, random: systemRandom }),
    openGateway,
    openLedger: async (tenant) => openLedgerOf(tenant, await tools.open({ forRuns: true })),
    userId: async () => (await tools.open()).userId,
    dayLimits: async () => (await (await tools.open()).runSettings()).budget.per_user_daily,
  };
  const sessionTools: ServersPorts['sessionTools'] = {
    start: async (...brought) => (await tools.open({ forRuns: true })).sessionTools.start(...brought),
    end: async (sessionId) => (await tools.open()).sessionTools.end(sessionId),
  };
  return createServers({ dispatcher, token: () => tokenOf(configuration), clock: systemClock, models, sessionTools, ...(drafts !== undefined && { drafts }), version, pageFolder, deadline: (ms) => AbortSignal.timeout(ms), ...(streams !== undefined && { streams }) });
}

function tokenOf({ environment }: Configuration): Promise<string> {
  return installToken(join(dataFolderOf(environment, homedir()), TOKEN_FILE));
}

/** The tenant of this machine's own runs has a ledger from the first request on; others have theirs already. */
async function openLedgerOf(tenant: Name, tools: ToolsPorts): Promise<LedgerOfTenant> {
  const runs = tenant === DEFAULT_TENANT ? await tools.ledger() : await tools.existingLedger(tenant);
  if (runs !== undefined) return { ledger: runs.ledger, mother: runs.mother, modelApi: runs.ledger.log.writerFor({ ...runs.mother.author, actor: 'model_api' }) };
  throw new KeelsonError('ledger.absent', { message: `Nothing has been recorded for the tenant "${tenant}" yet.`, nextStep: 'Serve a tenant that has a ledger, or leave --tenant out.', data: { tenant, file: tools.ledgerFile(tenant) } });
}

/** The page of a person as it was built; where it was not, the server says so. */
const PAGE_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Who can read it may do here what its owner may. */
const TOKEN_FILE = 'server-token';

/** What asks models is a large part of the program, and most commands ask none. */
function modelsWhenNeeded(ports: ModelsOfThisMachine): ModelsForRuns {
  let open: Promise<ModelsForRuns> | undefined;
  return async (signal, recorded) => (await (open ??= import('./models-for-runs.ts').then(({ modelsForRuns }) => modelsForRuns(ports))))(signal, recorded);
}

function mockModelsOnDisk(): MockModels {
  return createMockModels({ readText: (file) => readFile(file, 'utf8'), deadline: (ms) => AbortSignal.timeout(ms) });
}

export interface Program {
  readonly client: Client;
  /** Lets go of every file and port; the process can end then. */
  close(): Promise<void>;
  /** What went wrong beside the work and concerns the person; whole once it is closed. */
  troubles(): readonly KeelsonError[];
}

/** Builds the whole program in this process; the only way in is a client. */
export function compose(configuration: Configuration): Program {
  const ledgers = ledgersOf(configuration);
  const mockModels = mockModelsOnDisk();
  const models = modelsOf(configuration, ledgers);
  const audits = auditsOf(configuration, ledgers);
  const drafts = draftsInMemory();
  const tools = toolsOf(configuration, ledgers, audits, drafts);
  const openModels = modelsWhenNeeded(models);
  const served = bindings(configuration, ledgers, mockModels, models, audits, tools, openModels);
  const servers = serversOf(configuration, createDispatcher(served), tools, openModels, drafts);
  const dispatcher = createDispatcher([...served, ...servers.bindings]);
  const handler = createHandler(dispatcher, { maxRequestBytes: MAX_LOCAL_REQUEST_BYTES });
  return { client: createClient({ fetch: handler, baseUrl: 'http://keelson.internal' }), close: () => servers.close().finally(mockModels.close).finally(models.close).finally(tools.close).finally(audits.close).finally(ledgers.close), troubles: audits.troubles };
}
