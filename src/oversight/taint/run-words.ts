import { TaintClass } from '../../contracts/index.ts';
import type { ReadSource } from './derive.ts';
import { machineRequestsIn, requestsIn, speaksToMachine, wishesIn, type Asked } from './words/requests.ts';
import { fold } from './words/fold.ts';
import { withoutForbiddenPlaces } from './words/forbidden-places.ts';
import { indexText, type TextIndex } from './words/text-index.ts';

/** All words of a run so far: what the person said, and what was read. Grows; nothing is ever taken out of it. */
export interface RunWords {
  ownerSaid(text: string): void;
  read(label: string, taintClass: TaintClass, text: string): void;
  /** Takes over what another run read, classes and all. */
  inherit(sources: readonly ReadSource[]): void;
  owner(): TextIndex;
  wishes(): ReadonlySet<Asked>;
  sources(): readonly ReadSource[];
  /** What any source asks for. */
  requests(): ReadonlySet<Asked>;
  /** What any source asks of a machine that reads it. */
  machineRequests(): ReadonlySet<Asked>;
  addressesMachine(): boolean;
  /** Notes that something private was kept under a name: a file, a draft, a variable. */
  keptPrivate(names: readonly string[]): void;
  /** Whether anything private was kept at all. */
  holdsPrivate(): boolean;
  /** Whether a text names something under which private words were kept. */
  namesPrivate(text: string): boolean;
  visit(urls: readonly string[]): void;
  /** Addresses that were asked for so far. */
  visited(): readonly string[];
  /** Undefined when nothing was read. */
  highestClass(): TaintClass | undefined;
}

/** Shorter names stand by chance in other words. */
const KEPT_NAME_CHARS_MIN = 2;
const VISITED_MAX = 1_000;

/** Classes of what is the person's own. */
export function isOwnClass(taintClass: TaintClass): boolean {
  return taintClass === 'user_trusted_bounded' || taintClass === 'internal_corpus_trusted';
}

export function createRunWords(): RunWords {
  const said: string[] = [];
  const sources: ReadSource[] = [];
  const requests = new Set<Asked>();
  const machineRequests = new Set<Asked>();
  const privateNames = new Set<string>();
  const visited: string[] = [];
  let owner = indexText('');
  let highest = -1;
  let isMachineAddressed = false;
  const take = (source: ReadSource): void => {
    sources.push(source);
    for (const asked of requestsIn(source.index.folded)) requests.add(asked);
    for (const asked of machineRequestsIn(source.index.folded)) machineRequests.add(asked);
    isMachineAddressed ||= speaksToMachine(source.index.folded);
    highest = Math.max(highest, TaintClass.options.indexOf(source.taintClass));
  };
  return {
    ownerSaid(text) {
      said.push(text);
      owner = indexText(said.map(withoutForbiddenPlaces).join('\n'));
    },
    read: (label, taintClass, text) => take({ label, taintClass, index: indexText(text) }),
    inherit: (others) => others.forEach(take),
    owner: () => owner,
    wishes: () => wishesIn(owner.folded),
    sources: () => sources,
    requests: () => requests,
    machineRequests: () => machineRequests,
    addressesMachine: () => isMachineAddressed,
    keptPrivate(names) {
      for (const name of names) if (name.length >= KEPT_NAME_CHARS_MIN) privateNames.add(fold(name));
    },
    holdsPrivate: () => privateNames.size > 0,
    namesPrivate(text) {
      const folded = fold(text);
      return [...privateNames].some((name) => folded.includes(name));
    },
    visit(urls) {
      visited.push(...urls.slice(0, Math.max(0, VISITED_MAX - visited.length)));
    },
    visited: () => visited,
    highestClass: () => TaintClass.options[highest],
  };
}

/** The later class of the taint order. */
export function higherClass(one: TaintClass, other: TaintClass): TaintClass {
  return TaintClass.options.indexOf(one) >= TaintClass.options.indexOf(other) ? one : other;
}
