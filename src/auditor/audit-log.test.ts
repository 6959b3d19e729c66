import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { auditRig, dyingAt, messages, there, UNTIL, type AuditRig } from '../../test/support/audit-rig.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { AuditLine } from '../contracts/index.ts';

let rig: AuditRig;
afterEach(() => rig.remove());

function linesOf({ path }: AuditRig): AuditLine[] {
  const files = readdirSync(path).filter((name) => name.endsWith('.jsonl')).sort();
  return files.flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n').slice(0, -1)).map((line) => AuditLine.parse(JSON.parse(line)));
}

describe('the audit', () => {
  it('holds one line for each event, in order, that says what it is and quotes the chain of the log', verifies('ART-R6-03', 'KEL-AUDIT-01'), async () => {
    rig = auditRig([{ type: 'run.started', payload: { task_id: 'task_1', request: 'my secret words' } }, ...messages(2)]);
    expect(await rig.reopen().catchUp(UNTIL)).toMatchObject({ isCaughtUp: true, faults: [], head: { sequence: 3, position: 3 } });
    const lines = linesOf(rig);
    expect(lines.map(({ sequence, position, type, actor, stream_id, chain_hash }) => ({ sequence, position, type, actor, stream_id, chain_hash }))).toEqual([
      { sequence: 1, position: 1, type: 'run.started', actor: 'mother', stream_id: 'run_1', chain_hash: rig.log.rows[0]?.chainHash },
      { sequence: 2, position: 2, type: 'session.message_recorded', actor: 'mother', stream_id: 's1', chain_hash: rig.log.rows[1]?.chainHash },
      { sequence: 3, position: 3, type: 'session.message_recorded', actor: 'mother', stream_id: 's1', chain_hash: rig.log.rows[2]?.chainHash },
    ]);
    expect(lines.map(({ previous_hash }) => previous_hash)).toEqual(['0'.repeat(64), lines[0]?.hash, lines[1]?.hash]);
    expect(lines[0]?.facts).toEqual({ task_id: 'task_1' });
  });

  it('holds no words of people or models', verifies('KEL-AUDIT-02'), async () => {
    const words = 'kept between us';
    rig = auditRig([
      { type: 'run.started', payload: { task_id: 'task_1', request: words } },
      { type: 'run.correction_ordered', actor: 'agent_validator', payload: { round: 1, signal: { subtask_id: 'sub_1', failure_class: 'logical', what_was_wrong: words, what_to_do: words } } },
      { type: 'run.tool_started', payload: { call: 'a/1', decision: { tool_id: 'shell', arguments: { script: words }, intentions: [{ subject: words, verdict: { decision: 'allow', explanation: words } }] } } },
      { type: 'session.message_recorded', stream: 's1', payload: { text: words } },
    ]);
    await rig.reopen().report(UNTIL);
    const files = readdirSync(rig.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(words);
  });

  it('writes nothing twice, however often it is asked', verifies('KEL-AUDIT-03'), async () => {
    rig = auditRig(messages(5));
    const auditor = rig.reopen();
    await auditor.catchUp(UNTIL);
    await auditor.catchUp(UNTIL);
    rig.log.add(...messages(3, 6));
    await rig.reopen().catchUp(UNTIL);
    await auditor.catchUp(UNTIL);
    expect(linesOf(rig).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is begun anew in further segments, each of which follows on from the one before', verifies('KEL-AUDIT-04'), async () => {
    rig = auditRig(messages(10), { segmentLinesMax: 4 });
    await rig.reopen().catchUp({ ...UNTIL, deadlineMs: Infinity });
    expect(readdirSync(rig.path).filter((name) => name.endsWith('.jsonl')).sort()).toEqual(['audit-000001.jsonl', 'audit-000002.jsonl', 'audit-000003.jsonl']);
    const lines = linesOf(rig);
    expect(lines.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(lines.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(lines.slice(0, -1).map(({ hash }) => hash));
    expect(await rig.reopen().verify({})).toMatchObject({ faults: [], lines: 10 });
  });

  it('holds each event once, whichever write a process died at, and in the middle of it', verifies('KEL-AUDIT-03', 'KEL-AUDIT-05'), async () => {
    let died = 0;
    for (let write = 1; write < 30; write += 1) {
      rig = auditRig(messages(7), { segmentLinesMax: 3 });
      const outcome = await rig.reopen(dyingAt(write)).report({ ...UNTIL, deadlineMs: Infinity }).then(() => 'lived', () => 'died');
      if (outcome === 'died') died += 1;
      rig.log.add(...messages(2, 8));
      const { report } = await rig.reopen().report({ ...UNTIL, deadlineMs: Infinity });
      expect(linesOf(rig).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await rig.reopen().verify({})).toMatchObject({ faults: [], lines: 9, events: 9 });
      const all = await rig.reopen().reports({ limit: 10 });
      expect(all.reports.reduce((sum, { events }) => sum + events, 0), `died at write ${write}, report ${report.number}`).toBe(9);
      await rig.remove();
    }
    expect(died).toBeGreaterThan(10);
  });

  it('is written by one at a time, and by all of them once', verifies('KEL-AUDIT-06'), async () => {
    rig = auditRig(messages(40), { segmentLinesMax: 7 });
    const until = { ...UNTIL, deadlineMs: Infinity };
    await Promise.all([1, 2, 3, 4].map(() => rig.reopen().catchUp(until)));
    expect(linesOf(rig).map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(await rig.reopen().verify({})).toMatchObject({ faults: [] });
  });

  it.each([
    ['an event is missing', 'audit.log_entry_missing', (rig_: AuditRig) => void rig_.log.rows.splice(4, 1)],
    ['the end is cut off', 'audit.log_tail_cut', (rig_: AuditRig) => void rig_.log.rows.splice(2)],
    ['the past was rewritten', 'audit.log_rewritten', (rig_: AuditRig) => (rig_.log.rows.splice(0, 1), rig_.log.relink())],
    ['an event does not follow', 'audit.log_chain_broken', (rig_: AuditRig) => void (rig_.log.rows[4] = { ...there(rig_.log.rows[4]), header: there(rig_.log.rows[4]).header.replace('mother', 'solver') })],
  ])('goes no further when %s, and says so until a person has seen to it', verifies('KEL-AUDIT-07'), async (_case, code, change) => {
    rig = auditRig(messages(3));
    const auditor = rig.reopen();
    await auditor.catchUp(UNTIL);
    rig.log.add(...messages(3, 4));
    change(rig);
    const before = linesOf(rig);
    for (const asked of [auditor, rig.reopen()]) expect(await asked.catchUp(UNTIL)).toMatchObject({ isCaughtUp: false, faults: [{ code }] });
    expect(linesOf(rig)).toEqual(before);
    const { report } = await auditor.report(UNTIL);
    expect(report.anomalies.filter((text) => text.startsWith(code))).toHaveLength(1);
    const kept = await auditor.beginAgain('a backup was restored', UNTIL);
    expect(readdirSync(join(rig.path, kept))).toContain('audit-000001.jsonl');
  });
});
