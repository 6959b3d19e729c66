import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start processes or play whole runs. Begun last, they would be waited for when everything else is done. */
const SLOW = ['test/scenarios/', 'test/simulation/', 'test/lies/', 'test/golden/', 'test/surfaces/', 'test/faults/', 'test/model-faults/', 'src/main/', 'src/drivers/sandbox/sandboxes'];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((part) => moduleId.includes(`/${part}`));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
