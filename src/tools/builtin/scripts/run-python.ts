import { scriptTool } from './script-tool.ts';

export const runPythonTool = scriptTool({
  toolId: 'run_python',
  name: 'Python',
  program: 'python3',
  takesCode: ['-c'],
  beforeArguments: [],
  priority: 44,
  patterns: ['\\b(run|execute)\\b.*\\bpython\\b'],
  keywords: ['python', 'script', 'run', 'execute'],
});
