import { posix } from 'node:path';

const SOURCE_ENDINGS: ReadonlySet<string> = new Set([
  '.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.py', '.go', '.rs', '.java', '.kt', '.rb', '.php', '.cs', '.c', '.cc', '.cpp', '.swift', '.scala', '.ex', '.exs', '.dart', '.sh',
]);
const TEST_FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs']);

/** By the names that test runners themselves look for. */
export function isTestFile(path: string): boolean {
  const { name, ext, dir } = posix.parse(path);
  if (!SOURCE_ENDINGS.has(ext)) return false;
  const isNamedSo = name === 'conftest' || name.startsWith('test_') || ['.test', '.spec', '_test', '_spec', 'Test', 'Tests'].some((end) => name.endsWith(end));
  return isNamedSo || dir.split('/').some((folder) => TEST_FOLDERS.has(folder));
}
