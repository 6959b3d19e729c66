import type { Context, Hono } from 'hono';
import { KeelsonError } from '../../kernel/index.ts';
import { KEELSON_MODEL } from '../responses/ask-run.ts';
import { apiFailure } from './api-error.ts';
import type { Served } from '../http/served.ts';
import type { DoorOf } from './door.ts';

interface ModelEntry {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
  readonly context_window?: number;
}

/** Keelson is not of any day: clients want a number, and sort by it. */
const CREATED = 0;

/** What can be named as a model: Keelson itself, and every model that is configured. Without one Keelson still does what it can. */
export function mountModels(app: Hono<Served>, doorOf: DoorOf): void {
  const list = async (c: Context<Served>): Promise<ModelEntry[]> => [
    { id: KEELSON_MODEL, object: 'model', created: CREATED, owned_by: 'keelson' },
    ...(await doorOf(c).models.list(c.req.raw.signal)).map(({ id, provider, contextTokens }) => ({ id, object: 'model' as const, created: CREATED, owned_by: provider, context_window: contextTokens })),
  ];
  app.get('/v1/models', async (c) => {
    try {
      return c.json({ object: 'list', data: await list(c) });
    } catch (error) {
      return apiFailure(c, error);
    }
  });
  app.get('/v1/models/*', async (c) => {
    const id = decodeURIComponent(c.req.path.slice('/v1/models/'.length));
    try {
      const known = await list(c);
      const found = known.find((model) => model.id === id);
      if (found === undefined) throw new KeelsonError('model.unknown', { message: `No model is called ${id} here.`, nextStep: `Use one of: ${known.map((model) => model.id).join(', ')}.`, data: { model_id: id, known: known.map((model) => model.id) } });
      return c.json(found);
    } catch (error) {
      return apiFailure(c, error);
    }
  });
}
