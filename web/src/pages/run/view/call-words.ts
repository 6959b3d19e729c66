const STAGES: Readonly<Record<string, string>> = { plan: 'Plan', execute: 'Round', review: 'Review', repair: 'Repair' };
const ASKS: Readonly<Record<string, string>> = { judge: 'judge', critic: 'critic', arbiter: 'arbiter', compaction: 'telling it in short', perceive: 'understanding the task', summary: 'telling it in short' };
const COUNTED: Readonly<Record<string, string>> = { subtask: 'subtask', attempt: 'attempt', turn: 'turn', try: 'try' };

/** The path of a question to a model as words: `execute/1/2/attempt-2/turn-3/model/ask-1` is the third turn of the second attempt. */
export function callWords(call: string): string {
  const [stage = '', ...rest] = call.split('/');
  const told = STAGES[stage];
  if (told === undefined) return call;
  const [round, subtask] = rest.filter((part) => /^\d+$/.test(part));
  const parts = [round === undefined ? told : `${told} ${round}`, ...(subtask === undefined ? [] : [`subtask ${subtask}`])];
  for (const part of rest) {
    const at = part.lastIndexOf('-');
    const [name, nth] = at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    const counted = COUNTED[name];
    // What was asked once is not counted.
    if (counted !== undefined && (name === 'turn' || nth !== '1')) parts.push(`${counted} ${nth}`);
    const asked = ASKS[name];
    if (asked !== undefined) parts.push(asked);
    if (name === 'ask' && nth !== '1') parts.push(`asked again`);
  }
  return parts.join(', ');
}
