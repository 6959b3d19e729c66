import type { Name, ResourceBudget } from '../../contracts/index.ts';
import type { Clock, Ids } from '../../kernel/index.ts';
import type { Ledger, LogWriter } from '../../ledger/index.ts';
import { readMeasures } from '../../models/index.ts';
import { createDayPurse } from '../../mother/index.ts';
import { createShelf } from '../responses/shelf.ts';
import type { ResponseShelf, ServedModels } from './ports.ts';
import { createServedModels, type OpenedGateway } from './served-models.ts';

export interface LedgerOfTenant {
  readonly ledger: Ledger;
  /** Pays. */
  readonly mother: LogWriter;
  /** Writes what clients were answered and have kept. */
  readonly modelApi: LogWriter;
}

export interface AccessPorts {
  openGateway(signal: AbortSignal): Promise<OpenedGateway>;
  /** The ledger in which is recorded what is asked and kept for a tenant, with who writes there. */
  openLedger(tenant: Name): Promise<LedgerOfTenant>;
  /** Whose day pays. */
  readonly userId: () => Promise<Name>;
  readonly dayLimits: () => Promise<ResourceBudget['per_user_daily']>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What clients of model formats reach: models to ask and responses to come back to. */
export interface ModelAccess {
  readonly models: ServedModels;
  readonly shelf: ResponseShelf;
  /** Charges what was used, and gives back what was set aside beyond it. */
  close(): Promise<void>;
}

/** Access by tenant: what one is answered and keeps is in its own ledger, and nobody else's is looked at. */
export interface ModelAccesses {
  of(tenant: Name): Pick<ModelAccess, 'models' | 'shelf'>;
  close(): Promise<void>;
}

/** Nothing is opened before the first request needs it. */
export function createModelAccess(ports: AccessPorts): ModelAccesses {
  const opened = new Map<Name, Promise<ModelAccess>>();
  const access = (tenant: Name): Promise<ModelAccess> => {
    const opening = opened.get(tenant) ?? openAccess(ports, tenant);
    opened.set(tenant, opening);
    opening.catch(() => opened.delete(tenant));
    return opening;
  };
  return {
    of: (tenant) => ({
      models: { list: async (signal) => (await access(tenant)).models.list(signal), ask: async (call) => (await access(tenant)).models.ask(call) },
      shelf: { keep: async (response) => (await access(tenant)).shelf.keep(response), read: async (id) => (await access(tenant)).shelf.read(id), remove: async (id) => (await access(tenant)).shelf.remove(id) },
    }),
    close: async () => void (await Promise.all([...opened.values()].map(async (one) => (await one.catch(() => undefined))?.close()))),
  };
}

async function openAccess({ openGateway, openLedger, userId, dayLimits, clock, ids }: AccessPorts, tenant: Name): Promise<ModelAccess> {
  const { ledger, mother, modelApi } = await openLedger(tenant);
  const purse = createDayPurse({ userId: await userId(), limits: await dayLimits(), ledger, writer: mother, clock, ids });
  const models = createServedModels({ open: openGateway, purse, writer: modelApi, clock, calibrationOf: async (modelId) => (await readMeasures(ledger.documents, modelId)).calibration });
  return {
    models,
    shelf: createShelf({ ledger, writer: modelApi, ids }),
    async close() {
      await models.settled();
      await purse.close();
    },
  };
}
