import { createClient, type Client } from '../client/index.ts';
import { createDispatcher, type Binding, doctorBinding, requirementsBinding, textCheckBinding } from '../commands/index.ts';
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
import { createHandler } from '../server/index.ts';

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
}

/** Every operation with its handler, built on this machine's drivers. */
export function bindings(configuration: Configuration): Binding[] {
  const { environment } = configuration;
  return [
    doctorBinding({
      version: configuration.version,
      deadline: () => AbortSignal.timeout(PROBE_TIMEOUT_MS),
      probes: [
        nodeProbe(configuration.nodeVersion, configuration.platform),
        sqliteProbe(),
        modelsProbe(environment),
        sandboxProbe(),
        chromiumProbe(),
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
  ];
}

/** Builds the whole program in this process and hands back the only way in: a client. */
export function compose(configuration: Configuration): Client {
  const dispatcher = createDispatcher(bindings(configuration));
  const handler = createHandler(dispatcher, { maxRequestBytes: MAX_LOCAL_REQUEST_BYTES });
  return createClient({ fetch: handler, baseUrl: 'http://keelson.internal' });
}
