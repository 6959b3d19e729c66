import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditHead, AuditReport } from '../../src/contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../src/kernel/index.ts';
import type { EntryRow } from '../../src/ledger/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { auditRig, messages, there, UNTIL, type AuditRig, type Told } from '../support/audit-rig.ts';

/** Whoever tampers has the log, the folder of the audit, and a copy of that folder from before. */
interface Scene {
  readonly rig: AuditRig;
  readonly file: (name: string) => string;
  readonly older: (name: string) => string;
}
type Attempt = readonly [name: string, tamper: (scene: Scene) => void];

const EVENTS = 24;
const SEGMENT_LINES = 8;
const segment = (number: number): string => `audit-00000${number}.jsonl`;
const until = { ...UNTIL, deadlineMs: Infinity };
const remark: Told = { type: 'run.terminated', actor: 'planner', stream: 'run_9', payload: { termination: { reason: 'success' } } };

let rig: AuditRig;
let rows: readonly EntryRow[];
let kept: string;
let earlier: string;

beforeAll(async () => {
  rig = auditRig([{ type: 'run.started', payload: { task_id: 'task_1' } }, ...messages(11)], { segmentLinesMax: SEGMENT_LINES });
  await rig.reopen().report(until);
  earlier = join(rig.path, '..', 'earlier');
  cpSync(rig.path, earlier, { recursive: true });
  rig.log.add(...messages(7, 12), remark);
  await rig.reopen().report(until);
  rig.log.add(...messages(EVENTS - 20, 20));
  await rig.reopen().catchUp(until);
  rows = [...rig.log.rows];
  kept = join(rig.path, '..', 'kept');
  cpSync(rig.path, kept, { recursive: true });
});
afterAll(() => rig.remove());

const linesIn = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const writeLines = (file: string, lines: readonly string[]): void => writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
const row = (scene: Scene, position: number): EntryRow => there(scene.rig.log.rows[position - 1]);
const put = ({ rig: { log } }: Scene, position: number, changed: Partial<EntryRow>): void => void (log.rows[position - 1] = { ...there(log.rows[position - 1]), ...changed });

/** A payload with the hash that fits it, as somebody would write it who knows how. */
function forged(entry: EntryRow): Pick<EntryRow, 'payload' | 'header'> {
  const payload = canonicalJson({ text: 'something else' });
  return { payload, header: entry.header.replace(/"payload_hash":"[0-9a-f]{64}"/, `"payload_hash":"${sha256Hex(payload)}"`) };
}

/** Lines with hashes that fit, from the one on that was changed, and a head that fits them. */
function rehash({ file }: Scene, change: (line: Record<string, unknown>) => void, at: number, { withHead }: { readonly withHead: boolean }): void {
  let previous = '';
  let sequence = 0;
  for (const number of [1, 2, 3]) {
    const lines = linesIn(file(segment(number))).map((text) => {
      sequence += 1;
      const line = JSON.parse(text) as Record<string, unknown>;
      if (sequence === at) change(line);
      if (sequence > at) line['previous_hash'] = previous;
      delete line['hash'];
      const open = JSON.stringify(line).slice(0, -1);
      previous = sha256Hex(open);
      return sequence < at ? ((previous = String((JSON.parse(text) as { hash: string }).hash)), text) : `${open},"hash":"${previous}"}`;
    });
    writeLines(file(segment(number)), lines);
  }
  if (!withHead) return;
  const head = AuditHead.parse(JSON.parse(readFileSync(file('audit-head.json'), 'utf8')));
  writeFileSync(file('audit-head.json'), JSON.stringify({ ...head, hash: previous, segment_bytes: readFileSync(file(segment(3))).length }));
}

const editHead = (change: (head: AuditHead) => object): Attempt[1] => ({ file }) => {
  const head = AuditHead.parse(JSON.parse(readFileSync(file('audit-head.json'), 'utf8')));
  writeFileSync(file('audit-head.json'), JSON.stringify({ ...head, ...change(head) }));
};
const editReport = (number: number, change: (report: AuditReport) => object): Attempt[1] => ({ file }) => {
  const name = file(`reports/00000${number}.json`);
  const report = AuditReport.parse(JSON.parse(readFileSync(name, 'utf8')));
  writeFileSync(name, JSON.stringify({ ...report, ...change(report) }));
};

/** Cuts the audit to so many lines and writes a head that says that this is all there ever was. */
function cutConsistently({ file }: Scene, sequence: number): void {
  const number = Math.ceil(sequence / SEGMENT_LINES);
  for (let later = number + 1; later <= 3; later += 1) rmSync(file(segment(later)));
  const lines = linesIn(file(segment(number))).slice(0, sequence - (number - 1) * SEGMENT_LINES);
  writeLines(file(segment(number)), lines);
  const last = JSON.parse(lines.at(-1) ?? '{}') as { hash: string; chain_hash: string; position: number };
  const head = AuditHead.parse(JSON.parse(readFileSync(file('audit-head.json'), 'utf8')));
  writeFileSync(file('audit-head.json'), JSON.stringify({ ...head, sequence, hash: last.hash, position: last.position, chain_hash: last.chain_hash, segment: number, segment_lines: lines.length, segment_bytes: readFileSync(file(segment(number))).length }));
}

const POSITIONS = [1, 5, 8, 9, 16, EVENTS];
const each = (name: string, tamper: (scene: Scene, position: number) => void, positions = POSITIONS): Attempt[] => positions.map((position) => [`${name} (${position})`, (scene) => tamper(scene, position)]);
const inLine = (position: number): { readonly name: string; readonly at: number } => ({ name: segment(Math.ceil(position / SEGMENT_LINES)), at: (position - 1) % SEGMENT_LINES });

const ATTEMPTS: readonly Attempt[] = [
  // The log.
  ...each('changes what an event says', (scene, at) => put(scene, at, { payload: canonicalJson({ text: 'other' }) })),
  ...each('changes what an event says, with its hash', (scene, at) => put(scene, at, forged(row(scene, at)))),
  ...each('changes what an event says and links the whole log anew', (scene, at) => (put(scene, at, forged(row(scene, at))), scene.rig.log.relink())),
  ...each('changes who wrote an event', (scene, at) => put(scene, at, { header: row(scene, at).header.replace(/"actor":"\w+"/, '"actor":"owner"') })),
  ...each('changes who wrote an event and links the whole log anew', (scene, at) => (put(scene, at, { header: row(scene, at).header.replace(/"actor":"\w+"/, '"actor":"owner"') }), scene.rig.log.relink())),
  ...each('takes an event out', ({ rig: { log } }, at) => void log.rows.splice(at - 1, 1)),
  ...each('takes an event out and links the whole log anew', ({ rig: { log } }, at) => (log.rows.splice(at - 1, 1), log.relink())),
  ...each('puts an event in and links the whole log anew', ({ rig: { log } }, at) => (log.rows.splice(at - 1, 0, there(log.rows[2])), log.relink())),
  ...each('swaps two events', ({ rig: { log } }, at) => void ([log.rows[at - 1], log.rows[at]] = [there(log.rows[at]), there(log.rows[at - 1])]), [1, 8, 16, 20]),
  ...each('swaps two events and links the whole log anew', ({ rig: { log } }, at) => (([log.rows[at - 1], log.rows[at]] = [there(log.rows[at]), there(log.rows[at - 1])]), log.relink()), [1, 8, 16, 20]),
  ...each('cuts the end of the log off', ({ rig: { log } }, at) => void log.rows.splice(at), [0, 1, 12, 23]),
  ...each('puts an older log back and goes on with it', ({ rig: { log } }, at) => (log.rows.splice(at), log.add(...messages(EVENTS - at + 2, 90))), [1, 8, 20]),
  ...each('makes an event forget what it said', (scene, at) => put(scene, at, { payload: null }), [1, 9, 20]),
  // The audit.
  ...each('changes a letter of a line', ({ file }, at) => {
    const { name, at: index } = inLine(at);
    const lines = linesIn(file(name));
    lines[index] = (lines[index] ?? '').replace('"actor":"mother"', '"actor":"mothet"').replace('"actor":"planner"', '"actor":"mother"');
    writeLines(file(name), lines);
  }),
  ...each('changes a line, with its hash', (scene, at) => {
    const { name, at: index } = inLine(at);
    const lines = linesIn(scene.file(name));
    const { hash: _old, ...line } = JSON.parse(lines[index] ?? '{}') as Record<string, unknown>;
    const open = JSON.stringify({ ...line, actor: 'owner' }).slice(0, -1);
    lines[index] = `${open},"hash":"${sha256Hex(open)}"}`;
    writeLines(scene.file(name), lines);
  }),
  ...each('changes who a line names, and every hash and the head behind it', (scene, at) => rehash(scene, (line) => void (line['actor'] = 'owner'), at, { withHead: true })),
  ...each('changes the facts of a line, and every hash and the head behind it', (scene, at) => rehash(scene, (line) => void (line['facts'] = { reason: 'timeout' }), at, { withHead: true }), [1, 5, 20]),
  ...each('takes a line out', ({ file }, at) => {
    const { name, at: index } = inLine(at);
    writeLines(file(name), linesIn(file(name)).toSpliced(index, 1));
  }),
  ...each('writes a line twice', ({ file }, at) => {
    const { name, at: index } = inLine(at);
    const lines = linesIn(file(name));
    writeLines(file(name), lines.toSpliced(index, 0, lines[index] ?? ''));
  }),
  ...each('cuts bytes off the end', ({ file }, bytes) => truncateSync(file(segment(3)), readFileSync(file(segment(3))).length - bytes), [1, 10, 900, 3_000]),
  ...each('removes a segment', ({ file }, number) => rmSync(file(segment(number))), [1, 2, 3]),
  ...each('puts an older segment back', ({ file, older }, number) => cpSync(older(segment(number)), file(segment(number))), [2]),
  ['swaps two segments', ({ file }) => (renameSync(file(segment(1)), file('x')), renameSync(file(segment(2)), file(segment(1))), renameSync(file('x'), file(segment(2))))],
  ['removes the head', ({ file }) => rmSync(file('audit-head.json'))],
  ['puts an older head back', ({ file, older }) => cpSync(older('audit-head.json'), file('audit-head.json'))],
  ['writes something else into the head', ({ file }) => writeFileSync(file('audit-head.json'), '{}')],
  ['changes the hash in the head', editHead(() => ({ hash: 'f'.repeat(64) }))],
  ['has the head count further', editHead(({ sequence }) => ({ sequence: sequence + 1 }))],
  ...each('cuts the audit to before a report, with a head that fits', (scene, at) => cutConsistently(scene, at), [3, 8, 15, 19]),
  // The reports.
  ['takes a violation out of a report', editReport(2, () => ({ boundary_violations: [] }))],
  ['adds an anomaly to a report', editReport(1, () => ({ anomalies: ['somebody else did it'] }))],
  ['changes a count of a report', editReport(1, () => ({ events: 3 }))],
  ['changes the tool health of a report', editReport(1, ({ tool_health }) => ({ tool_health: { ...tool_health, execution_failures: 7 } }))],
  ['changes where a report says that the audit stood', editReport(2, () => ({ audit_hash: 'e'.repeat(64) }))],
  ['removes the first report', ({ file }) => rmSync(file('reports/000001.json'))],
  ['removes the last report', ({ file }) => rmSync(file('reports/000002.json'))],
  ['writes something else into a report', ({ file }) => writeFileSync(file('reports/000001.json'), 'nothing')],
];

describe('tampering', () => {
  it('is tried in at least 100 ways, and there is none in what nobody touched', verifies('KEL-AUDIT-22'), async () => {
    expect(new Set(ATTEMPTS.map(([name]) => name)).size).toBe(ATTEMPTS.length);
    expect(ATTEMPTS.length).toBeGreaterThanOrEqual(100);
    expect(await rig.reopen().verify({})).toMatchObject({ faults: [], lines: EVENTS, events: EVENTS, notAudited: 0 });
  });

  it.each(ATTEMPTS)('is found when somebody %s', verifies('ART-P-09', 'KEL-AUDIT-22'), async (_name, tamper) => {
    restore();
    tamper({ rig, file: (name) => join(rig.path, name), older: (name) => join(earlier, name) });
    const { faults } = await rig.reopen().verify({});
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every(({ subject, detail }) => subject !== '' && detail !== '')).toBe(true);
  });

  it('of log and audit together is found by a mark that was noted down elsewhere, and by nothing else', verifies('KEL-AUDIT-23'), async () => {
    restore();
    const { sequence, hash } = await rig.reopen().standing();
    rig.log.rows.splice(5);
    rig.log.relink();
    rmSync(rig.path, { recursive: true });
    await rig.reopen().catchUp(until);
    expect((await rig.reopen().verify({})).faults).toEqual([]);
    expect((await rig.reopen().verify({ expected: `${sequence}:${hash}` })).faults).toMatchObject([{ code: 'audit.expected_differs', position: sequence }]);
  });

  it('is not what an erasure is that the log records', verifies('KEL-AUDIT-24'), async () => {
    restore();
    const erased = there(rig.log.rows[5]);
    const { payload_hash } = JSON.parse(erased.header) as { payload_hash: string };
    rig.log.rows[5] = { ...erased, payload: null };
    rig.log.add({ type: 'ledger.payload_erased', stream: 'erasures', actor: 'owner', payload: { erased: [{ aggregate: 'session', stream_id: 's1', sequence: erased.sequence, payload_hash }], reason: 'a person asked', requested_by: 'owner' } });
    expect(await rig.reopen().catchUp(until)).toMatchObject({ isCaughtUp: true, faults: [] });
    expect(await rig.reopen().verify({})).toMatchObject({ faults: [], erased: 1 });
    rig.log.rows[6] = { ...there(rig.log.rows[6]), payload: null };
    expect((await rig.reopen().verify({})).faults).toMatchObject([{ code: 'audit.log_payload_missing', position: 7 }]);
  });

  it('never makes the auditor write on over what is gone', verifies('KEL-AUDIT-07'), async () => {
    for (const [name, tamper] of ATTEMPTS.filter(([what]) => /removes (a segment \(3\)|the head)|cuts bytes|older head/.test(what))) {
      restore();
      tamper({ rig, file: (one) => join(rig.path, one), older: (one) => join(earlier, one) });
      const before = readdirSync(rig.path).map((one) => one);
      await expect(rig.reopen().catchUp(until), name).rejects.toMatchObject({ code: 'audit.damaged' });
      expect(readdirSync(rig.path)).toEqual(before);
    }
  });
});

function restore(): void {
  rmSync(rig.path, { recursive: true, force: true });
  cpSync(kept, rig.path, { recursive: true });
  rig.log.rows.splice(0, Infinity, ...rows);
}
