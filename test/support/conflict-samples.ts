import type { CriticReport } from '../../src/contracts/index.ts';
import { ArtifactId } from '../../src/contracts/index.ts';
import type { ConflictPorts } from '../../src/mother/conflicts/resolve-conflict.ts';
import type { ConflictSide, CriticWord, ReviewedWork } from '../../src/mother/conflicts/round-review.ts';
import { subtaskIdOf } from './loop-samples.ts';

/** What the tests of conflicts share: works, a critic, sides, and helpers of whom each can be told what to say. */

export const artifactIdOf = (n: number): ArtifactId => ArtifactId.parse(`art_01JFGWZ00000000000000000${String(n).padStart(2, '0')}`);

export function workOf(n: number, more: Partial<ReviewedWork> = {}): ReviewedWork {
  return {
    subtaskId: subtaskIdOf(n),
    roleId: 'research',
    sequence: 1,
    intent: `Do part ${n}`,
    output: `part ${n}`,
    confidence: 0.9,
    risk: 'low',
    artifactIds: [artifactIdOf(n)],
    citations: 0,
    claims: [],
    openQuestions: [],
    disagreements: [],
    hasPatch: false,
    testsPassed: undefined,
    lacksEvidence: false,
    modelCalls: 1,
    evidence: [`call ${n}`],
    ...more,
  };
}

export const claimOf = (claim: string, ...sources: readonly string[]): ReviewedWork['claims'][number] => ({ claim, citations: sources.map((source) => ({ source, quote: claim })) });

export function criticSays(verdict: CriticReport['verdict'], { risk = 'medium', citations = 0 }: { risk?: CriticReport['risk']['level']; citations?: number } = {}): CriticWord {
  const fixes = verdict === 'fail' ? [{ fix: 'Read it without running it.', test: 'Nothing is run.' }] : [];
  return { report: { verdict, reasons: ['It runs text.'], required_fixes: fixes, risk: { level: risk, rationale: 'seen' }, confidence: { score: 0.8, rationale: 'seen' } }, artifactId: artifactIdOf(90), citations };
}

export function sideNamed(name: string, more: Partial<ConflictSide> = {}): ConflictSide {
  return { name, roleId: 'research', subtaskId: subtaskIdOf(1), stands: 'for', confidence: 0.5, evidenceCount: 1, risk: 'low', modelCalls: 1, artifactIds: [], position: `${name} says so`, evidence: [], ...more };
}

/** Nobody is there for anything, and everybody who is asked is noted. */
export function nobody(asked: string[] = [], more: Partial<ConflictPorts> = {}): ConflictPorts {
  const note = <Arguments extends readonly unknown[], Answer>(name: string, answer: (...given: Arguments) => Promise<Answer>) => (...given: Arguments): Promise<Answer> => {
    asked.push(name);
    return answer(...given);
  };
  const all: ConflictPorts = { arbiter: async () => undefined, checkAgain: async () => undefined, escalate: async () => undefined, askPerson: async () => undefined, ...more };
  return { arbiter: note('arbiter', all.arbiter), checkAgain: note('check', all.checkAgain), escalate: note('escalate', all.escalate), askPerson: note('person', all.askPerson) };
}
