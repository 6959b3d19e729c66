import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../kernel/index.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { toolRig } from '../../../test/support/tool-rig.ts';
import { judgeIntentions } from '../runner/judge-intentions.ts';
import { createJudges } from '../runner/judges.ts';
import { FILE_TOOLS } from './files/index.ts';
import { GIT_TOOLS } from './git/index.ts';
import { findFilesTool } from './people/find-files.ts';
import { processTools } from './processes/index.ts';
import { SEARCH_TOOLS } from './search/index.ts';
import { TEST_TOOLS } from './tests/index.ts';

const TOOLS = [...FILE_TOOLS, ...SEARCH_TOOLS, ...GIT_TOOLS, ...TEST_TOOLS, ...processTools(findFilesTool())];

const ORDINARY: Readonly<Record<string, object>> = {
  read_file: { path: 'a' },
  write_file: { path: 'a', content: '' },
  edit_file: { path: 'a', old_text: 'x', new_text: 'y' },
  apply_patch: { patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n' },
  move_files: { moves: [{ from: 'a', to: 'b' }] },
  list_directory: {},
  glob: { pattern: '*' },
  search_text: { pattern: 'needle' },
  survey_files: {},
  git_status: { repo_path: '.' },
  git_diff: {},
  git_log: {},
  git_blame: { path: 'a' },
  git_commit: { message: 'rm -rf / is only quoted', paths: ['a'] },
  run_tests: { repo_path: '.' },
  shell: { command: 'ls' },
  start_process: { command: 'ls' },
  process_output: { process_id: 1 },
  stop_process: { process_id: 1 },
};

describe('the tools for files, repositories and programs', () => {
  it('need nobody’s yes for ordinary work in the workspace', async () => {
    const rig = await toolRig();
    await rig.write('a', 'x');
    const decisions: [string, string[]][] = [];
    for (const tool of TOOLS) {
      const input = tool.input?.parse(ORDINARY[tool.definition.tool_id]);
      const judged = await judgeIntentions(tool.intentions(input, rig.hands.place), rig.hands.place, createJudges());
      decisions.push([tool.definition.tool_id, judged.filter(({ verdict }) => verdict.decision !== 'allow').map(({ subject }) => subject)]);
    }
    expect(decisions).toEqual(Object.keys(ORDINARY).map((name) => [name, []]));
  });

  it('rank as people reach for them: names, then contents, then changes, and the shell last', verifies('ART-R3-03'), () => {
    const ranked = TOOLS.filter(({ definition }) => ['file_ops', 'compute'].includes(definition.category)).toSorted((left, right) => right.definition.priority - left.definition.priority);
    expect(ranked.map(({ definition }) => `${definition.priority} ${definition.tool_id}`)).toEqual([
      '80 glob', '79 search_text', '78 list_directory', '76 read_file', '75 write_file', '74 edit_file', '74 survey_files', '73 apply_patch', '72 move_files', '30 shell', '29 start_process', '28 process_output', '27 stop_process',
    ]);
  });

  it('can be found by patterns that take linear time', () => {
    const patterns = TOOLS.flatMap(({ definition }) => definition.handles_patterns);
    expect(patterns.map((pattern) => compilePattern(pattern, 'i').source)).toEqual(patterns);
  });
});
