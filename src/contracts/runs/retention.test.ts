import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { ArtifactRetention, DEFAULT_RETENTION, GARBAGE_COLLECTION, GarbageCollectionReport } from './retention.ts';

describe('default retention', () => {
  it('keeps by how the run went, keeps four kinds forever, and archives in the store', verifies('KEL-RUNS-18', 'MH4-6-10'), () => {
    expect(DEFAULT_RETENTION).toEqual({
      default_ttl_days: 90,
      by_status: {
        success: { keep_days: 180, archive_after_days: 90 },
        failed: { keep_days: 30 },
        cancelled: { keep_days: 7 },
        blocked: { keep_days: 60 },
      },
      exceptions: { approved_artifacts: true, golden_tasks: true, user_starred: true, compliance_required: true },
      archive: { enabled: true, destination: 'compressed_redis', compress: true },
    });
    expect(faultsOf(ArtifactRetention, DEFAULT_RETENTION)).toEqual([]);
  });

  it('collects daily at two and leaves a person seven days to object', () => {
    expect(GARBAGE_COLLECTION).toEqual({ schedule_cron: '0 2 * * *', notify_before_delete_days: 7 });
  });
});

describe('a retention policy', () => {
  it('states every period, exception and destination, and nothing else', verifies('KEL-RUNS-18'), () => {
    const whole = DEFAULT_RETENTION;
    const { shape } = ArtifactRetention;
    expect(requiredFieldsOf(ArtifactRetention, whole)).toEqual(Object.keys(whole));
    expect(faultsOf(ArtifactRetention, { ...whole, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    for (const part of ['by_status', 'exceptions', 'archive'] as const) {
      expect(requiredFieldsOf(shape[part], whole[part])).toEqual(Object.keys(whole[part]));
      expect(faultsOf(shape[part], { ...whole[part], mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
    for (const status of ['success', 'failed', 'cancelled', 'blocked'] as const) {
      const rule = shape.by_status.shape[status];
      expect(requiredFieldsOf(rule, whole.by_status[status])).toEqual(['keep_days']);
      expect(faultsOf(rule, { ...whole.by_status[status], mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    }
  });

  it('refuses to archive what is already deleted', verifies('KEL-RUNS-18'), () => {
    const by_status = { ...DEFAULT_RETENTION.by_status, success: { keep_days: 90, archive_after_days: 90 } };
    expect(faultsOf(ArtifactRetention, { ...DEFAULT_RETENTION, by_status })).toEqual([
      'by_status.success.archive_after_days: archiving comes before deletion',
    ]);
  });

  it('covers every way a run can go', verifies('KEL-RUNS-18'), () => {
    const { blocked: _gone, ...by_status } = DEFAULT_RETENTION.by_status;
    expect(faultsOf(ArtifactRetention, { ...DEFAULT_RETENTION, by_status })).toEqual([
      'by_status.blocked: Invalid input: expected object, received undefined',
    ]);
  });

  it('archives to one of three places', verifies('KEL-RUNS-18', 'MH4-6-10'), () => {
    const archive = { ...DEFAULT_RETENTION.archive, destination: 'attic' };
    expect(faultsOf(ArtifactRetention, { ...DEFAULT_RETENTION, archive })).toEqual([
      'archive.destination: Invalid option: expected one of "s3"|"filesystem"|"compressed_redis"',
    ]);
  });
});

describe('a collection report', () => {
  it('counts what was scanned, deleted, archived and protected, and names each error', verifies('MH4-6-16'), () => {
    const report = {
      started_at: sample.time,
      scanned_count: 4,
      scheduled_deletion: 1,
      archived: 1,
      protected: 1,
      errors: [{ artifact_id: sample.artifactId, error: 'the blob is gone' }],
    };
    expect(GarbageCollectionReport.parse(report)).toEqual(report);
    expect(requiredFieldsOf(GarbageCollectionReport, report)).toEqual(Object.keys(report));
    expect(faultsOf(GarbageCollectionReport, { ...report, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
    const [error] = report.errors;
    for (const broken of [{ error: 'x' }, { artifact_id: sample.artifactId }, { ...error, mood: 1 }]) {
      expect(GarbageCollectionReport.safeParse({ ...report, errors: [broken] }).success).toBe(false);
    }
    const fault = ['scanned_count: more artifacts were dealt with than were scanned'];
    expect(faultsOf(GarbageCollectionReport, { ...report, scheduled_deletion: 2 })).toEqual(fault);
    expect(faultsOf(GarbageCollectionReport, { ...report, archived: 2 })).toEqual(fault);
    expect(faultsOf(GarbageCollectionReport, { ...report, scanned_count: 3 })).toEqual(fault);
    const silent = [{ artifact_id: sample.artifactId, error: '' }];
    expect(faultsOf(GarbageCollectionReport, { ...report, archived: -1, errors: silent })).toEqual([
      'archived: Too small: expected number to be >=0',
      'errors.0.error: Too small: expected string to have >=1 characters',
    ]);
  });
});
