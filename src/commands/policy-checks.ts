import { commandCheck, pathCheck, urlCheck } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Says what the policy decides, and does nothing. The judges are loaded when they are first needed. */
export function policyCheckBindings(openTools: OpenTools): Binding[] {
  const place = async (workspace: string | undefined) => (await openTools()).place(workspace);
  return [
    bind(commandCheck, async ({ workspace, items }) => {
      const { judgeCommand, commandContext } = await import('../tools/index.ts');
      const context = commandContext(await place(workspace));
      return { results: items.map(({ id, input }) => ({ id, ...verdictOf(judgeCommand(input, context)) })) };
    }),
    bind(pathCheck, async ({ workspace, items }) => {
      const { judgePath } = await import('../tools/index.ts');
      const where = await place(workspace);
      const results = [];
      for (const { id, input } of items) results.push({ id, ...(await judgePath(typeof input === 'string' ? { op: 'read', path: input } : { op: input.op, path: input.path, ...(input.to !== undefined && { to: input.to }) }, where)) });
      return { results };
    }),
    bind(urlCheck, async ({ items }) => {
      const { checkUrl } = await import('../tools/index.ts');
      return { results: items.map(({ id, input }) => ({ id, ...checkUrl(input) })) };
    }),
  ];
}

function verdictOf<Verdict extends { decision: unknown; rule: unknown; explanation: unknown }>({ decision, rule, explanation }: Verdict): Pick<Verdict, 'decision' | 'rule' | 'explanation'> {
  return { decision, rule, explanation };
}
