import type { Hono } from 'hono';
import type { Dispatcher } from '../../commands/index.ts';
import { DEFAULT_TENANT, type Name } from '../../contracts/index.ts';
import type { Clock, Ids } from '../../kernel/index.ts';
import { mountChat } from '../chat/mount.ts';
import { notAdmitted } from '../guard/refusals.ts';
import type { Served } from '../http/served.ts';
import { KEELSON_MODEL } from '../responses/ask-run.ts';
import { mountResponses, type ResponsesPorts } from '../responses/mount.ts';
import { createResponder } from '../responses/responder.ts';
import type { ModelAccess, ModelAccesses } from './access.ts';
import type { DoorOf, ModelDoor } from './door.ts';
import { mountModels } from './mount-models.ts';

export interface ModelApiPorts extends Pick<ResponsesPorts, 'welcomeOf'> {
  readonly access: ModelAccesses['of'];
  /** The tenant that is served to the owner; the holder of a key is served its own. */
  readonly tenant: Name;
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly deadline: (ms: number) => AbortSignal;
  readonly closing: AbortSignal;
}

/** Keelson as clients of model providers know one: Open Responses, chat completions, and the list of models. */
export function mountModelApi(app: Hono<Served>, { access, tenant: served, ...ports }: ModelApiPorts): void {
  const doors = new Map<Name, ModelDoor>();
  const doorOf: DoorOf = (c, model) => {
    const { caller } = c.var;
    const tenant = caller.kind === 'key' ? caller.tenant : served;
    if (caller.kind === 'key' && model === KEELSON_MODEL) demandRuns(tenant, caller.key.scopes);
    const known = doors.get(tenant) ?? openDoor(access(tenant));
    doors.set(tenant, known);
    return known;
  };
  const openDoor = (own: Pick<ModelAccess, 'models' | 'shelf'>): ModelDoor => ({ ...own, responder: createResponder({ ...ports, ...own }) });
  mountModels(app, doorOf);
  mountResponses(app, { ...ports, doorOf });
  mountChat(app, { ...ports, doorOf });
}

/** Whoever may only ask models may not have work done here by naming Keelson as one; and runs are recorded for one tenant alone. */
function demandRuns(tenant: Name, scopes: readonly string[]): void {
  if (!scopes.includes('run')) throw notAdmitted('scope_missing');
  if (tenant !== DEFAULT_TENANT) throw notAdmitted('other_tenant');
}
