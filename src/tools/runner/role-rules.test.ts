import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ToolIntention } from '../registry/tool.ts';
import { admits } from './role-rules.ts';

const program = { argv: ['npm', 'test', '--', '-x'] as [string, ...string[]], currentFolder: '/w', environment: {} };
const script = (text: string): ToolIntention => ({ kind: 'script', script: text, ...program });
const path = (from: string, to?: string): ToolIntention => ({ kind: 'path', op: 'write', path: from, ...(to !== undefined && { to }) });
const url = (text: string): ToolIntention => ({ kind: 'url', url: text, method: 'GET' });

describe('an entry of an allowlist', () => {
  it('admits commands that begin with its words and are nothing more', verifies('ACI-05'), () => {
    expect([script('npm test'), script(' npm  test --watch'), { kind: 'program', ...program } as const].map((one) => admits('npm test', one))).toEqual([true, true, true]);
    const others = ['npm testing', 'npm', 'npm test; rm x', 'npm test && x', 'npm test | x', 'npm test $(x)', 'npm test > x', 'npm test\nx', 'npm test `x`'];
    expect(others.filter((text) => admits('npm test', script(text)))).toEqual([]);
  });

  it('admits a folder with everything in it, for both ends of a move', verifies('ACI-05'), () => {
    expect([path('docs/a.md'), path('docs'), path('./docs/x/y'), path('docs/a', 'docs/b')].map((one) => admits('docs', one))).toEqual([true, true, true, true]);
    expect([path('docs2/a'), path('src/docs'), path('docs/../src/a'), path('/docs/a'), path('docs/a', 'src/b')].filter((one) => admits('docs', one))).toEqual([]);
  });

  it('admits a host, or every host below one', verifies('ACI-05'), () => {
    expect([admits('example.com', url('https://example.com/x')), admits('*.example.com', url('https://a.example.com/'))]).toEqual([true, true]);
    expect([admits('example.com', url('https://evil.example.com/')), admits('*.example.com', url('https://example.com.evil/')), admits('example.com', url('not an address'))]).toEqual([false, false, false]);
  });

  it('admits a tool of another server by its name, and always a question to the person', verifies('ACI-05'), () => {
    const remote = (name: string): ToolIntention => ({ kind: 'remote', server: 's', name });
    expect([admits('list', remote('list')), admits('list', remote('delete')), admits('list', { kind: 'person', question: 'Which?' })]).toEqual([true, false, true]);
  });
});
