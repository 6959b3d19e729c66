import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ArtifactListReport, ProtectionReason } from '../../contracts/index.ts';
import { ARTIFACT_STATUSES, PROTECTIONS } from './artifact-commands.ts';

describe('the names that the command line writes out', () => {
  it('are those of the contracts', verifies('KEL-LIFE-06'), () => {
    expect(ARTIFACT_STATUSES).toEqual(Object.keys(ArtifactListReport.shape.counts.shape));
    expect([...PROTECTIONS, 'user_starred'].toSorted()).toEqual([...ProtectionReason.options].toSorted());
  });
});
