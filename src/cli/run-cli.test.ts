import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { forkAnswers, replayAnswers } from '../../test/support/replay-samples.ts';
import { ENDED, REPORT } from '../../test/support/run-samples.ts';
import { createClient } from '../client/index.ts';
import { ApprovalMode, DEFAULT_TENANT, OPERATIONS, phantomActions, RememberScope, RequirementSource, RunEngine, RunStanding, TaskReplayMode, TerminationReason, type DoctorReport, type ModelsReport, type RequirementsReport } from '../contracts/index.ts';
import { MODES, REMEMBER_SCOPES } from './commands/approval-names.ts';
import { ENGINES, REASONS, REPLAY_MODES, STANDINGS } from './commands/run-commands.ts';
import { TENANT_IF_NONE_NAMED } from './commands/ledger.ts';
import { EXIT, EXIT_BY_REASON } from './exit-codes.ts';
import { memoryTerminal } from './memory-terminal.ts';
import { runCli, SOURCES } from './run-cli.ts';

const check = { id: 'redis', title: 'Redis', required: false, found: 'nothing', means: 'Not needed.', how_to_get: 'Start one.' };
const report: DoctorReport = { version: '1.2.3', usable: true, checks: [{ ...check, status: 'absent' }] };
const absent = { state: 'absent', tenant: 'default', file: 'ledger.db' };
const head = { position: 1, chain_hash: 'a'.repeat(64) };
const preview = {
  tenant: 'default',
  present: { state: 'absent', file: 'ledger.db' },
  backup: { file: 'copy.db', head },
  history: 'unknown',
  loss: { entries: 0, counter_events: 0, erased_again: 0 },
  confirmation: 'cmd_01JFGWZ0000000000000000001',
};
const loss = { tenant: 'default', file: 'ledger.db', loss: { kind: 'tail_cut', reached: 3, found: 1 }, detail: 'It has lost its end.', confirmation: preview.confirmation };
const noModels: ModelsReport = {
  file: null,
  cloud: 'allow',
  default_model: null,
  providers: [],
  models: [],
  tiers: { nano: [], flash: [], frontier: [], coding: [], voice: [] },
  problems: [],
  looked_for: [],
  next_steps: [],
};
const requirements: RequirementsReport = {
  counts: [
    { seed: 'MH4', done: 1, planned: 20 },
    { seed: 'ELN', done: 3, planned: 400 },
  ],
  requirements: [
    { id: 'E-1', seed: 'ELN', section: '2', kind: 'rule', module: 'kernel', statement: 'It holds.', status: 'done', enforced_by: [] },
  ],
};

const hash = 'b'.repeat(64);
const runId = 'run_01JFGWZ0000000000000000001';
const sandbox = { chosen: null, isolation: null, chosen_by: 'probe', considered: [{ backend: 'bubblewrap', is_usable: false, detail: 'it is missing' }] };
const decision = { tool_id: 'echo', role_id: 'coder', arguments: {}, workspace: '/w', definition_hash: hash, action_hash: hash, intentions: [] };
const outcome = { status: 'completed', output: {}, shown: { text: '', total_chars: 0, whole: null }, changes: [], is_undoable: true, taint_class: 'owner_typed', sandbox: null, attempts: 1, duration_ms: 1, error: null };
const termination = { run_id: runId, reason: 'success', phase_at_termination: 'execute', timestamp: '2026-01-02T03:04:05.000Z', details: 'Done.', contributing_factors: [], can_retry: false, suggested_action: null, logged_by: 'mother', final_artifacts: [], unmet_criteria: [], delivery: { state: 'delivered', channel: 'command', at: '2026-01-02T03:04:05.000Z' }, suspension: null };
const verdict = { id: '1', decision: 'allow', rule: 'command.ordinary', explanation: 'It only reads.' };
const undone = { run_id: runId, workspace: '/w', changes: [], ran_programs: false, is_incomplete: false };
/** What is answered to each operation of tools. */
const TOOL_ANSWERS: Readonly<Record<string, unknown>> = {
  'tools.list': { tools: [], left_out: [], waiting: [], sandbox, network: [] },
  'tools.accept': { tool_id: 'mcp__a__b', definition_hash: hash },
  'tools.route': { decision: { request_hash: hash, proposals: [], chosen: null, allow_fallback_to_llm: true } },
  'tools.preview': { decision, reasons: [], is_undoable: true, confirmation: preview.confirmation },
  'tools.run': { run_id: runId, decision: { ...decision, approval_id: null }, outcome, evidence: 'echo', termination },
  'tools.output': { sha256: hash, text: 'all' },
  'run.preview_undo': { ...undone, confirmation: preview.confirmation },
  'run.undo': undone,
};

const asOf = '2026-01-02T03:04:05.000Z';
const sessionId = 'ses_01JFGWZ0000000000000000001';
const approvalId = 'apr_01JFGWZ0000000000000000001';
const callId = 'hcl_01JFGWZ0000000000000000001';
const question = { decision, reasons: ['test.rule: It asks.'], is_undoable: true, touches: [], origins: [], required_approver: 'owner', triggers: [] };
const record = { approval_id: approvalId, run_id: runId, call: 'execute/1/tool', question, batch: 'execute/1', nonce: hash, requested_at: asOf, expires_at: '2026-01-02T05:04:05.000Z' };
const statement = { approval_id: approvalId, run_id: runId, call: record.call, nonce: hash, action_hash: hash, answer: 'approved', arguments: null, remember: 'once', reason: '', answered_by: 'owner', answered_at: asOf, expires_at: record.expires_at };
const hardCall = {
  hard_call_id: callId,
  run_id: runId,
  raised_at_step: 'ask:1',
  call_kind: 'meaning_bearing_change',
  response_mode: 'closed_choice',
  options: [{ option_id: 'left', label: 'Left', consequence: 'It turns left.', causes_side_effect: false }],
  prompt_text: 'Which way?',
  pending_policy: { hard_call_id: callId, blocking_scope: 'entire_run', blocked_refs: [], allowed_to_continue_refs: [], context_visible_to_continuing_modules: 'none', on_defer: 'pause_scope', on_timeout: 'escalate', schema_version: '1.0' },
  question_hash: hash,
  created_at: asOf,
  schema_version: '1.1',
};
/** What is answered to each operation of oversight. */
const OVERSIGHT_ANSWERS: Readonly<Record<string, unknown>> = {
  'attention.list': { items: [], as_of: asOf },
  'attention.follow': { notices: [], position: 0, run_id: null },
  'attention.show': { kind: 'approval', record, settled: null, as_of: asOf },
  'attention.skip': { receipt: { skip_id: 'rcp_01JFGWZ0000000000000000001', target_ref: approvalId, skipped_by_ref: 'owner', reason: 'user_directed', downstream_effect: 'none', created_at: asOf, schema_version: '1.0' } },
  'approval.answer': { statement },
  'hard_call.answer': { hard_call_id: callId, answer: 'Left', receipt_id: 'rcp_01JFGWZ0000000000000000001' },
  'run.list': { runs: [], by_reason: {}, total: 0 },
  'run.find': { run_id: runId },
  'run.show': REPORT,
  'run.resume': { run_id: runId, answer: 'It sails.', prompts: 0, termination: ENDED, report: REPORT },
  'session.start': { session_id: sessionId },
  'session.show': { session_id: sessionId, started_at: asOf, exchanges: 0, latest: [] },
  'budget.adjust': { run_id: runId, resource: 'tokens', from: 500_000, to: 800_000, consumed: 412_345 },
  'ledger.events': absent,
  'run.preview_undo': { run_id: runId, workspace: '/w', changes: [], ran_programs: false, is_incomplete: false, confirmation: preview.confirmation },
  'run.start': { run_id: runId, answer: 'It sails.', prompts: 1, termination: { ...termination, reason: 'insufficient_evidence', suggested_action: 'user_input' } },
  'run.steer': { run_id: runId, message_id: 'cmd_01JFGWZ0000000000000000001', is_at_work: true, has_model: true },
  'run.cancel': { receipt: { receipt_id: 'rcp_01JFGWZ0000000000000000001', cancel_request_id: 'cmd_01JFGWZ0000000000000000001', run_id: runId, stopped: 'at_once', executed_side_effects: [], cancelled_intents: [], created_at: asOf, schema_version: '1.0' } },
  'taint.review': { path: 'a.md', from: 'external_untrusted', to: 'user_trusted_bounded', receipt_id: 'rcp_01JFGWZ0000000000000000001' },
  'config.accept': { file: '/w/keelson.config.json', sha256: hash },
  'injection.check': { results: [{ id: '1', tainted: true, decision: 'deny', rule: 'taint.rule', explanation: 'Never.', steps: [] }] },
};
const FACT = { fact_id: 'fct_01JFGWZ0000000000000000001', subject: 'App', relation: 'uses', object: 'node', object_version: '20', valid_from: asOf };
const MEMORY_ANSWERS: Readonly<Record<string, unknown>> = {
  'memory.list': { enabled: true, places: [], spaces: 0, more: false },
  'memory.show': { place: null, sops: [], episodes: [], earlier: 0, places: [] },
  'memory.correct': { space: 'tool:shell', entity: 'env:local', before: 'avoid', after: 'exploit', written: 1 },
  'memory.forget': { space: 'tool:shell', entity: 'env:local', forgotten: 1, receipts: [] }, 'memory.dream': { report: null },
  'memory.graph': { enabled: true, entity: '/w', walk: null }, 'memory.fact': { fact: FACT, change: 'ended', becomes: null, receipts: [{ stream_id: 'graph:default', sequence: 1 }] },
  'memory.preferences': { path: '/w/.claude/memory.md', content: null, sha256: null, proposals: [], draft: '' },
  'memory.preferences_save': { path: '/w/.claude/memory.md', is_changed: false, added: [], removed: [], accepted: [], declined: [] },
};
const OVERSIGHT_WITH_CALL = { ...OVERSIGHT_ANSWERS, 'attention.show': { kind: 'hard_call', call: hardCall, settled: null, as_of: asOf } };

function isByOperation(answer: unknown): answer is Readonly<Record<string, unknown>> {
  return typeof answer === 'object' && answer !== null && Object.keys(answer).some((name) => name.includes('.'));
}

/** Runs a command line against a server that gives one answer to everything, or the one for each operation. */
async function run(
  argv: string[],
  answer: unknown,
  status = 200,
  input = '',
): Promise<{ exit: number; out: string; error: string; asked: string[] }> {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://keelson.test',
    fetch: async (request) => {
      asked.push(`${new URL(request.url).pathname} ${await request.text()}`);
      return Response.json(isByOperation(answer) ? answer[new URL(request.url).pathname.split('/')[3] ?? ''] : answer, { status });
    },
  });
  const { terminal, out, error } = memoryTerminal(input);
  const exit = await runCli(argv, '1.2.3', { terminal, client, signal: argv[0] === 'serve' ? AbortSignal.abort() : new AbortController().signal });
  return { exit, out: out(), error: error(), asked };
}

describe('keelson', () => {
  it('shows help when asked, and when nothing is asked', verifies('KEL-CLI-01'), async () => {
    const { exit, out, error } = await run(['--help'], {});
    expect({ exit, error }).toEqual({ exit: 0, error: '' });
    expect(out).toMatchSnapshot();
    for (const argv of [['-h'], ['help'], []]) expect((await run(argv, {})).out).toBe(out);
  });

  const COMMANDS = ['doctor', 'requirements', 'check', 'check text', 'check command', 'check path', 'check url', 'check injection', 'run', 'runs', 'show', 'artifact', 'resume', 'chat', 'budget', 'attention', 'approve', 'deny', 'edit', 'answer', 'skip', 'steer', 'cancel', 'trust', 'tools', 'tools show', 'tools run', 'tools route', 'tools output', 'tools accept', 'undo', 'models', 'mock-model', 'serve', 'mcp', 'acp', 'ledger', 'ledger verify', 'ledger stats', 'ledger events', 'ledger rebuild', 'ledger backup', 'ledger restore', 'ledger accept-loss'];
  it.each(COMMANDS)('says what it does: %s', verifies('KEL-CLI-01'), async (command) => {
    const { exit, out, error } = await run([...command.split(' '), '--help'], {});
    expect({ exit, error }).toEqual({ exit: 0, error: '' });
    expect(out).toMatchSnapshot();
  });

  it('prints its version', verifies('KEL-CLI-01'), async () => {
    expect(await run(['--version'], {})).toMatchObject({ exit: 0, out: '1.2.3\n' });
  });

  it('answers a mistyped command with a suggestion and exit code 2', verifies('KEL-CLI-01', 'KEL-CLI-02'), async () => {
    expect(await run(['doctr'], {})).toMatchObject({ exit: EXIT.usage, error: "error: unknown command 'doctr'\n(Did you mean doctor?)\n", asked: [] });
    expect(await run(['doctor', '--jsno'], {})).toMatchObject({ exit: EXIT.usage, asked: [] });
  });
});

describe('what is printed', () => {
  it('has been taken before the program ends', verifies('KEL-CLI-01'), async () => {
    const { terminal } = memoryTerminal();
    let taken = '';
    const slow = { ...terminal, writeOut: (text: string) => new Promise<void>((resolve) => void setImmediate(() => resolve(void (taken += text)))) };
    const client = createClient({ baseUrl: 'http://keelson.test', fetch: async () => Response.json({}) });
    await runCli(['--version'], '1.2.3', { terminal: slow, client, signal: new AbortController().signal });
    expect(taken).toBe('1.2.3\n');
  });
});

describe('exit codes', () => {
  it('never change', verifies('KEL-CLI-01', 'KEL-CLI-02'), () => {
    const runs = { approvalDenied: 10, policyViolation: 11, retriesExhausted: 12, timeout: 13, insufficientEvidence: 14, conflictingAgents: 15, budgetExhausted: 16, blocked: 17, contextBudgetExceeded: 18, catastrophicError: 19 };
    expect(EXIT).toEqual({ ok: 0, failed: 1, usage: 2, ...runs, internal: 70, unwritable: 74, interrupted: 130 });
  });

  it('tell each reason for the end of a run from every other', verifies('KEL-RUNUI-03'), () => {
    const expected = { success: 0, approval_denied: 10, policy_violation: 11, retries_exhausted: 12, timeout: 13, insufficient_evidence: 14, conflicting_agents: 15, user_cancelled: 130, budget_exhausted: 16, blocked: 17, catastrophic_error: 19, context_budget_exceeded: 18 };
    expect(EXIT_BY_REASON).toEqual(expected);
    expect(new Set(Object.values(EXIT_BY_REASON)).size).toBe(TerminationReason.options.length);
  });

  it('are told where runs are explained', verifies('KEL-RUNUI-03'), async () => {
    const { out } = await run(['run', '--help'], {});
    const page = readFileSync(fileURLToPath(new URL('../../docs/running.md', import.meta.url)), 'utf8');
    expect(Object.entries(EXIT_BY_REASON).filter(([reason, code]) => !page.includes(`| ${code} | \`${reason}\` |`))).toEqual([]);
    expect(Object.entries(EXIT_BY_REASON).filter(([reason, code]) => !out.replaceAll(/\s+/g, ' ').includes(`${code} ${reason}`))).toEqual([]);
  });
});

describe('keelson doctor', () => {
  it('does not say how to get what is there', verifies('KEL-CLI-03'), async () => {
    const ok = { ...report, checks: [{ ...check, status: 'ok', required: true, how_to_get: '' }] };
    expect((await run(['doctor'], ok)).out).toContain('ok  Redis (required): nothing\n    Not needed.\n\nThis');
  });

  it('shows each check with what it means and how to get it', verifies('KEL-CLI-03'), async () => {
    const { exit, out, asked } = await run(['doctor'], report);
    expect({ exit, asked }).toEqual({ exit: 0, asked: ['/v1/queries/system.doctor {}'] });
    expect(out).toBe(
      'Keelson 1.2.3\n\n--  Redis: nothing\n    Not needed.\n    To get it: Start one.\n\nThis machine has what Keelson needs.\n',
    );
  });

  it('gives one line of JSON to a program', verifies('KEL-CLI-03'), async () => {
    const { out } = await run(['doctor', '--json'], report);
    expect(out.indexOf('\n')).toBe(out.length - 1);
    expect(JSON.parse(out)).toEqual(report);
  });

  it('ends with 1 when the machine is not usable', verifies('KEL-CLI-01', 'KEL-CLI-02', 'KEL-CLI-03'), async () => {
    const { exit, out } = await run(['doctor'], { ...report, usable: false });
    expect(exit).toBe(EXIT.failed);
    expect(out).toContain('Keelson cannot work on this machine until what is marked "required" is there.');
  });
});

describe('keelson requirements', () => {
  it('shows the counts by source, and the list when asked', verifies('KEL-CLI-01', 'KEL-CLI-04'), async () => {
    const { exit, out, asked } = await run(['requirements'], requirements);
    expect({ exit, asked }).toEqual({ exit: 0, asked: ['/v1/queries/requirements.list {}'] });
    expect(out).toBe(
      [
        'source      done  planned',
        'MH4            1       20   robustness: termination, conflicts, context, tools, budgets, retention, library access',
        'ELN            3      400   evaluation: events, findings, formulas, revision, sources, reliance, validation codes',
        'all            4      420',
        '',
        'See them with --list, --source NAME or --status done.',
        '',
      ].join('\n'),
    );
    expect((await run(['requirements', '--list'], requirements)).out).toContain('done     E-1 (kernel)\n    It holds.\n');
  });

  it('offers exactly the sources there are', verifies('KEL-CLI-01', 'KEL-CLI-04'), async () => {
    expect(SOURCES).toEqual(RequirementSource.options);
    expect(await run(['requirements', '--source', 'nope'], requirements)).toMatchObject({ exit: EXIT.usage, asked: [] });
  });

  it('asks for what the filters say', verifies('KEL-CLI-01', 'KEL-CLI-04'), async () => {
    const { asked } = await run(['requirements', '--source', 'ELN', '--status', 'done'], requirements);
    expect(asked).toEqual(['/v1/queries/requirements.list {"seed":"ELN","status":"done"}']);
    expect((await run(['requirements', '--status', 'planned'], { ...requirements, requirements: [] })).out).toContain('No requirement matches.\n');
  });

  it('gives one line of JSON to a program', verifies('KEL-CLI-01', 'KEL-CLI-04'), async () => {
    expect(await run(['requirements', '--json'], requirements)).toMatchObject({ exit: 0, out: `${JSON.stringify(requirements)}\n` });
    const body = { code: 'requirements.unreadable', message: 'No.', next_step: 'Restore it.', data: {} };
    expect(await run(['requirements', '--json'], body, 500)).toMatchObject({ exit: EXIT.failed, out: `${JSON.stringify({ error: body })}\n` });
  });
});

describe('keelson ledger', () => {
  it('means the tenant that the contracts mean when none is named', verifies('KEL-LEDGERCLI-05'), async () => {
    expect(TENANT_IF_NONE_NAMED).toBe(DEFAULT_TENANT);
    expect((await run(['ledger', 'stats'], absent)).asked).toEqual(['/v1/queries/ledger.stats {"tenant":"default"}']);
  });
});

describe('every action offered', () => {
  it('has a registered operation behind it', verifies('validation.phantom_button_no_command'), async () => {
    const asked = [
      ...(await run(['doctor'], report)).asked,
      ...(await run(['requirements'], requirements)).asked,
      ...(await run(['check', 'text'], { results: [{ id: '1', spans: [], redacted: '' }] }, 200, '{"id":"1","input":""}')).asked,
      ...(await Promise.all(['command', 'path', 'url'].map((what) => run(['check', what], { results: [verdict] }, 200, '{"id":"1","input":""}')))).flatMap((each) => each.asked),
      ...(await run(['check', 'injection'], OVERSIGHT_ANSWERS, 200, '{"id":"1","input":{"source":"web_page","content":"x"}}')).asked,
      ...(await run(['run', 'sail'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['runs'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['show', 'last', '--events'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['artifact', '4F2K9Q'], OVERSIGHT_ANSWERS)).asked,
      ...(await Promise.all([['artifacts'], ['artifact', 'star', '4F2K9Q'], ['gc'], ['gc', '--dry-run'], ['gc', 'reports'], ['schedule', 'add', '@daily', 'sail'], ['schedule', 'list'], ['schedule', 'show', '4F2K9Q'], ['schedule', 'pause', '4F2K9Q'], ['schedule', 'work', '--once'], ['stats'], ['calibrate'], ['calibrate', 'show'], ['calibrate', 'apply', '1.1.0', '--reason', 'mine'], ['calibrate', 'withdraw', '--reason', 'mine'], ['keys'], ['key', 'create', 'ci', '--scope', 'read'], ['key', 'revoke', 'key_01JFGWZ0000000000000000001', '--reason', 'mine']].map((line) => run(line, OVERSIGHT_ANSWERS)))).flatMap((one) => one.asked),
      ...(await run(['resume', 'last'], { ...OVERSIGHT_ANSWERS, 'run.show': { ...REPORT, standing: 'interrupted', phase: 'execute', termination: null, result: null } })).asked,
      ...(await run(['chat'], OVERSIGHT_ANSWERS, 200, '/history')).asked,
      ...(await run(['budget', 'last', 'tokens=800000'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['budget'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['cancel', 'last'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['attention'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['approve', approvalId, '--yes'], OVERSIGHT_ANSWERS)).asked,
      ...(await run(['answer', callId, '1'], OVERSIGHT_WITH_CALL)).asked,
      ...(await Promise.all([['skip', approvalId], ['steer', runId, 'left'], ['cancel', runId], ['trust', 'a.md', '--reason', 'mine'], ['trust', 'keelson.config.json']].map((line) => run(line, OVERSIGHT_ANSWERS)))).flatMap((one) => one.asked),
      ...(await Promise.all([[], ['route', 'say', 'hello'], ['run', 'echo'], ['output', hash], ['accept', 'mcp__a__b', '--hash', hash]].map((more) => run(['tools', ...more], TOOL_ANSWERS)))).flatMap((each) => each.asked),
      ...(await run(['undo', runId], TOOL_ANSWERS)).asked,
      ...(await Promise.all([...[['--preview'], ['--export', 'bundle.json'], []].map((more) => ['replay', 'last', ...more]), ['checkpoint', 'last'], ['checkpoints', 'last'], ['fork', 'last', '--yes', '--no-start']].map((line) => run(line, { ...replayAnswers(runId, asOf), ...forkAnswers(runId, asOf) })))).flatMap((one) => one.asked),
      ...(await Promise.all([[], ['show', 'tool:shell'], ['correct', 'tool:shell', 'env:local', '--for', '--reason', 'mine'], ['forget', 'tool:shell', 'env:local', '--reason', 'mine'], ['note', 'mine'], ['dream'], ['graph'], ['fact', '00001', '--ends', '--reason', 'mine'], ['edit', '--stdin']].map((more) => run(['memory', ...more], MEMORY_ANSWERS)))).flatMap(({ asked: one }) => one),
      ...(await run(['models'], noModels)).asked,
      ...(await run(['mock-model', 'scenario.json'], { server: 's', url: 'http://a.test', dead_url: 'http://b.test', models: ['m'], turns: 1 })).asked,
      ...(await Promise.all([run(['mock-model', '--example'], { text: '{}' }), run(['mcp'], { protocol: 'mcp', requests: 1 }), run(['serve'], { 'server.start': { server: 'server_1', url: 'http://a.test', first_url: 'http://a.test/?token=t' }, 'server.stop': { requests: 3 } })])).flatMap((one) => one.asked),
      ...(await Promise.all([['ledger', 'verify'], ['ledger', 'stats'], ['ledger', 'events'], ['audit'], ['audit', 'verify'], ['audit', 'begin-again', '--reason', 'restored', '--yes']].map((line) => run(line, absent)))).flatMap((one) => one.asked),
      ...(await run(['ledger', 'rebuild'], { tenant: 'default', file: 'ledger.db', head, projections: [], confirmation: preview.confirmation })).asked,
      ...(await run(['ledger', 'backup', 'copy.db'], { tenant: 'default', file: 'copy.db', head, bytes: 1 })).asked,
      ...(await run(['ledger', 'restore', 'copy.db', '--yes'], preview)).asked,
      ...(await run(['ledger', 'accept-loss', '--yes'], loss)).asked,
      ...(await run(['audit', 'reports'], { reports: [], total: 0, folder: '' })).asked,
    ].map((request) => request.split(/[/ ]/)[3] ?? '');
    const registered = OPERATIONS.map(({ entry }) => entry.operation_id);
    expect(phantomActions(asked, registered)).toEqual([]);
    expect(phantomActions(registered, [...asked, 'run.terms', 'function_call.answer'])).toEqual([]);
  });
});

describe('keelson run', () => {
  const ended = (report: object) => ({ ...OVERSIGHT_ANSWERS, 'run.start': { run_id: runId, answer: 'It sails.', prompts: 0, termination: ENDED, ...report } });

  it('hands over the result alone where output goes, and tells everything about it beside', verifies('KEL-RUNUI-01', 'KEL-WATCH-09'), async () => {
    const { exit, out, error } = await run(['run', 'sail'], ended({ report: REPORT }));
    expect({ exit, out }).toEqual({ exit: 0, out: 'It sails.\n' });
    expect(error).toMatch(/^\nCriteria\n[^]*\nsuccess: All criteria were met\.\n[^]*with models\n$/);
    expect(await run(['run', 'sail', '--quiet'], ended({ report: REPORT }))).toMatchObject({ exit: 0, out: 'It sails.\n', error: '' });
  });

  it.each(TerminationReason.options)('ends with the code of %s and says what to do', verifies('KEL-RUNUI-03', 'KEL-WATCH-09'), async (reason) => {
    const { exit, error } = await run(['run', 'sail'], ended({ termination: { ...ENDED, reason, suggested_action: 'retry', details: 'No more.' } }));
    expect({ exit, error: error.split('\n')[1] }).toEqual({ exit: EXIT_BY_REASON[reason], error: expect.stringMatching(new RegExp(`^${reason}: .*No`)) });
  });

  it('gives a program the report last, and nothing that is no JSON', verifies('KEL-RUNUI-04'), async () => {
    const event = { position: 3, type: 'run.started', at: asOf, actor: 'mother', payload: null };
    const { out, error, asked } = await run(['run', 'sail', '--json'], { ...ended({}), 'attention.follow': { notices: [{ kind: 'run_progress', run_id: runId, event }], position: 3, run_id: runId } });
    const lines = out.trimEnd().split('\n').map((line) => JSON.parse(line));
    expect([lines[0], lines.at(-1), error]).toEqual([event, { type: 'run.report', run_id: runId, answer: 'It sails.', prompts: 0, termination: ENDED }, '']);
    expect(asked.filter((one) => one.includes('attention.follow') && one.includes('started_with')).every((one) => one.includes('"detail":"events"'))).toBe(true);
  });

  it('asks for what its options say', verifies('KEL-RUNUI-05'), async () => {
    const { asked } = await run(['run', 'sail', 'home', '--unattended', '--mode', 'session', '--engine', 'offline', '--workspace', '/w', '--max-tokens', '1000', '--max-cost', '0.5', '--max-minutes', '1.5', '--max-tool-calls', '3', '--session', 'last', '--save-as', '../boat.md'], ended({}));
    expect(JSON.parse(asked.find((one) => one.includes('run.start'))?.split(' ').slice(1).join(' ') ?? '')).toEqual({ request: 'sail home', attendance: 'unattended', mode: 'session', workspace: '/w', engine: 'offline', session_id: sessionId, save_as: '../boat.md', budget: { max_total_tokens: 1000, max_cost_usd: 0.5, max_duration_sec: 90, max_tool_calls: 3 } });
    for (const wrong of [['--max-tokens', '0'], ['--max-tokens', '1.5'], ['--max-cost', 'much'], ['--engine', 'steam']]) expect((await run(['run', 'sail', ...wrong], {})).exit).toBe(EXIT.usage);
  });

  it('offers the reasons, standings and engines that there are', verifies('KEL-RUNUI-05'), () => {
    expect([REASONS, STANDINGS, ENGINES, REPLAY_MODES.toSorted()]).toEqual([TerminationReason.options, RunStanding.options, RunEngine.exclude(['tool']).options, TaskReplayMode.options.toSorted()]);
  });

  it('offers the modes and scopes that there are', verifies('KEL-WATCH-08'), () => {
    expect([MODES, ['once', ...REMEMBER_SCOPES]]).toEqual([ApprovalMode.options, RememberScope.options]);
  });
});

describe('keelson cancel', () => {
  it('says how it was asked to stop, what had been done and that it stays', verifies('KEL-WATCH-10'), async () => {
    const asked = async (...words: string[]): Promise<string> => JSON.parse((await run(['cancel', runId, ...words], OVERSIGHT_ANSWERS)).asked[0]?.split(' ')[1] ?? '').in_flight_handling;
    expect([await asked(), await asked('--now'), await asked('--after-step')]).toEqual(['request_graceful_stop', 'preempt_immediately', 'finish_current_step_then_stop']);
    expect((await run(['cancel', runId, '--now', '--after-step'], OVERSIGHT_ANSWERS)).exit).toBe(EXIT.usage);
    expect((await run(['cancel', 'last'], OVERSIGHT_ANSWERS)).asked.map((one) => one.split(/[/ ]/)[3])).toEqual(['run.find', 'run.cancel']);
    expect((await run(['cancel', ' '], OVERSIGHT_ANSWERS)).exit).toBe(EXIT.usage);
    const receipt = { receipt_id: 'rcp_01JFGWZ0000000000000000001', cancel_request_id: 'cmd_01JFGWZ0000000000000000001', run_id: runId, stopped: 'at_once', executed_side_effects: [{ call: 'a', what: 'created a.txt', certainty: 'executed', undo_command: `keelson undo ${runId}` }, { call: 'b', what: 'send \u001b[2J', certainty: 'may_have_happened', undo_command: null }], cancelled_intents: ['delete b.txt'], created_at: asOf, schema_version: '1.0' };
    expect((await run(['cancel', runId], { receipt })).out).toBe(
      [`${runId} was stopped at once.`, 'What it had done stays as it is:', `  created a.txt · keelson undo ${runId}`, '  may have happened: send \\u{1b}[2J · cannot be taken back', '  not done any more: delete b.txt', ''].join('\n'),
    );
    expect((await run(['cancel', runId], OVERSIGHT_ANSWERS)).out).toBe(`${runId} was stopped at once.\nIt had changed nothing.\n`);
  });
});

describe('a question', () => {
  const spoilt = { ...record, question: { ...question, is_undoable: false, touches: ['network'], required_approver: 'security', decision: { ...decision, tool_id: 'send_mail', arguments: { to: 'a@b.example', text: 'hi\u202e' }, intentions: [{ kind: 'remote', subject: 'mail to a@b.example', verdict: { decision: 'gate', rule: 'test.rule', explanation: 'It asks.' } }] }, origins: [{ argument: '/text', origin: 'model', span: 'hi' }, { argument: '/to', origin: 'source', span: 'a@b.example\nDo this? yes', source: 'http_fetch https://x.example/', taint_class: 'external_untrusted' }, { argument: '/subject', origin: 'owner', span: 'tides' }] } };

  it('shows where every word came from, and nothing that could act on the terminal', verifies('KEL-WATCH-02'), async () => {
    const { error } = await run(['approve', approvalId, '--yes'], { ...OVERSIGHT_ANSWERS, 'attention.show': { kind: 'approval', record: spoilt, settled: null, as_of: asOf } });
    expect(error).toMatchSnapshot();
  });
});

describe('a failure', () => {
  const body = { code: 'input.invalid', message: 'No.', next_step: 'Try this.', data: {} };

  it('is shown with what to do and its code', verifies('KEL-CLI-01', 'KEL-CLI-03', 'KEL-CLI-05', 'KEL-TCLI-14'), async () => {
    expect(await run(['doctor'], body, 400)).toMatchObject({
      exit: EXIT.usage,
      out: '',
      error: 'keelson: No.\n         Try this.\n         [input.invalid]\n',
    });
  });

  it('is JSON where JSON was asked for', verifies('KEL-CLI-01', 'KEL-CLI-03', 'KEL-CLI-05', 'KEL-TCLI-14'), async () => {
    expect(await run(['doctor', '--json'], body, 400)).toMatchObject({ exit: EXIT.usage, out: `${JSON.stringify({ error: body })}\n`, error: '' });
  });

  it('ends with 70 when it is a defect', verifies('KEL-CLI-01', 'KEL-CLI-03', 'KEL-CLI-05', 'KEL-TCLI-14'), async () => {
    for (const code of ['internal.unexpected', 'invariant.broken', 'server.unreadable_answer']) {
      expect((await run(['doctor'], { ...body, code }, 500)).exit).toBe(EXIT.internal);
    }
  });
});
