import { z } from 'zod';
import { JsonValue } from '../../../contracts/index.ts';
import { hasCode } from '../../../kernel/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { runIsolated } from '../isolation/run-isolated.ts';
import { toolFailure } from '../tool-failure.ts';
import type { EvaluationOutcome } from './evaluation.ts';
import { EVALUATION_CODE_CHARS_MAX, EVALUATION_HEAP_MB_MAX, EVALUATION_START_MS, EVALUATION_TIME_MS_DEFAULT, EVALUATION_TIME_MS_MAX } from './limits.ts';

const Snippet = z.string().min(1).max(EVALUATION_CODE_CHARS_MAX);

const Input = z
  .strictObject({
    expression: Snippet.optional().describe('One JavaScript expression, such as (3 + 4) / 2.'),
    code: Snippet.optional().describe('A JavaScript program; its last statement is the result.'),
    time_limit_ms: z.int().min(1).max(EVALUATION_TIME_MS_MAX).default(EVALUATION_TIME_MS_DEFAULT),
    seed: z.int().min(0).max(0xffff_ffff).optional().describe('Needed to draw random numbers; the same seed draws the same ones.'),
  })
  .refine(({ expression, code }) => (expression === undefined) !== (code === undefined), 'give either an expression or code');

const Output = z.strictObject({
  /** Null when there is none, such as for a function. Infinite numbers and large integers are texts. */
  result: JsonValue,
  result_type: z.string(),
  log: z.array(z.string()),
  is_log_cut: z.boolean(),
});

export const evaluateTool = defineTool<z.infer<typeof Input>, z.infer<typeof Output>>({
  tool_id: 'evaluate',
  tool_name: 'Evaluate JavaScript without any access',
  category: 'compute',
  side_effects: 'read_only',
  handles_patterns: ['\\b(calculate|compute|evaluate)\\b', "\\b(what is|what's|how much is)\\s+[-(]*[0-9]", '^[-+*/%().0-9\\s]+=?\\s*\\??$'],
  keywords: ['calculate', 'compute', 'evaluate', 'expression', 'sum'],
  priority: 70,
  timeout_ms: EVALUATION_TIME_MS_MAX + EVALUATION_START_MS,
  allowed_roles: ['analyst', 'coder', 'critic', 'research', 'toolsmith'],
  input: Input,
  output: Output,
  touches: [],
  taint: 'user_trusted_bounded',
  intentions: () => [],
  async perform({ expression, code, time_limit_ms, seed }, { signal }) {
    const outcome = await runIsolated<EvaluationOutcome>({
      toolId: 'evaluate',
      module: new URL('./evaluate-task.ts', import.meta.url),
      // On a line of its own, so that a comment at the end does not swallow the bracket.
      input: { code: expression === undefined ? code : `(${expression}\n)`, timeMs: time_limit_ms, seed: seed ?? null },
      timeoutMs: time_limit_ms + EVALUATION_START_MS,
      heapMbMax: EVALUATION_HEAP_MB_MAX,
      signal,
    }).catch((error: unknown) => {
      // Some of the engine's own functions cannot be interrupted; the process around it can.
      if (!hasCode(error, 'tool.timed_out')) throw error;
      throw toolFailure('evaluate', `The code did not end within ${time_limit_ms} ms.`, 'Do less work, allow more time with time_limit_ms, or use run_node.');
    });
    return { result: outcome.json === null ? null : (JSON.parse(outcome.json) as z.infer<typeof JsonValue>), result_type: outcome.type, log: [...outcome.log], is_log_cut: outcome.isLogCut };
  },
  show({ result, result_type, log, is_log_cut }) {
    const shown = result === null && result_type !== 'null' ? `(${result_type})` : typeof result === 'string' ? result : JSON.stringify(result);
    return [shown, ...(log.length > 0 ? ['', 'Log:', ...log] : []), ...(is_log_cut ? ['[The log was longer; the rest of it was left out.]'] : [])].join('\n');
  },
});
