import { literalWord, rewrite } from '../syntax/rewrite.ts';
import type { Command, Pipeline, Redirection, Script, ScriptItem } from '../syntax/tree.ts';

/** Streams of its own, so that nobody waits for a process that was sent to the background. */
const DETACHED: readonly Redirection[] = [
  { operator: '<', target: literalWord('/dev/null') },
  { operator: '>', target: literalWord('/dev/null') },
  { descriptor: '2', operator: '>&', target: literalWord('1') },
];

/**
 * `A && B &` becomes `A && { B & }`, and `B` gets streams of its own; a redirection that it already has comes later and
 * wins. They stand at `B` and not at the group: a shell keeps what a group redirects open while the group runs.
 */
export function detachedBackground(script: Script): Script {
  return rewrite(script, { item: (item) => (item.background ? detached(item) : item) });
}

function detached({ andOr }: ScriptItem): ScriptItem {
  const last = andOr.rest.at(-1);
  if (last === undefined) return { background: true, andOr: { first: withOwnStreams(andOr.first), rest: [] } };
  const group: Command = { kind: 'group', redirections: [], body: { items: [{ background: true, andOr: { first: withOwnStreams(last.pipeline), rest: [] } }] } };
  const pipeline: Pipeline = { negated: false, timed: false, commands: [group], withErrors: [] };
  return { background: false, andOr: { first: andOr.first, rest: [...andOr.rest.slice(0, -1), { operator: last.operator, pipeline }] } };
}

function withOwnStreams(pipeline: Pipeline): Pipeline {
  const [only, ...others] = pipeline.commands;
  const isPlain = only !== undefined && others.length === 0 && !pipeline.negated && !pipeline.timed && only.kind !== 'function' && only.kind !== 'coproc';
  const command: Command = isPlain
    ? { ...only, redirections: [...DETACHED, ...only.redirections] }
    : { kind: 'subshell', redirections: DETACHED, body: { items: [{ background: false, andOr: { first: pipeline, rest: [] } }] } };
  return { negated: false, timed: false, commands: [command], withErrors: [] };
}
