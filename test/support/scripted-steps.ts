import type { z } from 'zod';
import { Scenario, type ScenarioTurn, type WireFormat } from '../../src/contracts/index.ts';
import { fixedClock } from '../../src/kernel/index.ts';
import { createResponder } from '../../src/models/scripted/responder.ts';
import type { Step } from '../../src/models/scripted/steps.ts';

export const NOW_MS = 1_900_000_000_000;

export const PATHS: Readonly<Record<WireFormat, string>> = {
  openai_chat: '/v1/chat/completions',
  openai_responses: '/v1/responses',
  anthropic: '/v1/messages',
  ollama: '/api/chat',
};

export interface StepsOptions {
  readonly format?: WireFormat;
  readonly isStreaming?: boolean;
  readonly seed?: number;
}

/** What a server would do with one request to a scenario of one turn. May go on without end. */
export function stepsFor(turn: z.input<typeof ScenarioTurn>, { format = 'openai_chat', isStreaming = true, seed = 1 }: StepsOptions = {}): Iterable<Step> {
  const responder = createResponder(Scenario.parse({ seed, turns: [turn] }), fixedClock(NOW_MS));
  const body = JSON.stringify({ model: 'm', stream: isStreaming, messages: [{ role: 'user', content: 'hello' }], input: 'hello' });
  return responder.respond({ method: 'POST', url: PATHS[format], headers: {}, body }).steps;
}

/** The first steps, in words: a status, `…` for bytes, waits, and how it ends. Runs of bytes are one. */
export function outline(steps: Iterable<Step>, max = 50): string {
  const words: string[] = [];
  for (const step of steps) {
    if (words.length >= max) break;
    if (step.do === 'head') words.push(String(step.status));
    else if (step.do === 'wait') words.push(`${step.ms}ms`);
    else if (step.do === 'finish') words.push(step.by);
    else if (step.do === 'hang') words.push('hang');
    else if (words.at(-1) !== '…') words.push('…');
  }
  return words.join(' ');
}

/** All bytes that are sent, and the headers before them. */
export function sentBy(steps: Iterable<Step>): { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer } {
  let headers: Readonly<Record<string, string>> = {};
  const chunks: Uint8Array[] = [];
  for (const step of steps) {
    if (step.do === 'head') ({ headers } = step);
    if (step.do === 'send') chunks.push(step.bytes);
  }
  return { headers, bytes: Buffer.concat(chunks) };
}
