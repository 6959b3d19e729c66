import { lookUp, QUESTION, SYSTEM, TOOL } from './contender.ts';

interface Call {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Answer {
  readonly choices: readonly { readonly message: { readonly content: string | null; readonly tool_calls?: readonly Call[] } }[];
}

/** The loop that everybody writes first: asks, calls, adds to the conversation; checks nothing and keeps nothing. */
export async function bareLoop(serverUrl: string, onStep: (kind: 'model' | 'tool', content: unknown) => void): Promise<string> {
  const messages: unknown[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: QUESTION },
  ];
  for (;;) {
    const answer = await fetch(`${serverUrl}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: 'bench-model', messages, tools: [{ type: 'function', function: TOOL }] }) });
    const { choices } = (await answer.json()) as Answer;
    const message = choices[0]?.message;
    onStep('model', message);
    messages.push(message);
    if (message?.tool_calls === undefined) return message?.content ?? '';
    for (const call of message.tool_calls) {
      const content = lookUp((JSON.parse(call.function.arguments) as { number: number }).number);
      onStep('tool', content);
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
