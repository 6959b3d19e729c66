import { basename } from 'node:path';
import { GraphRelation, type FactSource, type RunId, type TaintClass, type Timestamp } from '../../../contracts/index.ts';
import { sha256Hex } from '../../../kernel/index.ts';
import { entityName } from '../entity-name.ts';
import type { NewFact, WholeList } from '../provider.ts';
import { gitConfig } from './git-remotes.ts';
import { packageJson, packageLock } from './node-files.ts';
import { RULE_FACTS_MAX, RULE_TEXT_CHARS_MAX, type FactRule, type Triplet } from './rule.ts';
import { composeFile, csvHeader, settingsFile } from './settings-files.ts';
import { cargo, pyproject } from './toml-files.ts';
import { versionFiles } from './version-files.ts';

/** The first that knows the file reads it. To add one, write a rule and put it before those that know more files. */
export const FACT_RULES: readonly FactRule[] = [packageJson, packageLock, pyproject, cargo, versionFiles, composeFile, gitConfig, csvHeader, settingsFile];

/** A whole text that a run read or wrote. */
export interface ReadText {
  /** A path below the workspace, or an address. */
  readonly path: string;
  /** The folder that the run worked in; null for what came from elsewhere. */
  readonly workspace: string | null;
  readonly text: string;
  readonly seenAt: Timestamp;
  readonly taintClass: TaintClass;
  readonly runId: RunId;
  readonly call: string;
}

export interface FactsRead {
  readonly facts: readonly NewFact[];
  readonly whole: readonly WholeList[];
}

/** The facts of one text, by the rule that knows such files; none when no rule does. */
export function factsOfText(read: ReadText, rules: readonly FactRule[] = FACT_RULES): FactsRead {
  const { path, workspace, text, runId, call, seenAt, taintClass } = read;
  const rule = rules.find(({ matches }) => matches(basename(path).toLowerCase(), path));
  const found = rule === undefined || text.length > RULE_TEXT_CHARS_MAX ? undefined : rule.read(text, absolute(path, workspace));
  if (rule === undefined || found === undefined) return { facts: [], whole: [] };
  const source: FactSource = { how: 'rule', by: rule.name, run_id: runId, ref: { kind: 'event', key: `${runId}/${call}`.slice(0, REF_CHARS_MAX), sha256: sha256Hex(text) }, label: path.slice(-LABEL_CHARS_MAX), workspace };
  const base = { seenAt, source, taintClass };
  const triplets = found.triplets.slice(0, RULE_FACTS_MAX);
  const holds: Triplet[] = workspace === null || path.includes('/') ? [] : projectsIn(triplets).filter((name) => name !== workspace && !name.startsWith(`${workspace}/`)).map((name): Triplet => [workspace, 'holds', name]);
  return {
    facts: [...holds, ...triplets].flatMap((triplet) => factOf(triplet, base)),
    // A list that was cut says nothing about what it left out.
    whole: found.triplets.length > RULE_FACTS_MAX ? [] : (found.whole ?? []).flatMap(([subject, relation]) => {
      const name = entityName(subject);
      return name === undefined ? [] : [{ subject: name, relation, ...base }];
    }),
  };
}

const REF_CHARS_MAX = 512;
const LABEL_CHARS_MAX = 300;
const VERSION_CHARS_MAX = 64;

/** The one thing that a file at the top of a folder speaks of, if it is one. */
function projectsIn(triplets: readonly Triplet[]): string[] {
  const [first] = triplets;
  return first === undefined || !triplets.every(([subject]) => subject === first[0]) ? [] : [first[0]];
}

/** Names that mean something outside the folder too: files and folders are known by their whole paths. */
function absolute(path: string, workspace: string | null): string {
  return workspace === null || path.startsWith('/') ? path : `${workspace}/${path}`;
}

export function factOf([subject, relation, object, version]: Triplet, base: Pick<NewFact, 'seenAt' | 'source' | 'taintClass'>): NewFact[] {
  const [from, to] = [entityName(subject), entityName(object)];
  const known = GraphRelation.safeParse(relation);
  const which = version === undefined ? undefined : entityName(version)?.slice(0, VERSION_CHARS_MAX);
  return from === undefined || to === undefined || !known.success ? [] : [{ subject: from, relation: known.data, object: to, objectVersion: which ?? null, ...base }];
}
