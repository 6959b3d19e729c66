import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ApprovalPolicy, ApprovalTrigger, JudgedIntention, PolicyDecision } from '../../contracts/index.ts';
import type { ApprovalCase } from './approval-case.ts';
import { decideApproval } from './decide-approval.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const HOUR_MS = 3_600_000;

function part(kind: JudgedIntention['kind'], decision: PolicyDecision, rule: string): JudgedIntention {
  return { kind, subject: `${kind} of the call`, verdict: { decision, rule, explanation: 'It was seen.' } };
}

const INSIDE = part('path', 'allow', 'path.inside_workspace');
const REMOVES = part('script', 'ask', 'command.remove');
const PUSHES = part('script', 'ask', 'command.git_push');

/** A call with these parts, reasons made as the runner makes them. */
function call(intentions: readonly JudgedIntention[], more: Partial<ApprovalCase['call']> = {}): ApprovalCase['call'] {
  const reasons = intentions.filter(({ verdict }) => verdict.decision !== 'allow').map(({ verdict }) => `${verdict.rule}: ${verdict.explanation}`);
  return { decision: { tool_id: 'shell', role_id: 'coder', arguments: {}, intentions: [...intentions] }, reasons, isUndoable: true, origins: [], touches: ['workspace_write'], ...more };
}

function question(given: Partial<ApprovalCase> = {}): ApprovalCase {
  return {
    call: call([REMOVES]),
    tool: { category: 'compute', sideEffects: 'destructive' },
    confinement: 'offline',
    mode: 'ask',
    attendance: 'attended',
    policies: [],
    triggers: [],
    expiresInMs: 2 * HOUR_MS,
    now: NOW,
    ...given,
  };
}

function policy(decision: ApprovalPolicy['decision'], more: Partial<ApprovalPolicy> = {}): ApprovalPolicy {
  return { tool_id: '*', role_id: '*', decision, ...more };
}

function trigger(id: string, more: Partial<ApprovalTrigger> = {}): ApprovalTrigger {
  return { trigger_id: id, condition: 'tool == "shell"', required_approver: 'owner', expires_in: 'PT2H', ...more };
}

const FRESH = { answeredBy: 'ada', expiresAt: '2026-03-01T12:00:00.001Z' };
const STALE = { answeredBy: 'ada', expiresAt: NOW };

type Outcome = 'ask' | 'approved' | 'denied';

function outcomeOf(given: ApprovalCase): Outcome {
  const decision = decideApproval(given);
  return decision.kind === 'ask' ? 'ask' : decision.answer;
}

interface Row {
  readonly shape: string;
  readonly parts: readonly JudgedIntention[];
  readonly sideEffects: 'read_only' | 'idempotent_write' | 'destructive' | undefined;
  readonly isUndoable: boolean;
  readonly confinement: 'offline' | 'online' | 'none';
  readonly mode: ApprovalCase['mode'];
  readonly attendance: ApprovalCase['attendance'];
  readonly policy: ApprovalPolicy['decision'] | undefined;
  readonly hasTrigger: boolean;
  readonly remembered: 'fresh' | 'stale' | undefined;
  readonly wasDenied: boolean;
  readonly toolAlwaysAsks: boolean;
}

/** What each shape of call is, said apart from the code: does it run a program, is it held by a gate, and so on. */
const SHAPES: Readonly<Record<string, { parts: readonly JudgedIntention[]; isHeld?: true; runs?: true; asksFor?: 'workspace' | 'session' | 'person'; reaches?: 'elsewhere' | 'person'; isNever?: true }>> = {
  'a path inside': { parts: [INSIDE] },
  'a gated path': { parts: [part('path', 'gate', 'path.secret')], isHeld: true },
  'a harmless script': { parts: [part('script', 'allow', 'command.ordinary')], runs: true },
  'a script that removes': { parts: [REMOVES], runs: true, asksFor: 'workspace' },
  'a program that installs': { parts: [part('program', 'ask', 'command.packages')], runs: true, asksFor: 'session' },
  'a script that pushes': { parts: [PUSHES], runs: true, asksFor: 'person' },
  'an address': { parts: [part('url', 'allow', 'url.public_name')], reaches: 'elsewhere' },
  'another server': { parts: [INSIDE, part('remote', 'allow', 'remote.configured')], reaches: 'elsewhere' },
  'a question': { parts: [part('person', 'allow', 'person.asked')], reaches: 'person' },
  'words of a stranger': { parts: [INSIDE, part('words', 'ask', 'taint.write')], isHeld: true },
  'words of the person': { parts: [INSIDE, part('words', 'allow', 'taint.none')] },
  'something never allowed': { parts: [part('script', 'block', 'command.root_wipe')], isNever: true },
};

/** Written from the rules in words, not from the code. */
function expected(row: Row): Outcome {
  const shape = SHAPES[row.shape];
  if (shape === undefined) return 'denied';
  if (shape.isNever || row.wasDenied || row.policy === 'deny' || row.attendance === 'unattended') return 'denied';
  const changesSomething = row.sideEffects !== 'read_only';
  const personDecides = [
    shape.isHeld === true,
    !row.isUndoable,
    shape.reaches === 'elsewhere' && changesSomething,
    row.toolAlwaysAsks && (row.sideEffects === 'destructive' || row.sideEffects === undefined),
    shape.asksFor === 'person',
    shape.asksFor !== undefined && row.confinement === 'none',
  ].includes(true);
  if (row.policy === 'ask' || row.hasTrigger || personDecides) return 'ask';
  if (row.policy === 'allow' || row.remembered === 'fresh' || row.mode === 'session') return 'approved';
  const staysInside = shape.reaches === undefined && shape.asksFor !== 'session' && (!shape.runs || row.confinement === 'offline');
  return row.mode === 'workspace_session' && staysInside ? 'approved' : 'ask';
}

function* everyRow(): Generator<Row> {
  for (const [shape, { parts }] of Object.entries(SHAPES))
    for (const sideEffects of ['read_only', 'idempotent_write', 'destructive', undefined] as const)
      for (const isUndoable of [true, false])
        for (const confinement of ['offline', 'online', 'none'] as const)
          for (const mode of ['ask', 'workspace_session', 'session'] as const)
            for (const attendance of ['attended', 'unattended'] as const)
              for (const decided of [undefined, 'allow', 'ask', 'deny'] as const)
                for (const hasTrigger of [true, false])
                  for (const remembered of [undefined, 'fresh', 'stale'] as const)
                    for (const [wasDenied, toolAlwaysAsks] of [[false, false], [false, true], [true, false]] as const)
                      yield { shape, parts, sideEffects, isUndoable, confinement, mode, attendance, policy: decided, hasTrigger, remembered, wasDenied, toolAlwaysAsks };
}

function caseOf(row: Row): ApprovalCase {
  const made = call(row.parts, { isUndoable: row.isUndoable });
  const { tool: _any, ...rest } = question({
    call: { ...made, reasons: [...made.reasons, ...(row.toolAlwaysAsks ? ['tool.approval_required: It always needs a yes.'] : [])] },
    confinement: row.confinement,
    mode: row.mode,
    attendance: row.attendance,
    policies: row.policy === undefined ? [] : [policy(row.policy)],
    triggers: row.hasTrigger ? [trigger('any_shell')] : [],
    remembered: { fresh: FRESH, stale: STALE, none: undefined }[row.remembered ?? 'none'],
    deniedBefore: row.wasDenied ? { reason: 'Not now.' } : undefined,
  });
  return row.sideEffects === undefined ? rest : { ...rest, tool: { category: 'compute', sideEffects: row.sideEffects } };
}

describe('whether a call is asked about', () => {
  it('agrees with the rules in words over every combination of call, mode, policy, trigger and memory', verifies('MAH-10D-1', 'MAH-10D-2', 'MAH-10D-3', 'ART-LAW-1', 'ACI-12', 'KEL-POLICY-01', 'KEL-POLICY-02', 'KEL-POLICY-03'), () => {
    const rows = [...everyRow()];
    const wrong = rows.filter((row) => outcomeOf(caseOf(row)) !== expected(row));
    expect({ wrong: wrong.slice(0, 3), rows: rows.length }).toEqual({ wrong: [], rows: 12 * 4 * 2 * 3 * 3 * 2 * 4 * 2 * 3 * 3 });
  });

  it('waits for a person before a program runs, a file is destroyed or work is given to another agent', verifies('MAH-10C-1'), () => {
    const delegates = call([], { reasons: ['tool.approval_required: Delegating always needs a yes.'], touches: [] });
    const runs = call([part('script', 'ask', 'command.runs_program')]);
    expect([runs, call([REMOVES]), delegates].map((one) => decideApproval(question({ call: one })).kind)).toEqual(['ask', 'ask', 'ask']);
    expect(decideApproval(question({ mode: 'session', call: delegates }))).toMatchObject({ kind: 'ask', rule: 'approval.destructive_tool' });
  });

  it('names the rule and says in a sentence why', verifies('KEL-POLICY-04', 'KEL-POLICY-01', 'KEL-POLICY-02', 'MAH-10D-1', 'MAH-10D-2', 'MAH-10D-3', 'ART-LAW-1'), () => {
    const said = (given: Partial<ApprovalCase>) => {
      const { rule, explanation } = decideApproval(question(given));
      return [rule, explanation];
    };
    expect([
      said({ call: call([part('script', 'block', 'command.root_wipe')]) }),
      said({ deniedBefore: { reason: 'Not now.' } }),
      said({ policies: [policy('deny', { tool_id: 'shell', role_id: 'coder', when: 'undoable' })] }),
      said({ attendance: 'unattended' }),
      said({ policies: [policy('ask')] }),
      said({ triggers: [trigger('any_shell')] }),
      said({ call: call([part('path', 'gate', 'path.secret')]) }),
      said({ call: call([part('words', 'ask', 'taint.execute')]) }),
      said({ call: call([REMOVES], { isUndoable: false }) }),
      said({ call: call([part('remote', 'allow', 'remote.configured')]) }),
      said({ call: call([part('program', 'allow', 'command.ordinary')], { touches: ['other_apps'] }) }),
      said({ call: call([INSIDE], { reasons: ['tool.approval_required: It always needs a yes.'] }) }),
      said({ confinement: 'none' }),
      said({ call: call([{ ...REMOVES, subject: 'rm a; cat b (in /w)' }]) }),
      said({ call: call([PUSHES]) }),
      said({ policies: [policy('allow')] }),
      said({ remembered: FRESH }),
      said({ mode: 'session' }),
      said({ mode: 'workspace_session' }),
      said({}),
    ]).toEqual([
      ['approval.blocked', 'No approval changes the rule command.root_wipe.'],
      ['approval.denied_before', 'The same action was refused before: Not now.'],
      ['approval.policy_denies', 'A policy denies shell for coder when undoable.'],
      ['approval.nobody_there', 'It needs a yes, and nobody is there to give one.'],
      ['approval.policy_asks', 'A policy asks about every tool for every role.'],
      ['approval.trigger', 'The contract of coder asks for a yes by its trigger any_shell.'],
      ['approval.gate', 'A person decides each time about path.secret.'],
      ['approval.tainted_words', 'Words of a stranger had a part in it (taint.execute).'],
      ['approval.cannot_be_taken_back', 'No copy of what it changes can be kept, so it cannot be taken back.'],
      ['approval.changes_elsewhere', 'It may change something outside this machine or in another program, by remote of the call, which cannot be taken back.'],
      ['approval.changes_elsewhere', 'It may change something outside this machine or in another program, by another program, which cannot be taken back.'],
      ['approval.destructive_tool', 'The tool is dangerous and always needs a yes.'],
      ['approval.no_sandbox', 'No sandbox holds the program, so it may change anything.'],
      ['approval.may_hide_more', 'Only the first question about a command is told, and this one may raise another.'],
      ['approval.always_asked', 'Only a person answers what command.git_push asks.'],
      ['approval.policy_allows', 'A policy allows every tool for every role.'],
      ['approval.remembered', 'ada said yes to this very action before, until 2026-03-01T12:00:00.001Z.'],
      ['approval.mode_session', 'It can be taken back, and the mode session lets that through.'],
      ['approval.mode_workspace_session', 'It stays inside the workspace and can be taken back, and the mode workspace_session lets that through.'],
      ['approval.mode', 'The mode ask asks about this.'],
    ]);
  });

  it('asks the strictest approver of several triggers and waits as long as the most impatient', verifies('ACI-12', 'KEL-POLICY-05'), () => {
    const triggers = [
      trigger('first', { required_approver: 'admin', expires_in: 'PT1H' }),
      trigger('other', { condition: 'tool == "write_file"', required_approver: 'security', expires_in: 'PT1M' }),
      trigger('second', { expires_in: 'PT30M' }),
    ];
    const outcome = { kind: 'ask', rule: 'approval.trigger', explanation: 'The contract of coder asks for a yes by its trigger first.', requiredApprover: 'admin', expiresInMs: HOUR_MS / 2, triggers: ['first', 'second'] };
    expect(decideApproval(question({ triggers, mode: 'session' }))).toEqual(outcome);
    const ownPolicy = policy('ask', { required_approver: 'security', expires_in: 'PT10M' });
    expect(decideApproval(question({ triggers, policies: [ownPolicy] }))).toEqual({ ...outcome, rule: 'approval.policy_asks', explanation: 'A policy asks about every tool for every role.', requiredApprover: 'security', expiresInMs: HOUR_MS / 6 });
  });

  it('waits as long as configured for the owner when nothing else says', verifies('KEL-POLICY-05'), () => {
    expect(decideApproval(question({ expiresInMs: 7 }))).toEqual({ kind: 'ask', rule: 'approval.mode', explanation: 'The mode ask asks about this.', requiredApprover: 'owner', expiresInMs: 7, triggers: [] });
    expect(decideApproval(question({ policies: [policy('ask')], expiresInMs: 7 }))).toMatchObject({ requiredApprover: 'owner', expiresInMs: 7 });
  });

  it('takes the first policy that fits tool, role and condition', verifies('KEL-POLICY-06'), () => {
    const others = [policy('deny', { tool_id: 'write_file' }), policy('deny', { role_id: 'critic' }), policy('deny', { when: 'tool == "write_file"' })];
    expect(outcomeOf(question({ policies: [...others, policy('allow', { tool_id: 'shell', role_id: 'coder', when: 'rules contains "command.remove"' }), policy('deny')] }))).toBe('approved');
  });

  it('takes a condition that cannot be read for one that holds, unless it would allow', verifies('KEL-POLICY-06'), () => {
    expect(outcomeOf(question({ mode: 'session', triggers: [trigger('broken', { condition: 'tool ==' })] }))).toBe('ask');
    expect(outcomeOf(question({ policies: [policy('deny', { when: 'colour == "red"' })] }))).toBe('denied');
    expect(outcomeOf(question({ policies: [policy('allow', { when: 'colour == "red"' })] }))).toBe('ask');
  });

  it('lets a remembered yes count until its end and not from then on', verifies('ELN-B-12'), () => {
    expect(outcomeOf(question({ remembered: FRESH }))).toBe('approved');
    expect(outcomeOf(question({ remembered: STALE }))).toBe('ask');
  });

  it('takes a tool that nobody knows, programs of which nothing is told and a call without parts for the most dangerous', verifies('KEL-POLICY-02'), () => {
    const { tool: _tool, confinement: _confinement, ...unknown } = question({ mode: 'session' });
    expect(outcomeOf(unknown)).toBe('ask');
    expect(outcomeOf({ ...unknown, call: call([part('url', 'allow', 'url.public_name')]) })).toBe('ask');
    expect(outcomeOf({ ...unknown, mode: 'workspace_session', call: call([part('script', 'allow', 'command.ordinary')]) })).toBe('ask');
    expect(outcomeOf(question({ mode: 'workspace_session', call: call([]) }))).toBe('ask');
    const macro = { touches: ['other_apps'] };
    expect(outcomeOf(question({ mode: 'workspace_session', tool: { category: 'compute', sideEffects: 'read_only' }, call: call([INSIDE], macro) }))).toBe('ask');
  });
});

const anyPart = fc.record({
  kind: fc.constantFrom<JudgedIntention['kind']>('path', 'script', 'program', 'url', 'person', 'remote', 'words'),
  subject: fc.constant('something'),
  verdict: fc.record({
    decision: fc.constantFrom<PolicyDecision>('allow', 'ask', 'gate', 'block', 'deny'),
    rule: fc.constantFrom('path.inside_workspace', 'command.remove', 'command.packages', 'command.git_push', 'url.public_name', 'invented.later'),
    explanation: fc.constant('It was seen.'),
  }),
});

const anyCase: fc.Arbitrary<ApprovalCase> = fc
  .record({
    parts: fc.array(anyPart, { maxLength: 4 }),
    isUndoable: fc.boolean(),
    sideEffects: fc.constantFrom('read_only', 'idempotent_write', 'destructive'),
    confinement: fc.constantFrom('offline', 'online', 'none'),
    mode: fc.constantFrom('ask', 'workspace_session', 'session'),
    attendance: fc.constantFrom('attended', 'unattended'),
    policies: fc.array(fc.constantFrom(policy('allow'), policy('ask', { role_id: 'critic' })), { maxLength: 2 }),
    remembered: fc.constantFrom(undefined, FRESH),
  } as const)
  .map(({ parts, isUndoable, sideEffects, ...rest }) => question({ ...rest, tool: { category: 'compute', sideEffects }, call: call(parts, { isUndoable }) }));

const PERMISSIVENESS: readonly Outcome[] = ['denied', 'ask', 'approved'];

describe('every decision', () => {
  it('never approves what a gate holds, a stranger’s words led to, cannot be taken back or nobody is there for', verifies('MAH-10D-1', 'MAH-10D-3', 'ART-LAW-1', 'KEL-POLICY-02'), () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const held = given.call.decision.intentions.some(({ kind, verdict }) => !['allow', 'ask'].includes(verdict.decision) || (kind === 'words' && verdict.decision !== 'allow'));
        fc.pre(held || !given.call.isUndoable || given.attendance === 'unattended');
        expect(outcomeOf(given)).not.toBe('approved');
      }),
    );
  });

  it('is never more permissive with one reason more', verifies('KEL-POLICY-03'), () => {
    fc.assert(
      fc.property(anyCase, fc.constantFrom('tool.approval_required: Always.', 'role.requires_approval: Always.', 'command.git_push: It pushes.', 'a reason without a rule'), (given, reason) => {
        const more = { ...given, call: { ...given.call, reasons: [...given.call.reasons, reason] } };
        expect(PERMISSIVENESS.indexOf(outcomeOf(more))).toBeLessThanOrEqual(PERMISSIVENESS.indexOf(outcomeOf(given)));
      }),
    );
  });
});
