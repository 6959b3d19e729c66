import type { ModelMessage } from '../../contracts/index.ts';
import type { KeptSection } from './block-text.ts';

export interface ViewToCheck {
  readonly before: readonly ModelMessage[];
  readonly after: readonly ModelMessage[];
  readonly kept: readonly KeptSection[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** How much smaller it must be at least, as a part of what it was. */
  readonly reductionMin: number;
}

/** Everything that speaks against a new view. A view with a problem is never used: the old one stays. */
export function viewProblems({ before, after, kept, tokensBefore, tokensAfter, reductionMin }: ViewToCheck): string[] {
  const text = after.flatMap(textsOf).join('\n');
  return [
    ...pairProblems(after),
    ...alternationProblems(after),
    ...kept.filter((one) => !text.includes(one.text)).map(({ kind }) => `something of ${kind} is not in it word for word`),
    ...(after.at(-1) === before.at(-1) || sameTexts(before.at(-1), after.at(-1)) ? [] : ['what was said last is not in it']),
    ...(tokensAfter <= tokensBefore * (1 - reductionMin) ? [] : [`it has ${tokensAfter} tokens, and what it is made from ${tokensBefore}`]),
  ];
}

/** Every result right after its call, every call with its result. */
function pairProblems(messages: readonly ModelMessage[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const { call_id: id } of message.content) if (!open.delete(id)) problems.push(`a result without its call: ${id}`);
    } else {
      problems.push(...[...open].map((id) => `a call without its result: ${id}`));
      open = new Set(message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'tool_call' ? [part.call_id] : [])) : []);
    }
  }
  return [...problems, ...[...open].map((id) => `a call without its result: ${id}`)];
}

function alternationProblems(messages: readonly ModelMessage[]): string[] {
  if (messages[0]?.role !== 'user') return ['it does not begin with words of the person'];
  return messages.flatMap(({ role }, at) => (role !== 'tool' && role === messages[at - 1]?.role ? [`two messages of ${role} in a row`] : []));
}

function sameTexts(one: ModelMessage | undefined, other: ModelMessage | undefined): boolean {
  return one?.role === other?.role && (one === undefined ? [] : textsOf(one)).join('\n') === (other === undefined ? [] : textsOf(other)).join('\n');
}

export function textsOf(message: ModelMessage): string[] {
  if (message.role === 'system') return [message.text];
  return message.content.flatMap((part) => {
    if (part.type === 'tool_result') return part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
    if (part.type === 'tool_call') return [`${part.name} ${part.arguments_text}`];
    return 'text' in part ? [part.text] : [];
  });
}
