import type { Distil } from '../memory/index.ts';
import { memoryCorrect, memoryDream, memoryFact, memoryForget, memoryGraph, memoryList, memoryNote, memoryPreferences, memoryPreferencesSave, memoryShow } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Shows what is remembered, and lets a person put it right or have it forgotten. Most commands need nothing of it. */
export function memoryBindings(openTools: OpenTools, distil: () => Promise<Distil | undefined>): Binding[] {
  const handlers = () => import('./memory-handlers.ts');
  return [
    bind(memoryList, async (request) => (await handlers()).listMemory(request, openTools)),
    bind(memoryShow, async (request) => (await handlers()).showMemory(request, openTools)),
    bind(memoryCorrect, async (request, { idempotencyKey = '' }) => (await handlers()).correctMemory(request, idempotencyKey, openTools)),
    bind(memoryNote, async (request) => (await handlers()).notePreference(request, openTools)),
    bind(memoryForget, async (request, { idempotencyKey = '' }) => (await handlers()).forgetMemory(request, idempotencyKey, openTools)),
    bind(memoryDream, async (request, { signal }) => (await import('./memory-dream.ts')).dreamNow(request, signal, openTools, distil)),
    bind(memoryGraph, async (request) => (await import('./memory-graph.ts')).showGraph(request, openTools)),
    bind(memoryFact, async (request, { idempotencyKey = '' }) => (await import('./memory-fact.ts')).changeFact(request, idempotencyKey, openTools)),
    bind(memoryPreferences, async (request) => (await import('./memory-preferences.ts')).showPreferences(request, openTools)),
    bind(memoryPreferencesSave, async (request, { idempotencyKey = '' }) => (await import('./memory-preferences.ts')).savePreferences(request, idempotencyKey, openTools)),
  ];
}
