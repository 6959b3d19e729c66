import { scriptTool } from './script-tool.ts';

export const runNodeTool = scriptTool({
  toolId: 'run_node',
  name: 'Node.js',
  program: 'node',
  takesCode: ['-e'],
  beforeArguments: ['--'],
  priority: 43,
  patterns: ['\\b(run|execute)\\b.*\\b(node|javascript)\\b'],
  keywords: ['node', 'javascript', 'script', 'run', 'execute'],
});
