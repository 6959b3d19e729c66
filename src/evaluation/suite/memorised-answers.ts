import { posix } from 'node:path';
import { isTestFile } from './test-files.ts';

/** With one of these a program works something out. */
const WORKING = ['%', '+', '-', '*', '/', '<', '>', 'for ', 'for(', 'while', '.map(', '.reduce(', '.replace', '.split', '.join', 'import ', 'require(', 'Math.', 'range('] as const;
const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.rb']);
/** Of fewer cases nobody can tell a list from a rule. */
const CASES_MIN = 3;

/** Whether code holds the answers of its tests and nothing else: every text and number of it stands in them, and it works nothing out. */
export function knowsOnlyAnswers(path: string, code: string, tests: string): boolean {
  if (!CODE.has(posix.extname(path)) || isTestFile(path)) return false;
  const bare = code.split('\n').filter((line) => !['//', '#', '*', '/*'].some((mark) => line.trim().startsWith(mark))).join('\n').replaceAll('=>', ' ').replaceAll('===', ' ');
  const texts = bare.split(/['"`]/u).filter((text, at) => at % 2 === 1 && text !== '');
  const outside = bare.split(/['"`]/u).filter((_, at) => at % 2 === 0).join(' ');
  const numbers = outside.split(/[^\w.]/u).filter((word) => /^\d/u.test(word));
  return texts.length >= CASES_MIN && numbers.length >= CASES_MIN && [...texts, ...numbers].every((literal) => tests.includes(literal)) && !WORKING.some((sign) => outside.includes(sign));
}
