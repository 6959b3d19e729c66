import { statsShow } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Tells what runs came to over time. Most commands need nothing of it. */
export function statsBinding(openTools: OpenTools): Binding {
  return bind(statsShow, async (request) => (await import('./stats-handlers.ts')).showStats(request, openTools));
}
