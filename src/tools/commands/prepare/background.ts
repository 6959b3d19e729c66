import { literalWord, rewrite } from '../syntax/rewrite.ts';
import type { Command, Pipeline, Redirection, Script, ScriptItem } from '../syntax/tree.ts';

/** Streams of its own, so that nobody waits for a process that was sent to the background. */
const DETACHED: readonly Redirection[] = [
  { operator: '<', target: literalWord('/dev/null') },
  { operator: '>', target: literalWord('/dev/null') },
  { descriptor: '2', operator: '>&', target: literalWord('1') },
];

/**
 * `A && B &` becomes `A && { B & }` with the streams of the group detached. A redirection that `B` has of its own
 * stands inside the group and wins.
 */
export function detachedBackground(script: Script): Script {
  return rewrite(script, { item: (item) => (item.background ? detached(item) : item) });
}

function detached({ andOr }: ScriptItem): ScriptItem {
  const last = andOr.rest.at(-1);
  if (last === undefined) return { background: false, andOr: { first: inGroup(andOr.first), rest: [] } };
  const rest = [...andOr.rest.slice(0, -1), { operator: last.operator, pipeline: inGroup(last.pipeline) }];
  return { background: false, andOr: { first: andOr.first, rest } };
}

function inGroup(pipeline: Pipeline): Pipeline {
  const group: Command = { kind: 'group', body: { items: [{ background: true, andOr: { first: pipeline, rest: [] } }] }, redirections: DETACHED };
  return { negated: false, timed: false, commands: [group], withErrors: [] };
}
