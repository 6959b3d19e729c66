import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import type { ErrorCode, ErrorData } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { backupInWords, inWords } from './ledger-errors.ts';

const file = '/data/tenants/default/ledger.db';
const failure = <Code extends ErrorCode>(code: Code, data: ErrorData[Code]): KeelsonError => new KeelsonError(code, { message: 'ledger.db: repeat with the same key', nextStep: 'Try again with the same key.', data }) as KeelsonError;
const told = (error: unknown): string => (error instanceof KeelsonError ? `${error.message} ${error.nextStep} [${(error as KeelsonError).code}]` : String(error));

const FAILURES = [
  failure('ledger.busy', { file, attempts: 15 }),
  failure('ledger.corrupt', { file, detail: 'page 2' }),
  failure('ledger.foreign_file', { file, detail: 'it is a folder' }),
  failure('ledger.newer_schema', { file, found: 9, known: 1 }),
  failure('ledger.read_only', { file }),
  failure('ledger.disk_full', { file }),
  failure('ledger.storage_failed', { file, detail: 'EIO' }),
];

describe('what the storage says of a ledger', () => {
  it('reaches people with the whole path and something they can do', verifies('KEL-LEDGERCLI-27'), () => {
    expect(FAILURES.map((error) => told(inWords(error)))).toMatchSnapshot();
    for (const error of FAILURES) {
      const words = inWords(error) as KeelsonError;
      expect({ code: words.code, data: words.data, cause: words.cause }).toEqual({ code: error.code, data: error.data, cause: error });
      expect(words.message).toContain(file);
      expect(told(words)).not.toContain('same key');
      expect(inWords(words)).toBe(words);
    }
    const other = new TypeError('odd');
    expect(inWords(other)).toBe(other);
  });
});

describe('what the storage says of the copy of a backup', () => {
  it('is told of the backup, and that the present ledger is untouched', verifies('KEL-LEDGERCLI-25'), () => {
    const about = FAILURES.filter(({ code }) => code !== 'ledger.busy').map((error) => backupInWords(error, '/copies/a.db') as KeelsonError);
    expect(about.map(told)).toMatchSnapshot();
    for (const error of about) {
      expect(error.data).toMatchObject({ file: '/copies/a.db' });
      expect(told(error)).toContain('The present ledger was left as it is.');
      expect(told(error)).not.toMatch(/ledger\.db|move/);
      expect(inWords(error)).toBe(error);
    }
    const missing = failure('ledger.backup_missing', { file: '/copies/a.db' });
    expect(backupInWords(missing, '/copies/a.db')).toBe(missing);
  });
});
