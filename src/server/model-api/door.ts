import type { Context } from 'hono';
import type { Served } from '../http/served.ts';
import type { Responder } from '../responses/responder.ts';
import type { ModelAccess } from './access.ts';

/** What one tenant reaches. */
export interface ModelDoor extends Pick<ModelAccess, 'models' | 'shelf'> {
  readonly responder: Responder;
}

/** The door for whoever asks; refuses where they may not ask this model. */
export type DoorOf = (c: Context<Served>, model?: string) => ModelDoor;
