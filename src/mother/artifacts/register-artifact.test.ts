import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createBlobs, createDocuments } from '../../ledger/index.ts';
import { registerArtifact } from './register-artifact.ts';
import { waiveArtifact } from './waive-artifact.ts';

async function fixture() {
  const { store, log, writer, open } = await journalFixture();
  const ports = { writer, ledger: { log, blobs: createBlobs(store) } };
  return { ports, open, log, blobs: ports.ledger.blobs, documents: createDocuments(store, BUILTIN_SETUP.projections) };
}

const notes = { runId: JOURNAL_RUN, key: 'execute/1/notes', type: 'ImplementationNotes', content: artifactSamples.ImplementationNotes, producedBy: 'coder', phase: 'execute' } as const;

describe('an artifact', () => {
  it('that shows a result is refused with a code when it has a component that there is not', verifies('KEL-GENUI-02', 'MAH-9A-2'), async () => {
    const { ports, open } = await fixture();
    const view = async (...components: object[]) => registerArtifact({ ...notes, type: 'ResultView', content: { components }, journal: await open() }, ports);
    expect(await refusalOf(view({ component: 'markdown', text: 'x' }, { component: 'iframe', src: 'https://a.example' }))).toMatchObject({ code: 'artifact.component_unknown', data: { components: ['iframe'] } });
    expect(await refusalOf(view({ component: 'markdown', text: 'x', onClick: 'alert(1)' }))).toMatchObject({ code: 'artifact.invalid' });
    expect(await view({ component: 'markdown', text: 'x' })).toMatchObject({ type: 'ResultView', schema_ref: '#/schemas/ResultView' });
  });

  it('is kept with a hash of its stored content, its record and its metadata', verifies('ACI-33', 'MH4-KEY-09', 'ACI-48', 'KEL-ROLE-07'), async () => {
    const { ports, open, blobs, documents } = await fixture();
    const artifact = await registerArtifact({ ...notes, journal: await open() }, ports);
    const hash = sha256Hex(canonicalJson(artifactSamples.ImplementationNotes));
    expect(artifact).toEqual({
      artifact_id: artifact.artifact_id,
      run_id: JOURNAL_RUN,
      type: 'ImplementationNotes',
      schema_ref: '#/schemas/ImplementationNotes',
      hash,
      content: { kind: 'blob', key: hash, sha256: hash },
      produced_by: 'coder',
      phase: 'execute',
      created_at: '2027-01-15T08:00:00.000Z',
    });
    expect(new TextDecoder().decode(await blobs.read(artifact.content))).toBe(canonicalJson(artifactSamples.ImplementationNotes));
    expect((await documents.get(`artifact:${artifact.artifact_id}`))?.body).toEqual(artifact);
    expect((await documents.get(`artifact_meta:${artifact.artifact_id}`))?.body).toEqual({ artifact_id: artifact.artifact_id, run_id: JOURNAL_RUN, created_at: artifact.created_at, status: 'active', protected: false, user_starred: false });
  });

  it('is met again by a run that is gone on with, whatever it would bring now', verifies('KEL-ROLE-07'), async () => {
    const { ports, open } = await fixture();
    const first = await registerArtifact({ ...notes, journal: await open() }, ports);
    expect(await registerArtifact({ ...notes, content: { ...notes.content, summary: 'Another.' }, journal: await open() }, ports)).toEqual(first);
    expect((await registerArtifact({ ...notes, key: 'execute/2/notes', journal: await open() }, ports)).artifact_id).not.toBe(first.artifact_id);
  });

  it('is refused, and nothing of it is kept, when it does not fit its schema or has none', verifies('KEL-ROLE-07', 'ACI-26'), async () => {
    const { ports, open, log } = await fixture();
    const journal = await open();
    const before = (await log.readAll()).length;
    expect(await refusalOf(registerArtifact({ ...notes, content: { ...notes.content, summary: '', mood: 1 }, journal }, ports))).toMatchObject({
      code: 'artifact.invalid',
      data: { type: 'ImplementationNotes', issues: ['summary: Too small: expected string to have >=1 characters', ': Unrecognized key: "mood"'] },
    });
    expect(await refusalOf(registerArtifact({ ...notes, type: 'Poem', journal }, ports))).toMatchObject({ code: 'artifact.invalid', data: { type: 'Poem', issues: ['there is no schema for it'] } });
    expect((await log.readAll()).length).toBe(before);
  });
});

describe('a waiver', () => {
  it('is recorded once, with who let what be missing and why', verifies('ACI-29'), async () => {
    const { ports, open, log } = await fixture();
    const wish = { runId: JOURNAL_RUN, type: 'TestResults', reason: 'There are no tests.', grantedBy: 'owner', approvalId: sample.approvalId } as const;
    const waiver = await waiveArtifact({ ...wish, journal: await open() }, ports);
    expect(waiver).toEqual({ waiver_id: waiver.waiver_id, run_id: JOURNAL_RUN, artifact_type: 'TestResults', reason: 'There are no tests.', granted_by: 'owner', approval_id: sample.approvalId, granted_at: '2027-01-15T08:00:00.000Z' });
    expect(await waiveArtifact({ ...wish, reason: 'Never mind.', journal: await open() }, ports)).toEqual(waiver);
    const recorded = (await log.readAll()).filter(({ event }) => event.type === 'run.artifact_waived');
    expect(recorded.map(({ event }) => event.payload)).toEqual([{ run_id: JOURNAL_RUN, waiver }]);
  });
});
