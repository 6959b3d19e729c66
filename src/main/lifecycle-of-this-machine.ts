import { resolve } from 'node:path';
import type { LifecyclePorts } from '../commands/index.ts';
import { ArtifactsSection, retentionOf, SchedulesSection } from '../contracts/index.ts';
import { folderArchive, s3Archive } from '../drivers/index.ts';
import { KeelsonError, systemClock } from '../kernel/index.ts';
import type { Environment } from '../models/index.ts';
import { readConfiguration, type ConfigurationPlaces } from './configuration.ts';
import { scratchFolders } from './conversation-scratch.ts';
import { once } from './once.ts';

/** In the data folder, unless another one is configured. */
const ARCHIVE_FOLDER = 'archive';
/** Large artifacts over a slow line; after this the next collection tries again. */
const REQUEST_TIMEOUT_MS = 120_000;

export interface LifecycleOfThisMachine extends LifecyclePorts {
  schedules(): Promise<SchedulesSection>;
}

/** How long artifacts live here, and where they are archived. Keys of other places come from the environment alone. */
export function lifecycleOfThisMachine(places: ConfigurationPlaces, environment: Environment): LifecycleOfThisMachine {
  const section = once(async () => ArtifactsSection.parse((await readConfiguration(places))?.config.artifacts ?? {}));
  return {
    schedules: async () => SchedulesSection.parse((await readConfiguration(places))?.config.schedules ?? {}),
    scratch: scratchFolders(places.dataFolder),
    policy: async () => retentionOf(await section()),
    async outside(destination) {
      const { archive_folder: folder = ARCHIVE_FOLDER, s3 } = await section();
      if (destination === 'filesystem') return folderArchive(resolve(places.dataFolder, folder));
      const [accessKeyId, secretAccessKey, sessionToken] = [environment['AWS_ACCESS_KEY_ID'], environment['AWS_SECRET_ACCESS_KEY'], environment['AWS_SESSION_TOKEN']];
      if (s3 === undefined || accessKeyId === undefined || secretAccessKey === undefined) throw notSetUp(s3 === undefined ? 'artifacts.s3 is not configured' : 'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set');
      return s3Archive(s3, { credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }, clock: systemClock, fetch, deadline: () => AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    },
  };
}

function notSetUp(detail: string): KeelsonError<'artifact.archive_unusable'> {
  return new KeelsonError('artifact.archive_unusable', { message: `The archive (s3) cannot be used: ${detail}.`, nextStep: 'Name the place under artifacts.s3 in the configuration and set the keys in the environment.', data: { artifact_id: '', destination: 's3', detail } });
}
