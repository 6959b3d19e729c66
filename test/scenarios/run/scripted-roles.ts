import type { z } from 'zod';
import type { Scenario } from '../../../src/contracts/index.ts';
import type { ReceivedRequest } from '../../../src/models/index.ts';
import { SCHEMA_BY_SPEAKER, type ScriptedRoleTurn, type Speaker } from './scenario-file.ts';

type Turn = z.input<typeof Scenario>['turns'][number];
type Part = NonNullable<Turn['answer']>[number];

/** The turns as the scripted server plays them. Whatever no turn was written for fails, and is seen to. */
export function playedBy(turns: readonly ScriptedRoleTurn[]): z.input<typeof Scenario> {
  return { on_exhausted: 'fail', turns: [...turns.map(turnOf), { when: { header: { name: 'x-nobody-sends-this' } } }] };
}

function turnOf({ as, about, after, offered, model, times, says, calls = [], finish, text, refuses, usage, faults }: ScriptedRoleTurn): Turn {
  const parts: Part[] = [
    ...(says === undefined ? [] : [{ type: 'text' as const, text: JSON.stringify(says) }]),
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...(refuses === undefined ? [] : [{ type: 'refusal' as const, text: refuses }]),
    ...calls.map((call) => ({ type: 'tool_call' as const, ...call })),
    ...(finish === undefined ? [] : [{ type: 'tool_call' as const, name: 'finish', arguments: finish }]),
  ];
  return {
    name: as,
    when: {
      ...(as === 'executor' ? { tool_offered: offered ?? 'finish' } : { output_schema: SCHEMA_BY_SPEAKER[as] }),
      ...(about === undefined ? {} : { last_user_contains: about }),
      ...(after === undefined ? {} : { tool_result: { contains: after } }),
      ...(model === undefined ? {} : { model }),
    },
    ...(times === 'any' ? {} : { times }),
    answer: parts,
    ...(usage === undefined ? {} : { usage }),
    faults,
  };
}

interface Asked {
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
}

/** Undefined for a request that is none of a role, such as a list of models. */
export function speakerOf({ body, method }: ReceivedRequest): Speaker | undefined {
  if (method !== 'POST') return undefined;
  const schema = (body as Asked).response_format?.json_schema?.name;
  const named = Object.entries(SCHEMA_BY_SPEAKER).find(([, name]) => name === schema)?.[0] as Speaker | undefined;
  return named ?? (toolsOffered({ body }).includes('finish') ? 'executor' : undefined);
}

export function toolsOffered({ body }: Pick<ReceivedRequest, 'body'>): string[] {
  return ((body as Asked).tools ?? []).map((tool) => tool.function?.name ?? '');
}
